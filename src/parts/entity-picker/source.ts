import type { GridQuery, GridSource } from '../../ui/table/query.ts'

/** An entity that can be advertised. */
export interface SelectableEntity {
  readonly entity_id: number
  readonly internal_id: string
  readonly name: string
  readonly category: string
  readonly status: string
  readonly is_selected: boolean
  /** It is already in the ad group, so it is not added again. */
  readonly is_in_group?: boolean
}

/** The result of adding entities by the client's ids. */
export interface AddIdsResult {
  readonly added: number
  /** The number of ids that were selected before. */
  readonly already: number
  /** The ids that were not added. */
  readonly refused: readonly { readonly id: string; readonly code: 'unknown' | 'duplicate' | 'inactive' }[]
}

/** Reads and changes the selected entities of a draft, an ad group, or something not yet saved. Must be the same object between renders. */
export interface EntitySource {
  /** The branches of the contract that its lists read; they become stale with every change of the selection. */
  readonly reads: readonly object[]
  /** All entities; `is_selected` marks the selected ones. */
  readonly available: GridSource<SelectableEntity>
  readonly selected: GridSource<SelectableEntity>
  add(entityIds: readonly number[]): Promise<unknown>
  /** Adds all matching entities without those in `except`. */
  addAll(query: GridQuery, except: readonly number[]): Promise<unknown>
  remove(entityIds: readonly number[]): Promise<unknown>
  removeAll(query: GridQuery, except: readonly number[]): Promise<unknown>
  /** Adds up to `maxIdsPerRequest` entities. */
  addIds(internalIds: readonly string[], signal: AbortSignal): Promise<AddIdsResult>
}

/** Maximum number of ids in one request. */
export const maxIdsPerRequest = 5000

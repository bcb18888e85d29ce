import type { GridQuery, GridSource } from '../../ui/table/query.ts'

/** An entity that can be advertised. */
export interface PickableEntity {
  readonly entity_id: number
  readonly internal_id: string
  readonly name: string
  readonly category: string
  readonly status: string
  readonly is_chosen: boolean
  /** It is already in the ad group, so it is not added again. */
  readonly is_in_group?: boolean
}

/** The result of adding entities by the client's ids. */
export interface AddIdsResult {
  readonly added: number
  /** The number of ids that were chosen before. */
  readonly already: number
  /** The ids that were not added. */
  readonly refused: readonly { readonly id: string; readonly code: 'unknown' | 'duplicate' | 'inactive' }[]
}

/** Reads and changes the chosen entities of a draft, an ad group, or something not yet saved. Must be the same object between renders. */
export interface EntitySource {
  /** The branches of the contract that its lists read; they become stale with every choice. */
  readonly reads: readonly object[]
  /** All entities; `is_chosen` marks the chosen ones. */
  readonly available: GridSource<PickableEntity>
  readonly chosen: GridSource<PickableEntity>
  add(entityIds: readonly number[]): Promise<unknown>
  /** Adds all matching entities without those in `except`. */
  addAll(question: GridQuery, except: readonly number[]): Promise<unknown>
  remove(entityIds: readonly number[]): Promise<unknown>
  removeAll(question: GridQuery, except: readonly number[]): Promise<unknown>
  /** Adds up to `idsPerRequestMax` entities. */
  addIds(internalIds: readonly string[], signal: AbortSignal): Promise<AddIdsResult>
}

/** The most ids that a request accepts. */
export const idsPerRequestMax = 5000

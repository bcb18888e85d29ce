import type { GridQuestion, GridSource } from '../../ui/table/query.ts'

/** One thing that can be advertised, and whether it is among the chosen ones. */
export interface PickableEntity {
  readonly entity_id: number
  readonly internal_id: string
  readonly name: string
  readonly category: string
  readonly status: string
  readonly is_chosen: boolean
  /** Is in the ad group that it would be chosen for, and is not added again. */
  readonly is_in_group?: boolean
}

/** What came of adding things by their own ids. */
export interface IdsOutcome {
  readonly added: number
  /** Those that were chosen before. */
  readonly already: number
  /** Those that did not come in. */
  readonly refused: readonly { readonly id: string; readonly code: 'unknown' | 'duplicate' | 'inactive' }[]
}

/** Where entities are chosen for: a draft, an ad group, or something that is not on the platform yet. Keep it the same from one render to the next. */
export interface EntitySource {
  /** Everything that can be chosen; what is chosen says so. */
  readonly available: GridSource<PickableEntity>
  readonly chosen: GridSource<PickableEntity>
  add(entityIds: readonly number[]): Promise<unknown>
  /** Everything that matches, but for a few. */
  addAll(question: GridQuestion, except: readonly number[]): Promise<unknown>
  remove(entityIds: readonly number[]): Promise<unknown>
  removeAll(question: GridQuestion, except: readonly number[]): Promise<unknown>
  /** Adds at most `idsAtOnce` of them. */
  addIds(internalIds: readonly string[], signal: AbortSignal): Promise<IdsOutcome>
}

/** No call takes more ids than this. */
export const idsAtOnce = 5000

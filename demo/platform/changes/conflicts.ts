import { isSameValue } from '../../../src/contract/campaigns/edit.rules.ts'
import type { Fields } from './record.ts'

/** The part of a change that an undo compares. */
interface FieldHistory {
  readonly change_id: number
  readonly before: Fields
  readonly after: Fields
}

/** Field values before the oldest of the changes. */
export const restoredFields = (changes: readonly FieldHistory[]): Fields =>
  Object.assign({}, ...changes.toReversed().map(({ before }) => before))

/** Field values after the newest of the changes. */
const fieldsAfterChanges = (changes: readonly FieldHistory[]): Fields => Object.assign({}, ...changes.map(({ after }) => after))

/**
 * Later changes that the undo of the chosen ones would overwrite. A field with its value from before or after the chosen changes has
 * none.
 */
export function changedSince<C extends FieldHistory>(chosen: readonly C[], later: readonly C[], now: Fields) {
  const ids = new Set(chosen.map(({ change_id }) => change_id))
  const restored = restoredFields(chosen)
  return Object.entries(fieldsAfterChanges(chosen)).flatMap(([field, left]) => {
    if (isSameValue(left, now[field]) || isSameValue(restored[field], now[field])) return []
    const last = chosen.findLast(({ after }) => Object.hasOwn(after, field))?.change_id ?? 0
    return later
      .filter(({ change_id, after }) => change_id > last && !ids.has(change_id) && Object.hasOwn(after, field))
      .map((change) => ({ field, change }))
  })
}

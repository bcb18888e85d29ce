import { type Fields, isSameValue } from './record.ts'

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
 * Later changes that the undo of the chosen changes would overwrite. A field whose current value is the one before or after the
 * chosen changes has none.
 */
export function changedSince<C extends FieldHistory>(chosenChanges: readonly C[], later: readonly C[], current: Fields) {
  const ids = new Set(chosenChanges.map(({ change_id }) => change_id))
  const restored = restoredFields(chosenChanges)
  return Object.entries(fieldsAfterChanges(chosenChanges)).flatMap(([field, valueAfter]) => {
    if (isSameValue(valueAfter, current[field]) || isSameValue(restored[field], current[field])) return []
    const lastId = chosenChanges.findLast(({ after }) => Object.hasOwn(after, field))?.change_id ?? 0
    return later
      .filter(({ change_id, after }) => change_id > lastId && !ids.has(change_id) && Object.hasOwn(after, field))
      .map((change) => ({ field, change }))
  })
}

/** The path to a nested value, as keys and indexes. */
export type FieldPath = readonly (string | number)[]

const isIndexed = (value: unknown): value is Record<string | number, unknown> => typeof value === 'object' && value !== null

/** The value at a path. */
export const valueAt = (value: unknown, [first, ...rest]: FieldPath): unknown =>
  first === undefined ? value : isIndexed(value) ? valueAt(value[first], rest) : undefined

/** A copy with another value at a path. */
export function setAt<T>(value: T, path: FieldPath, other: unknown): T {
  const copy = structuredClone(value)
  const holder = valueAt(copy, path.slice(0, -1))
  const last = path.at(-1)
  if (!isIndexed(holder) || last === undefined) throw new Error(`There is nothing at ${path.join('.')}`)
  holder[last] = other
  return copy
}

/** A copy without the value at a path. */
export function without<T>(value: T, path: FieldPath): T {
  const copy = structuredClone(value)
  const holder = valueAt(copy, path.slice(0, -1))
  const last = path.at(-1)
  if (isIndexed(holder) && last !== undefined) Reflect.deleteProperty(holder, last)
  return copy
}

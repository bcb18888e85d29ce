/** The path to a nested value, as keys and indexes. */
export type Way = readonly (string | number)[]

const isIndexed = (value: unknown): value is Record<string | number, unknown> => typeof value === 'object' && value !== null

/** The value at a path. */
export const valueAt = (value: unknown, [first, ...rest]: Way): unknown =>
  first === undefined ? value : isIndexed(value) ? valueAt(value[first], rest) : undefined

/** A copy with another value at a path. */
export function setAt<T>(value: T, way: Way, other: unknown): T {
  const copy = structuredClone(value)
  const holder = valueAt(copy, way.slice(0, -1))
  const last = way.at(-1)
  if (!isIndexed(holder) || last === undefined) throw new Error(`There is nothing at ${way.join('.')}`)
  holder[last] = other
  return copy
}

/** A copy without the value at a path. */
export function without<T>(value: T, way: Way): T {
  const copy = structuredClone(value)
  const holder = valueAt(copy, way.slice(0, -1))
  const last = way.at(-1)
  if (isIndexed(holder) && last !== undefined) Reflect.deleteProperty(holder, last)
  return copy
}

const isThing = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** Deep equality. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isThing(one) || !isThing(other) || Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => name in other && isSame(one[name], other[name]))
}

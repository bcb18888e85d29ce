const isThing = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** Deep equality. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isThing(a) || !isThing(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => name in b && isSame(a[name], b[name]))
}

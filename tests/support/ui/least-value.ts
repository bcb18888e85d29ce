import { is, type Struct } from 'superstruct'

const known: readonly unknown[] = [null, undefined, 0, 1, false, '1.00', '2026-11-01', '2026-11-01T09:00:00Z', 'USD', '', 'A', [], {}]

/** A minimal value that a struct accepts, for responses of which a test checks a field or two. */
export function leastOf(struct: Struct<unknown, unknown>): unknown {
  const found = known.findIndex((value) => is(value, struct))
  if (found >= 0) return known[found]
  const { type, schema } = struct
  if (type === 'enums') return Object.values(schema as object)[0] // the schema of an enum is its values
  if (type === 'array') {
    const element = schema as Struct<unknown, unknown> // the schema of a list is its element
    return Array.from({ length: 100 }, (_, index) => Array(index).fill(leastOf(element))).find((list) => is(list, struct))
  }
  if (type !== 'object' && type !== 'type') throw new Error(`No value of ${type} is known`)
  const parts = Object.entries(schema as Record<string, Struct<unknown, unknown>>) // the schema of an object is its fields
  return Object.fromEntries(parts.map(([name, part]) => [name, leastOf(part)]))
}

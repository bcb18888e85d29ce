import { array, enums, type Infer, integer, max, min, object, optional, refine, size, type Struct, unknown } from 'superstruct'
import { Text } from './ids.ts'
import { oneOf } from './endpoint.ts'

/** The specification's default page of a list. */
export const pageDefault = { start: 0, count: 20 } as const
/** Maximum number of rows in a page. */
export const maxPageSize = 1000
/** Maximum offset of a page. */
export const maxPageStart = 10_000_000

export const Pagination = object({ start: max(min(integer(), 0), maxPageStart), count: max(min(integer(), 1), maxPageSize) })
export type Pagination = Infer<typeof Pagination>
/** A page, or with the count 0 the total alone. */
export const PageOrTotal = object({ ...Pagination.schema, count: max(min(integer(), 0), maxPageSize) })

export const Sort = object({ field: Text(1, 64), order: enums(['asc', 'desc']) })
export type Sort = Infer<typeof Sort>

const Field = Text(1, 64)
/** A filter's value: text, a finite number or a boolean. The definition of the field validates the rest. */
const Value = refine(unknown(), 'FilterValue', (value) => {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'boolean') return true
  return typeof value === 'string' && value.length <= 500 && !value.includes('\0') && value.isWellFormed()
}) as Struct<string | number | boolean, null> // the refinement accepts only these types
export type FilterValue = Infer<typeof Value>

export const operations = ['ILIKE', 'IN', '=', '!=', '>', 'BETWEEN', 'IS NULL'] as const
export type Operation = (typeof operations)[number]

/** One condition on a field, discriminated by its operation. ILIKE finds a text anywhere, unless it starts or ends with a %. */
export const Filter = oneOf('operation', {
  ILIKE: object({ field: Field, value: Text(0, 500) }),
  IN: object({ field: Field, value: size(array(Value), 1, 1000) }),
  '=': object({ field: Field, value: Value }),
  '!=': object({ field: Field, value: Value }),
  '>': object({ field: Field, value: Value }),
  BETWEEN: object({ field: Field, value: size(array(Value), 2, 2) }),
  'IS NULL': object({ field: Field }),
})
export type Filter = Infer<typeof Filter>

/**
 * The value of an ILIKE filter that finds a text anywhere. A % at the start or end of a value is a wildcard, so a text that has one there is
 * put between wildcards of its own.
 */
export const containsPattern = (text: string) => (/^%|%$/.test(text) ? `%${text}%` : text)
/** The text that an ILIKE value finds anywhere; other values stay as they are. */
const containedText = (value: string) => /^%(.+)%$/s.exec(value)?.[1] ?? value

/** The values of a filter as people read and edit them. */
export function shownValues(filter: Filter): readonly FilterValue[] {
  if (filter.operation === 'IS NULL') return []
  return filter.operation === 'ILIKE' ? [containedText(filter.value)] : [filter.value].flat()
}

/** The body fields that every list accepts. */
export const listQueryFields = {
  pagination: optional(Pagination),
  sort: optional(size(array(Sort), 0, 5)),
  filters: optional(size(array(Filter), 0, 50)),
}

import { type RawBuilder, sql } from 'kysely'
import type { Days } from '../../../src/contract/dates/date-ranges.ts'
import type { Filter, FilterValue } from '../../../src/contract/list.ts'
import { decimalText } from '../../../src/contract/reports/fields.rules.ts'
import { refuseField } from '../context/refusal.ts'

export type Piece = RawBuilder<unknown>

const joined = (pieces: readonly Piece[], word: Piece) =>
  sql.join(
    pieces.map((piece) => sql`(${piece})`),
    word,
  )
export const and = (pieces: readonly Piece[]): Piece => (pieces.length === 0 ? sql`true` : joined(pieces, sql` and `))
export const or = (pieces: readonly Piece[]): Piece => joined(pieces, sql` or `)
/** A whole number that may exceed the driver's integers. */
export const whole = (value: bigint): Piece => sql`${String(value)}::numeric`

export const within = ({ start_date, end_date }: Days) => sql`day between ${start_date}::date and ${end_date}::date`

/** A `like` pattern; wildcards in the user's text are escaped. */
export const contains = (text: string) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

/** Each value of a filter, with its field path for errors. */
export const valuesOf = (filter: Filter, path: string): [FilterValue, string][] => {
  if (filter.operation === 'IS NULL') return []
  if (Array.isArray(filter.value)) return filter.value.map((value: FilterValue, index) => [value, `${path}.value.${index}`])
  return [[filter.value, `${path}.value`]]
}

/** The SQL condition of a filter; `values` are the parsed values of the filter. */
export function textCondition(target: Piece, filter: Filter, values: readonly Piece[]): Piece {
  const [first, second] = values
  if (filter.operation === 'IS NULL') return sql`${target} is null`
  if (filter.operation === 'IN') return sql`${target} in (${sql.join(values)})`
  if (filter.operation === 'BETWEEN') return sql`${target} between ${first} and ${second}`
  if (filter.operation === '=') return sql`${target} = ${first}`
  return filter.operation === '!=' ? sql`${target} is distinct from ${first}` : sql`${target} > ${first}`
}

/** A number from a filter, as decimal text. */
export function decimalIn(value: FilterValue, path: string): string {
  const text = decimalText(value)
  if (text === undefined) throw refuseField(path, 'Expected a number')
  return text
}

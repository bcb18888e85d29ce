import { type RawBuilder, sql } from 'kysely'
import type { Days } from '../../../src/contract/dates/date-ranges.ts'
import type { Filter, FilterValue } from '../../../src/contract/list.ts'
import { decimalText } from '../../../src/contract/reports/fields.rules.ts'
import { refuseField } from '../context/refusal.ts'

export type SqlPiece = RawBuilder<unknown>

const joined = (pieces: readonly SqlPiece[], word: SqlPiece) =>
  sql.join(
    pieces.map((piece) => sql`(${piece})`),
    word,
  )
export const and = (pieces: readonly SqlPiece[]): SqlPiece => (pieces.length === 0 ? sql`true` : joined(pieces, sql` and `))
export const or = (pieces: readonly SqlPiece[]): SqlPiece => joined(pieces, sql` or `)
/** A whole number that may exceed the driver's integers. */
export const bigintSql = (value: bigint): SqlPiece => sql`${String(value)}::numeric`

export const dayBetween = ({ start_date, end_date }: Days) => sql`day between ${start_date}::date and ${end_date}::date`

/** A `like` pattern; wildcards in the user's text are escaped. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

/** Each value of a filter, with its field path for errors. */
export const valuesOf = (filter: Filter, path: string): [FilterValue, string][] => {
  if (filter.operation === 'IS NULL') return []
  if (Array.isArray(filter.value)) return filter.value.map((value: FilterValue, index) => [value, `${path}.value.${index}`])
  return [[filter.value, `${path}.value`]]
}

/** The SQL condition of a filter; `values` are the parsed values of the filter. */
export function filterCondition(target: SqlPiece, filter: Filter, values: readonly SqlPiece[]): SqlPiece {
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

import { type AliasedExpression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Days } from '../../../src/contract/dates/date-ranges.ts'
import type { Filter, FilterValue } from '../../../src/contract/list.ts'
import { decimalText } from '../../../src/contract/reports/fields.rules.ts'
import { refuseField } from '../context/refusal.ts'

export type SqlPiece = RawBuilder<unknown>
export type SqlCondition = RawBuilder<SqlBool>

const joinPieces = (pieces: readonly SqlPiece[], separator: SqlPiece): SqlCondition => {
  const parts = pieces.map((piece) => sql`(${piece})`)
  return sql<SqlBool>`${sql.join(parts, separator)}`
}
export const and = (pieces: readonly SqlPiece[]): SqlCondition =>
  pieces.length === 0 ? sql<SqlBool>`true` : joinPieces(pieces, sql` and `)
export const or = (pieces: readonly SqlPiece[]): SqlCondition => joinPieces(pieces, sql` or `)

/** With `=`: the column has one of these numbers. One parameter, so that the statement's text does not depend on their count. */
export const anyOf = (values: readonly number[] | RawBuilder<readonly number[]>): RawBuilder<number> =>
  sql<number>`any(${'toOperationNode' in values ? values : [...values]}::int[])`
/** With `!=`: the column has none of these numbers. */
export const allOf = (values: readonly number[]): RawBuilder<number> => sql<number>`all(${[...values]}::int[])`
/** With `=`: the column has one of these texts. */
export const anyTextOf = <T extends string>(values: readonly T[]): RawBuilder<T> => sql<T>`any(${[...values]}::text[])`

/** The column types of a recordset, with the value that a row has for each. */
interface RecordValues {
  readonly boolean: boolean
  readonly smallint: number
  readonly int: number
  readonly bigint: number | string
  readonly float8: number
  readonly numeric: string
  readonly text: string
  /** A day, such as 2026-11-21. */
  readonly date: string
  readonly timestamptz: Date
  readonly jsonb: unknown
}
/** The type as which kysely reads a column, if it is not that of the row's value. */
interface RecordReads {
  readonly bigint: number
  /** Columns of the tables are written as JSON text. */
  readonly jsonb: string
}
type RecordType = keyof RecordValues
type RecordReading<T extends RecordType> = T extends keyof RecordReads ? RecordReads[T] : RecordValues[T]
/** A column's type; a question mark allows null. */
export type RecordColumns = Readonly<Record<string, RecordType | `${RecordType}?`>>
/** A row to send as part of a recordset. */
export type RecordRow<C extends RecordColumns> = {
  readonly [K in keyof C]: C[K] extends `${infer T extends RecordType}?`
    ? RecordValues[T] | null
    : C[K] extends RecordType
      ? RecordValues[C[K]]
      : never
}
export type RecordTable<C extends RecordColumns> = {
  [K in keyof C]: C[K] extends `${infer T extends RecordType}?`
    ? RecordReading<T> | null
    : C[K] extends RecordType
      ? RecordReading<C[K]>
      : never
}

/** Rows as a table, for `from` and joins. All rows are one parameter, so that one statement writes any number of them. */
export function recordset<A extends string, C extends RecordColumns>(
  alias: A,
  columns: C,
  rows: readonly RecordRow<C>[],
): AliasedExpression<RecordTable<C>, A> {
  const definitions = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type.replace('?', ''))}`)
  const table = sql<RecordTable<C>>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`
  return table.as<A>(sql`${sql.ref(alias)} (${sql.join(definitions)})`)
}
/** A whole number that may exceed the driver's integers. */
export const bigintSql = (value: bigint): SqlPiece => sql`${String(value)}::numeric`

/** A whole number for a column of micros. */
export const bigint = (value: bigint): RawBuilder<number> => sql<number>`${String(value)}::bigint`

export const dayBetween = ({ start_date, end_date }: Days) => sql`day between ${start_date}::date and ${end_date}::date`

/** A text in lower case, as the database writes it. */
export const lower = (text: string): RawBuilder<string> => sql<string>`lower(${text})`

/**
 * The `like` pattern of an ILIKE value. As in SQL, a % at the start or end is a wildcard; a value without one may be anywhere. All other
 * characters are literal.
 */
export function likePattern(value: string): string {
  const [, start = '', text = '', end = ''] = /^(%?)(.*?)(%?)$/s.exec(value) ?? []
  const escaped = text.replace(/[\\%_]/g, String.raw`\$&`)
  return start || end ? `${start}${escaped}${end}` : `%${escaped}%`
}

/** Each value of a filter, with its field path for errors. */
export const valuesOf = (filter: Filter, path: string): [FilterValue, string][] => {
  if (filter.operation === 'IS NULL') return []
  if (Array.isArray(filter.value)) return filter.value.map((value: FilterValue, index) => [value, `${path}.value.${index}`])
  return [[filter.value, `${path}.value`]]
}

/** The SQL condition of a filter; `values` are the parsed values of the filter. */
export function filterCondition(target: SqlPiece, filter: Filter, values: readonly SqlPiece[]): SqlCondition {
  const [first, second] = values
  if (filter.operation === 'IS NULL') return sql<SqlBool>`${target} is null`
  if (filter.operation === 'IN') return sql<SqlBool>`${target} in (${sql.join(values)})`
  if (filter.operation === 'BETWEEN') return sql<SqlBool>`${target} between ${first} and ${second}`
  if (filter.operation === '=') return sql<SqlBool>`${target} = ${first}`
  return filter.operation === '!=' ? sql<SqlBool>`${target} is distinct from ${first}` : sql<SqlBool>`${target} > ${first}`
}

/** A number from a filter, as decimal text. */
export function decimalIn(value: FilterValue, path: string): string {
  const text = decimalText(value)
  if (text === undefined) throw refuseField(path, 'Expected a number')
  return text
}

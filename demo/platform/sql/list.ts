import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { is } from 'superstruct'
import { type Filter, type FilterValue, type Pagination, pageDefault, type Sort } from '../../../src/contract/list.ts'
import { IsoDay } from '../../../src/contract/ids.ts'
import { refuseField } from '../context/refusal.ts'
import { and, likePattern, decimalIn, type SqlCondition, type SqlPiece, filterCondition, valuesOf, bigintSql } from './pieces.ts'

/** A field that a list can be filtered and sorted by. */
export interface ListField {
  readonly column: RawBuilder<unknown>
  readonly type: 'text' | 'integer' | 'moment' | 'boolean' | 'day' | 'amount'
  /** For an amount: the number of column units in one unit of the filter's value. */
  readonly perUnit?: bigint
}
export type ListFields = Readonly<Record<string, ListField>>

/** The paging, sorting and filters of a list request. */
export interface ListQuery {
  readonly pagination?: Pagination | undefined
  readonly sort?: readonly Sort[] | undefined
  readonly filters?: readonly Filter[] | undefined
}

const isMoment = (value: FilterValue) =>
  typeof value === 'string' && /^(19|2[01])\d\d-\d\d-\d\d([T ][\d:.]{5,15}Z?)?$/.test(value) && !Number.isNaN(Date.parse(value))
const integerMost = 2_147_483_647
/** A whole number of a table's range, which is text. An open end of the range is beyond all integers. */
const wholeNumber = (value: FilterValue): FilterValue =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Math.max(-integerMost, Math.min(integerMost, Number(value))) : value
/** A choice of a table's filter, which is text. */
const truthValue = (value: FilterValue): FilterValue => (value === 'true' || value === 'false' ? value === 'true' : value)

function typedValue(value: FilterValue, type: ListField['type']): FilterValue {
  if (type === 'integer') return wholeNumber(value)
  return type === 'boolean' ? truthValue(value) : value
}
const casts = { text: 'text', integer: 'int', moment: 'timestamptz', boolean: 'boolean', day: 'date', amount: 'numeric' } as const
const fits: Readonly<Record<ListField['type'], (value: FilterValue) => boolean>> = {
  text: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value) && Math.abs(Number(value)) <= integerMost,
  moment: isMoment,
  boolean: (value) => typeof value === 'boolean',
  day: (value) => is(value, IsoDay),
  amount: (value) => typeof value !== 'boolean',
}

function fieldNamed(fields: ListFields, name: string, path: string): ListField {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field) throw refuseField(path, `Expected one of ${Object.keys(fields).join(', ')}`)
  return field
}

/** One filter as an SQL condition; refuses unknown fields and values of the wrong type. */
export function listCondition(fields: ListFields, filter: Filter, path: string): SqlCondition {
  const { column, type, perUnit = 1n } = fieldNamed(fields, filter.field, `${path}.field`)
  if (filter.operation === 'ILIKE') {
    if (type !== 'text') throw refuseField(`${path}.operation`, 'Search is available for text fields only')
    return sql<SqlBool>`${column} ilike ${likePattern(filter.value)}`
  }
  const values = valuesOf(filter, path).map(([given, valuePath]) => {
    const value = typedValue(given, type)
    if (!fits[type](value)) throw refuseField(valuePath, `Expected ${type}`)
    if (type === 'amount') return sql`${decimalIn(value, valuePath)}::numeric * ${bigintSql(perUnit)}`
    return sql`${value}::${sql.raw(casts[type])}`
  })
  return filterCondition(column, filter, values)
}

/** All filters as one SQL condition. */
export const listWhere = (fields: ListFields, filters: ListQuery['filters'] = []): SqlCondition =>
  and(filters.map((filter, index) => listCondition(fields, filter, `filters.${index}`)))

/** The sort order. The id comes last, so that pages do not overlap when values are equal. */
export function listOrder(fields: ListFields, sort: ListQuery['sort'], id: SqlPiece): SqlPiece {
  const requestedOrder = (sort ?? []).map(({ field, order }, index) => {
    const { column } = fieldNamed(fields, field, `sort.${index}.field`)
    return sql`${column} ${sql.raw(order)} nulls last`
  })
  return sql.join([...requestedOrder, id])
}

export const listPage = ({ start, count }: Pagination = pageDefault): SqlPiece => sql`limit ${count} offset ${start}`

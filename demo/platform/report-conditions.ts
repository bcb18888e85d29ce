import { type RawBuilder, sql } from 'kysely'
import { dimensionOf } from '../../src/contract/dimensions.ts'
import type { Filter } from '../../src/contract/list.ts'
import { type Metric, metricOf } from '../../src/contract/metrics.ts'
import { microsOf } from '../../src/contract/money.ts'
import { refuseField } from './refusal.ts'
import type { Frame } from './report-frame.ts'

export type Piece = RawBuilder<unknown>
export const and = (pieces: readonly Piece[]): Piece =>
  pieces.length === 0
    ? sql`true`
    : sql.join(
        pieces.map((piece) => sql`(${piece})`),
        sql` and `,
      )
const list = (values: readonly unknown[]) => sql.join(values.map((value) => sql`${value}`))

/** Where a name is kept, by the id that the facts have. */
export const nameTables: Readonly<Record<string, { table: string; id: string; column: string }>> = {
  advertiser_name: { table: 'advertisers', id: 'advertiser_id', column: 'name' },
  campaign_name: { table: 'campaigns', id: 'campaign_id', column: 'name' },
  campaign_status: { table: 'campaigns', id: 'campaign_id', column: 'status' },
  ad_group_name: { table: 'ad_groups', id: 'ad_group_id', column: 'name' },
  entity_name: { table: 'entities', id: 'entity_id', column: 'name' },
}

/** Whose facts, of which days. */
export function placeConditions(frame: Frame): Piece[] {
  const { before, days } = frame
  const now = sql`day between ${days.start_date} and ${days.end_date}`
  return [
    sql`member_group_id = ${frame.memberGroupId}`,
    before ? sql`${now} or day between ${before.start_date} and ${before.end_date}` : now,
    ...(frame.advertisers ? [sql`advertiser_id in (${list([0, ...frame.advertisers])})`] : []),
    ...(frame.campaigns ? [sql`campaign_id in (${list(frame.campaigns)})`] : []),
    ...(frame.channel ? [sql`channel = ${frame.channel}`] : []),
  ]
}

/** Wildcards of the person's own are letters here. */
const contains = (text: string) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

function compare(target: Piece, filter: Filter, read: (value: unknown) => unknown): Piece {
  if (filter.operation === 'IS NULL') return sql`${target} is null`
  if (filter.operation === 'ILIKE') return sql`${target} ilike ${contains(filter.value)}`
  if (filter.operation === 'IN') return sql`${target} in (${list(filter.value.map(read))})`
  if (filter.operation === 'BETWEEN') return sql`${target} between ${read(filter.value[0])} and ${read(filter.value[1])}`
  const value = read(filter.value)
  if (filter.operation === '=') return sql`${target} = ${value}`
  return filter.operation === '!=' ? sql`${target} is distinct from ${value}` : sql`${target} > ${value}`
}

/** A filter on what a report is split by. */
function dimensionCondition(filter: Filter, path: string, memberGroupId: number): Piece {
  const dimension = dimensionOf(filter.field)
  if (!dimension?.filterable) throw refuseField(`${path}.field`, 'This cannot be filtered by')
  const isInteger = dimension.type === 'Integer'
  if (isInteger && filter.operation === 'ILIKE') throw refuseField(`${path}.operation`, 'An id is not text')
  const read = (value: unknown) => {
    if (isInteger ? !Number.isSafeInteger(value) || Math.abs(Number(value)) > 2_147_483_647 : typeof value !== 'string')
      throw refuseField(`${path}.value`, isInteger ? 'Expected an id' : 'Expected text')
    return value
  }
  const names = nameTables[dimension.id]
  if (!names) return compare(sql.ref(dimension.id), filter, read)
  if (filter.operation === 'IS NULL') return sql`${sql.ref(names.id)} is null`
  const fitting = compare(sql.ref(names.column), filter, read)
  return sql`${sql.ref(names.id)} in (select ${sql.ref(names.id)} from ${sql.table(names.table)} where member_group_id = ${memberGroupId} and ${fitting})`
}

/** A filter on a metric of each group; money is given in units. */
function metricCondition(filter: Filter, metric: Metric, path: string, expression: (metric: Metric) => Piece): Piece {
  if (filter.operation === 'ILIKE') throw refuseField(`${path}.operation`, 'A number is not text')
  const read = (value: unknown) => {
    const text = String(value)
    if (typeof value === 'boolean' || !/^-?\d{1,15}(\.\d{1,6})?$/.test(text)) throw refuseField(`${path}.value`, 'Expected a number')
    return metric.format === 'money' ? String(microsOf(text)) : text
  }
  return compare(expression(metric), filter, (value) => sql`${read(value)}::numeric`)
}

/** Sorts the filters into those on facts and those on groups; what is neither is refused. */
export function conditionsOf(
  filters: readonly Filter[],
  memberGroupId: number,
  expression?: (metric: Metric) => Piece,
): { facts: Piece[]; groups: Piece[] } {
  const facts: Piece[] = []
  const groups: Piece[] = []
  filters.forEach((filter, index) => {
    const path = `filters.${index}`
    const metric = metricOf(filter.field)
    if (!metric) facts.push(dimensionCondition(filter, path, memberGroupId))
    else if (expression) groups.push(metricCondition(filter, metric, path, expression))
    else throw refuseField(`${path}.field`, 'A metric can only be filtered where rows are grouped')
  })
  return { facts, groups }
}

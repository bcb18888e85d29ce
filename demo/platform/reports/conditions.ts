import { sql } from 'kysely'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { dimensionOf, type Dimension } from '../../../src/contract/reports/dimensions.ts'
import type { Filter, FilterValue } from '../../../src/contract/list.ts'
import { metricOf, type Metric } from '../../../src/contract/reports/metrics.ts'
import { isDayFilter, isEntity } from '../../../src/contract/reports/fields.rules.ts'
import { purchaseColumns } from '../../../src/contract/reports/purchases.rules.ts'
import { reviewStatusIds } from '../../../src/contract/statuses.ts'
import { refuseField } from '../context/refusal.ts'
import { requireSupportedFilter } from './request-checks.ts'
import type { ReportScope } from './scope.ts'
import type { Rates } from '../money/rates.ts'
import { isMoney } from './sums.ts'
import { and, bigintSql, dayBetween, decimalIn, filterCondition, likePattern, or, type SqlPiece, valuesOf } from '../sql/pieces.ts'

/** Tables that hold names and statuses, by dimension, with the id column that facts have. */
export const nameTables: Readonly<Record<string, { table: string; id: string; column: string }>> = {
  advertiser_name: { table: 'advertisers', id: 'advertiser_id', column: 'name' },
  campaign_name: { table: 'campaigns', id: 'campaign_id', column: 'name' },
  campaign_status: { table: 'campaigns', id: 'campaign_id', column: 'status' },
  ad_group_name: { table: 'ad_groups', id: 'ad_group_id', column: 'name' },
  entity_name: { table: 'entities', id: 'entity_id', column: 'name' },
}

const anyOf = (column: string, ids: readonly number[]) => sql`${sql.ref(column)} = any(${[...ids]}::int[])`

/** Condition on the days of both periods; one range if they touch or overlap. */
function dayCondition({ days, before }: ReportScope): SqlPiece {
  if (!before) return dayBetween(days)
  const touches = before.end_date >= addDays(days.start_date, -1)
  return touches
    ? dayBetween({ start_date: before.start_date, end_date: days.end_date })
    : sql`${dayBetween(days)} or ${dayBetween(before)}`
}

/** The campaigns of the review context. */
const ofReviews = ({ memberGroupId }: ReportScope): SqlPiece => sql`campaign_id in (select campaign_id from campaigns
  where member_group_id = ${memberGroupId} and deleted_at is null
    and review_status_id in (${reviewStatusIds.under_review}, ${reviewStatusIds.denied}))`

/** Conditions on client, days, advertisers, campaigns, channel and review. */
export const scopeConditions = (reportScope: ReportScope): SqlPiece[] => [
  sql`member_group_id = ${reportScope.memberGroupId}`,
  dayCondition(reportScope),
  ...(reportScope.advertisers ? [anyOf('advertiser_id', reportScope.advertisers)] : []),
  ...(reportScope.campaigns ? [anyOf('campaign_id', reportScope.campaigns)] : []),
  ...(reportScope.channel ? [sql`channel = ${reportScope.channel}`] : []),
  ...(reportScope.isReview ? [ofReviews(reportScope)] : []),
]

/** A filter value, cast to the dimension's type. */
const castValue = ({ type }: Dimension, value: FilterValue): SqlPiece => (type === 'Integer' ? sql`${value}::int` : sql`${value}::text`)

/** Facts before `since` count as without entity, also where entities are still stored, so that results do not change when the retention sweep removes them. */
function withinEntityDays(condition: SqlPiece, { field, operation }: Filter, since: string | null): SqlPiece {
  if (since === null || !isEntity(field)) return condition
  return operation === 'IS NULL' ? sql`${condition} or day < ${since}::date` : sql`(${condition}) and day >= ${since}::date`
}

function dimensionCondition(filter: Filter, dimension: Dimension, path: string, memberGroupId: number): SqlPiece {
  const names = nameTables[dimension.id]
  const target = sql.ref(names?.column ?? dimension.id)
  const condition =
    filter.operation === 'ILIKE'
      ? sql`${target} ilike ${likePattern(filter.value)}`
      : filterCondition(
          target,
          filter,
          valuesOf(filter, path).map(([value]) => castValue(dimension, value)),
        )
  if (!names) return condition
  const id = sql.ref(names.id)
  if (filter.operation === 'IS NULL') return sql`${id} is null`
  const matchesName = sql`${id} in (select ${id} from ${sql.table(names.table)} where member_group_id = ${memberGroupId} and ${condition})`
  return filter.operation === '!=' ? sql`${id} is null or ${matchesName}` : matchesName
}

/** A number with the sign of (metric − value). Ratios are multiplied out instead of divided, so that nothing is rounded. */
function signedDistance(metric: Metric, value: string, rates: Rates): SqlPiece {
  const perUnit = (column: string) => (isMoney(column) ? rates.parts * 1_000_000n : 1n)
  if (!metric.over) return sql`${sql.ref(metric.id)} - ${value}::numeric * ${bigintSql(perUnit(metric.id))}`
  const [above, below] = metric.over
  const top = sql.ref(above)
  const bottom = sql.ref(below)
  const scaledTop = sql`${top} * ${bigintSql(perUnit(below) * BigInt(metric.times ?? 1))}`
  const scaled = sql`${scaledTop} - ${bottom} * ${value}::numeric * ${bigintSql(perUnit(above))}`
  return sql`(${scaled}) * nullif(sign(${bottom}), 0)`
}

/** A filter on a metric of each row; money values are in currency units. */
export function metricCondition(filter: Filter, metric: Metric, path: string, rates: Rates): SqlPiece {
  if (filter.operation === 'ILIKE') throw refuseField(`${path}.operation`, 'Numbers can’t be searched as text')
  if (filter.operation === 'IS NULL') return metric.over ? sql`${sql.ref(metric.over[1])} = 0` : sql`false`
  const distances = valuesOf(filter, path).map(([value, valuePath]) => signedDistance(metric, decimalIn(value, valuePath), rates))
  const [first, second] = distances
  if (filter.operation === '=' || filter.operation === 'IN') return or(distances.map((distance) => sql`${distance} = 0`))
  if (filter.operation === 'BETWEEN') return sql`${first} >= 0 and ${second} <= 0`
  return filter.operation === '!=' ? sql`${first} is distinct from 0` : sql`${first} > 0`
}

/** Splits filters into conditions on facts and on grouped rows. Filters on the day are part of the scope; other fields are refused. */
export function conditionsOf(
  filters: readonly Filter[],
  { memberGroupId, rates, entitiesSince }: ReportScope,
  isGrouped: boolean,
): { facts: SqlPiece[]; groups: SqlPiece[] } {
  const facts: SqlPiece[] = []
  const groups: SqlPiece[] = []
  filters.forEach((filter, index) => {
    const path = `filters.${index}`
    requireSupportedFilter(filter, path)
    if (isDayFilter(filter)) return
    const dimension = dimensionOf(filter.field)
    const metric = metricOf(filter.field)
    if (dimension) facts.push(withinEntityDays(dimensionCondition(filter, dimension, path, memberGroupId), filter, entitiesSince))
    else if (metric && isGrouped) groups.push(metricCondition(filter, metric, path, rates))
    else throw refuseField(`${path}.field`, 'Metric filters need grouped rows')
  })
  return { facts, groups }
}

const keyColumns = ['advertiser_id', 'campaign_id', 'ad_group_id', 'channel', 'device', 'currency_code', 'day']
const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
const factTable = (isHourly: boolean) => sql.table(isHourly ? 'facts_hourly' : 'facts_daily')

/** Selects the columns, with 0 for those that the table does not have. */
const selectOrZero = (columns: readonly string[], hasColumn: (column: string) => boolean) =>
  sql.join(columns.map((column) => (hasColumn(column) ? sql.ref(column) : sql`0::bigint as ${sql.ref(column)}`)))

/** The FROM clause of facts. With a sales filter, sales come from `facts_purchases` and all other counts from `facts_daily`. */
export function factsFrom(
  { purchases }: ReportScope,
  columns: readonly string[],
  conditions: readonly SqlPiece[],
  isHourly: boolean,
): SqlPiece {
  if (!purchases) return sql`from ${factTable(isHourly)} where ${and(conditions)}`
  const isSale = (column: string) => purchaseColumns.includes(column)
  const saleConditions = and([
    ...conditions,
    ...(purchases.areNew ? [sql`is_new`] : []),
    sql`order_value = any(${[...purchases.orderValues]}::text[])`,
  ])
  return sql`from (select ${refs(keyColumns)}, ${selectOrZero(columns, (column) => !isSale(column))}
    from facts_daily where ${and(conditions)}
    union all select ${refs(keyColumns)}, ${selectOrZero(columns, isSale)} from facts_purchases where ${saleConditions}) as facts`
}

import { type RawBuilder, sql } from 'kysely'
import type { CampaignQuery } from '../../../src/contract/campaigns/campaigns.ts'
import type { Filter } from '../../../src/contract/list.ts'
import { columnsOf, type Metric, metricOf } from '../../../src/contract/reports/metrics.ts'
import { rowMetrics } from '../../../src/contract/reports/row-metrics.ts'
import { noGate, type ServingGate, servingGates } from '../../../src/contract/serving/serving.ts'
import { reviewStatusIds } from '../../../src/contract/statuses.ts'
import { inScopeSql } from '../access/advertiser-scope.ts'
import { gatesOf } from '../serving/read.ts'
import type { Context } from '../context/context.ts'
import { listCondition, type ListField, type ListFields, listOrder, listPage } from '../sql/list.ts'
import { refuseField } from '../context/refusal.ts'
import { metricCondition, scopeConditions } from '../reports/conditions.ts'
import { and, or, type SqlPiece, valuesOf, bigintSql } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'
import { type ReportScope, resolveRatedReportScope } from '../reports/scope.ts'
import { convertedSum, orderKey, sumValue } from '../reports/query.ts'
import { missingAmountsRateError, type Rates } from '../money/rates.ts'
import { isMoney, type Sums } from '../reports/sums.ts'

export type CampaignListQuery = Pick<CampaignQuery, 'filters' | 'sort' | 'pagination'>
/** A list request with its report scope and the SQL condition for its advertisers and gate filters. */
export interface Listing {
  readonly reportScope: ReportScope
  readonly query: CampaignListQuery
  readonly condition: SqlPiece
}

/** Columns of `facts_daily` that the row metrics need. */
const columns = [...new Set(rowMetrics.flatMap(columnsOf))]

const column = (name: string) => sql.ref(`c.${name}`)
const text = (name: string): ListField => ({ column: column(name), type: 'text' })
const integer = (name: string): ListField => ({ column: column(name), type: 'integer' })
const day = (name: string): ListField => ({ column: column(name), type: 'day' })

/** Factor from an advertiser's currency to the list's, in `parts`. The list's scope has a rate for each of these currencies. */
function currencyWeight(currency: RawBuilder<unknown>, { weights }: Rates): SqlPiece {
  const cases = [...weights].map(([code, weight]) => sql`when ${code} then ${bigintSql(weight)}`)
  return sql`case ${currency} ${sql.join(cases, sql` `)} else 'NaN'::numeric end`
}

/** Fields for filters and sort, besides the metrics. Budgets are compared in the list's currency. */
const fieldsIn = ({ rates }: ReportScope): ListFields => ({
  campaign_id: integer('campaign_id'),
  name: text('name'),
  status: text('status'),
  review_status_id: integer('review_status_id'),
  channel: text('channel'),
  advertiser_id: integer('advertiser_id'),
  advertiser_name: { column: sql.ref('a.name'), type: 'text' },
  advertiser_group_id: { column: sql.ref('a.advertiser_group_id'), type: 'integer' },
  currency_code: { column: sql`a.currency_code::text`, type: 'text' },
  budget: {
    column: sql`c.budget * ${currencyWeight(sql.ref('a.currency_code'), rates)}`,
    type: 'amount',
    perUnit: rates.parts * 1_000_000n,
  },
  budget_period: text('budget_period'),
  goal_roas: { column: column('goal_hundredths'), type: 'amount', perUnit: 100n },
  pacing: text('pacing'),
  goal_type: text('goal_type'),
  flow: text('flow'),
  experience_id: integer('experience_id'),
  bidding_type_id: integer('bidding_type_id'),
  start_date: day('start_date'),
  end_date: day('end_date'),
  always_on: { column: sql`(c.end_date is null)`, type: 'boolean' },
  submitted_at: { column: column('submitted_at'), type: 'moment' },
  created_at: { column: column('created_at'), type: 'moment' },
})

const isGateFilter = ({ field }: Filter) => field === 'gate'
/** A gate filter also accepts `noGate`, which finds campaigns that serve. */
const gateFilterValues: readonly string[] = [...servingGates, noGate]

function matchesGate(filter: Filter, path: string, gate: ServingGate | null): boolean {
  const values = valuesOf(filter, path).map(([value, valuePath]) => {
    if (!gateFilterValues.some((gate) => gate === value)) throw refuseField(valuePath, `Expected one of ${gateFilterValues.join(', ')}`)
    return value
  })
  const effectiveGate = gate ?? noGate
  if (filter.operation === 'IS NULL') return gate === null
  if (filter.operation === '!=') return effectiveGate !== values[0]
  if (filter.operation === '=' || filter.operation === 'IN') return values.includes(effectiveGate)
  throw refuseField(`${path}.operation`, 'Use =, !=, IN or IS NULL')
}

const from = sql`from campaigns c join advertisers a on a.member_group_id = c.member_group_id and a.advertiser_id = c.advertiser_id`
const notRemovedCampaign = sql`c.deleted_at is null and a.deleted_at is null`

/** Gates stored in columns. When filtering for a later gate, rows already stopped by one of these are skipped in SQL. */
const columnGates: readonly (readonly [ServingGate, SqlPiece])[] = [
  ['advertiser_inactive', sql`a.status = 'active'`],
  ['campaign_status', sql`c.status = 'active'`],
  ['under_review', sql`c.review_status_id <> ${reviewStatusIds.under_review}`],
  ['denied', sql`c.review_status_id = ${reviewStatusIds.approved}`],
]

/** Preselects campaigns that get as far as the first gate of the filter, or past all gates. */
function reachesGate(filter: Filter): SqlPiece {
  if (filter.operation === '!=') return sql`true`
  const values: readonly unknown[] = filter.operation === 'IS NULL' ? [] : [filter.value].flat()
  const firstGate = servingGates.findIndex((gate) => values.includes(gate))
  return and(columnGates.filter(([gate]) => firstGate < 0 || servingGates.indexOf(gate) < firstGate).map(([, condition]) => condition))
}

/** SQL condition for the gate filters. Gates are computed only for campaigns that match the other field filters. */
async function gateCondition(context: Context, condition: SqlPiece, filters: readonly Filter[], reportScope: ReportScope) {
  const gateFilters = filters.flatMap((filter, index) => (isGateFilter(filter) ? [[filter, `filters.${index}`] as const] : []))
  if (gateFilters.length === 0) return sql`true`
  for (const [filter, path] of gateFilters) matchesGate(filter, path, null)
  const fields = fieldsIn(reportScope)
  const otherConditions = filters.flatMap((filter, index) =>
    Object.hasOwn(fields, filter.field) ? [listCondition(fields, filter, `filters.${index}`)] : [],
  )
  const preselection = and([condition, ...otherConditions, ...gateFilters.map(([filter]) => reachesGate(filter))])
  const { rows } = await sql<{ campaign_id: number }>`select c.campaign_id ${from} where ${notRemovedCampaign} and ${preselection}`.execute(
    context.database.kysely,
  )
  const ids = rows.map(({ campaign_id }) => campaign_id)
  const gates = await gatesOf(context, tenant(context), ids)
  const matchingIds = ids.filter((id) => gateFilters.every(([filter, path]) => matchesGate(filter, path, gates.get(id) ?? null)))
  return sql`c.campaign_id = any(${matchingIds}::int[])`
}

/** The advertisers' currency if all share one. The list then uses it instead of the client's. */
async function sharedCurrency({ database: { kysely } }: Context, condition: SqlPiece) {
  const { rows } = await sql<{ currency_code: string }>`
    select distinct a.currency_code from advertisers a where a.deleted_at is null and ${condition} limit 2`.execute(kysely)
  return rows.length === 1 ? rows[0]?.currency_code : undefined
}

/** Resolves a list request: currency, report scope and conditions. */
export async function resolveListing(
  context: Context,
  memberGroupId: number,
  query: Omit<CampaignQuery, 'pagination' | 'sort'> & CampaignListQuery,
) {
  const { advertiser_ids, filters = [] } = query
  const advertiserCondition = advertiser_ids ? sql`a.advertiser_id = any(${[...advertiser_ids]}::int[])` : sql`true`
  const scopeCondition = sql`${inScopeSql(context.scope)} and ${advertiserCondition}`
  const currency_code = query.currency_code ?? (await sharedCurrency(context, scopeCondition))
  const reportScope = await resolveRatedReportScope(
    { ...query, member_group_id: memberGroupId, ...(currency_code && { currency_code }) },
    context,
  )
  return { reportScope, query, condition: sql`${scopeCondition} and ${await gateCondition(context, scopeCondition, filters, reportScope)}` }
}

/** Facts are summed by campaign and currency, then converted and added up. */
function sums(reportScope: ReportScope): SqlPiece {
  const ownColumns = columns.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`)
  const converted = columns.map((name) => sql`sum(${convertedSum('own', name, reportScope)}) as ${sql.ref(name)}`)
  return sql`
    own as materialized (
      select campaign_id, currency_code, ${sql.join(ownColumns)}
      from facts_daily
      where ${and(scopeConditions(reportScope))}
      group by campaign_id, currency_code
    ),
    converted as (
      select campaign_id, ${sql.join(converted)}
      from own
      group by campaign_id
    )`
}

const sumColumns = columns.map((name) => sql`coalesce(converted.${sql.ref(name)}, 0) as ${sql.ref(name)}`)

/** The same fields as columns of `listed`. The prefix avoids clashes with metric names. */
const listedFields = (reportScope: ReportScope): ListFields =>
  Object.fromEntries(Object.entries(fieldsIn(reportScope)).map(([name, field]) => [name, { ...field, column: sql.ref(`by_${name}`) }]))

/** The filters as conditions on `listed`: those on metrics apply to its sums, the others to the campaign's columns. */
function conditionsOf({ reportScope, query: { filters = [] } }: Listing) {
  const fields = listedFields(reportScope)
  const all = filters.flatMap((filter, index): { metric: Metric | undefined; condition: SqlPiece }[] => {
    const path = `filters.${index}`
    const metric = metricOf(filter.field)
    if (isGateFilter(filter)) return []
    return metric && rowMetrics.includes(metric)
      ? [{ metric, condition: metricCondition(filter, metric, path, reportScope.rates) }]
      : [{ metric: undefined, condition: listCondition(fields, filter, path) }]
  })
  const filtered = (isOnMetric: boolean) => all.flatMap(({ metric, condition }) => (isOnMetric === (metric !== undefined) ? condition : []))
  const sumsInFilters = new Set(all.flatMap(({ metric }) => (metric ? columnsOf(metric) : [])))
  return { onFields: filtered(false), onMetrics: filtered(true), amounts: [...sumsInFilters].filter(isMoney) }
}

/** Matching rows with their sums. */
function matchingRows(listing: Listing): SqlPiece {
  const { reportScope, condition } = listing
  const { onFields, onMetrics } = conditionsOf(listing)
  const fieldColumns = Object.entries(fieldsIn(reportScope)).map(([name, field]) => sql`${field.column} as ${sql.ref(`by_${name}`)}`)
  return sql`
    listed as (
      select c.campaign_id, ${sql.join(fieldColumns)}, ${sql.join(sumColumns)}
      ${from}
      left join converted on converted.campaign_id = c.campaign_id
      where ${notRemovedCampaign} and ${condition}
    ),
    kept as materialized (
      select * from listed
      where ${and([...onFields, ...onMetrics])}
    )`
}

function order({ reportScope, query: { sort } }: Listing): SqlPiece {
  const metrics = rowMetrics.map((metric): [string, ListField] => [metric.id, { column: orderKey(metric), type: 'amount' }])
  const fields = { ...listedFields(reportScope), ...Object.fromEntries(metrics) }
  return listOrder(fields, sort ?? [{ field: 'created_at', order: 'desc' }], sql.ref('campaign_id'))
}

interface Summed {
  readonly campaign_id: number
  readonly currency_code: string
  readonly sums: Readonly<Record<string, string>>
}
interface Found {
  readonly total: number
  readonly totals: Readonly<Record<string, string>>
  readonly ids: readonly number[]
  readonly own: readonly Summed[]
}

const sumsOf = (read: Readonly<Record<string, string>>, reportScope: ReportScope): Sums =>
  Object.fromEntries(columns.map((name) => [name, sumValue(read[name], reportScope)]))
const objectOf = (expression: (name: string) => SqlPiece) =>
  sql.join(columns.map((name) => sql`${name}::text, (${expression(name)})::text`))

/** A page of ids, the sums of each row by currency, and the totals of all matching campaigns. */
export async function pageOfCampaigns({ database }: Context, listing: Listing) {
  const totals = objectOf((name) => sql`coalesce(sum(${sql.ref(name)}), 0)`)
  const ownSums = objectOf((name) => sql.ref(name))
  const { rows } = await sql<Found>`
    with ${sums(listing.reportScope)}, ${matchingRows(listing)},
    page as (
      select campaign_id, row_number() over (order by ${order(listing)}) as nth
      from kept
      order by nth ${listPage(listing.query.pagination)}
    )
    select
      (select count(*)::int from kept) as total,
      (select json_build_object(${totals}) from kept) as totals,
      (select coalesce(json_agg(campaign_id order by nth), '[]') from page) as ids,
      (
        select coalesce(json_agg(json_build_object(
          'campaign_id', campaign_id,
          'currency_code', currency_code,
          'sums', json_build_object(${ownSums})
        )), '[]')
        from own
        where campaign_id in (select campaign_id from page)
      ) as own`.execute(database.reports)
  const [row] = rows
  if (!row) throw new Error('The list query returned no row')
  return {
    ...row,
    totals: sumsOf(row.totals, listing.reportScope),
    own: row.own.map((rowSums) => ({ ...rowSums, sums: sumsOf(rowSums.sums, listing.reportScope) })),
  }
}

/**
 * Ids of at most `limit` matching campaigns. Reads in the write transaction instead of the reports pool.
 * Refuses a filter on an amount that cannot be converted: PostgreSQL sorts NaN above every number, so the campaign would match by mistake.
 */
export async function matchingCampaignIds({ database }: Context, listing: Listing, limit: number): Promise<number[]> {
  const { onFields, amounts } = conditionsOf(listing)
  const isUnknown = amounts.length > 0 ? or(amounts.map((name) => sql`${sql.ref(name)} = 'NaN'`)) : sql`false`
  const { rows } = await sql<{ ids: number[]; has_unknown: boolean }>`
    with ${sums(listing.reportScope)}, ${matchingRows(listing)}
    select
      array(select campaign_id from kept order by campaign_id limit ${limit}) as ids,
      exists (select from listed where ${and([...onFields, isUnknown])}) as has_unknown`.execute(database.kysely)
  const [row] = rows
  if (row?.has_unknown) throw missingAmountsRateError(listing.reportScope.lacks)
  return row?.ids ?? []
}

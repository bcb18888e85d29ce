import type { TotalRequest, TrendRequest } from '../../src/contract/reports/trends.ts'
import type { ReportRequest } from '../../src/contract/reports/reports.ts'
import { bareBuckets, bareChanges, bareGroups, bareMetrics } from './bare-reports.ts'

interface QueryTo<Path extends string, Body> {
  readonly name: string
  readonly path: Path
  readonly body: Body
  /** Hand-written SQL for the same result. */
  readonly bare: string
}
/** A report query with its bare statement, for the last days of the eighteen months of facts. */
export type MeasuredQuery =
  | QueryTo<'v2/report', ReportRequest>
  | QueryTo<'v2/report/trend', TrendRequest>
  | QueryTo<'v2/report/total', TotalRequest>

const metrics = ['impressions', 'clicks', 'transactions', 'cost', 'revenue', 'return_on_ad_spend', 'cost_per_click']
const client = { member_group_id: 1, currency_code: 'USD', metrics }
const month = { start_date: '2026-10-20', end_date: '2026-11-18' }
const quarter = { start_date: '2026-08-21', end_date: '2026-11-18' }
const year = { start_date: '2025-11-19', end_date: '2026-11-18' }
const compared = { ...month, compare: 'previous_period' } as const
const ratesOf = '2026-11-18'
const both = "day between '2026-09-20' and '2026-11-18'"
const within = ({ start_date, end_date }: typeof month) => `day between '${start_date}' and '${end_date}'`
const now = `day >= '${month.start_date}'`
const mobile = { field: 'device', operation: '=', value: 'mobile' } as const
const named = { field: 'campaign_name', operation: 'ILIKE', value: 'campaign 1' } as const
const fitting = `device = 'mobile' and campaign_id in (select campaign_id from campaigns where member_group_id = 1 and name ilike '%campaign 1%')`

const rows: MeasuredQuery[] = [
  {
    name: 'rows by campaign, 90 days',
    path: 'v2/report',
    body: { ...client, ...quarter, dimensions: ['campaign_id', 'campaign_name'], sort: [{ field: 'cost', order: 'desc' }] },
    bare: `${bareGroups({ by: { campaign_id: 'campaign_id' }, where: within(quarter), ratesOf })}
      select campaign_id, name as campaign_name, ${bareMetrics()}, count(*) over () as total
      from groups join campaigns using (campaign_id) order by groups.cost desc, campaign_id limit 20`,
  },
  {
    name: 'rows by day, a year',
    path: 'v2/report',
    body: { ...client, ...year, dimensions: ['day'], pagination: { start: 0, count: 400 } },
    bare: `${bareGroups({ by: { day: 'day' }, where: within(year), ratesOf })}
      select day, ${bareMetrics()}, count(*) over () as total from groups order by day limit 400`,
  },
  {
    name: 'rows by advertiser, filtered',
    path: 'v2/report',
    body: {
      ...client,
      ...quarter,
      dimensions: ['advertiser_id', 'advertiser_name'],
      filters: [mobile, named, { field: 'clicks', operation: '>', value: 1000 }],
    },
    bare: `${bareGroups({ by: { advertiser_id: 'advertiser_id' }, where: `${within(quarter)} and ${fitting}`, ratesOf })}
      select advertiser_id, name as advertiser_name, ${bareMetrics()}, count(*) over () as total
      from groups join advertisers using (advertiser_id) where clicks > 1000 order by impressions desc, advertiser_id limit 20`,
  },
  {
    name: 'rows by advertiser, compared',
    path: 'v2/report',
    body: { ...client, ...compared, dimensions: ['advertiser_id', 'advertiser_name'], sort: [{ field: 'revenue', order: 'desc' }] },
    bare: `${bareGroups({ by: { advertiser_id: 'advertiser_id', is_now: now }, where: both, ratesOf })}
      select advertiser_id, name as advertiser_name, ${bareMetrics('now')}, ${bareMetrics('before', 'before_')}, count(*) over () as total
      from (select * from groups where is_now) as now full join (select * from groups where not is_now) as before using (advertiser_id)
      join advertisers using (advertiser_id) order by now.revenue desc nulls last, advertiser_id limit 20`,
  },
  {
    name: 'rows by entity, third page of the best return',
    path: 'v2/report',
    body: {
      ...client,
      ...month,
      dimensions: ['entity_id', 'entity_name'],
      sort: [{ field: 'return_on_ad_spend', order: 'desc' }],
      pagination: { start: 40, count: 20 },
    },
    bare: `${bareGroups({ by: { entity_id: 'entity_id' }, where: within(month), ratesOf })}
      select entity_id, name as entity_name, ${bareMetrics()}, count(*) over () as total
      from groups join entities using (entity_id) order by return_on_ad_spend desc, entity_id offset 40 limit 20`,
  },
]

const trends: MeasuredQuery[] = [
  {
    name: 'trend by day, 30 days',
    path: 'v2/report/trend',
    body: { ...client, ...month, granularity: 'day' },
    bare: `${bareGroups({ by: { start: 'day' }, where: within(month), ratesOf })} select start, ${bareBuckets()} from groups order by start`,
  },
  {
    name: 'trend by month, a year, filtered',
    path: 'v2/report/trend',
    body: { ...client, ...year, granularity: 'month', filters: [mobile] },
    bare: `${bareGroups({ by: { day: 'day' }, into: { start: "date_trunc('month', day)::date" }, where: `${within(year)} and device = 'mobile'`, ratesOf })}
      select start, ${bareBuckets()} from groups order by start`,
  },
  {
    name: 'trend by day, 30 days, compared',
    path: 'v2/report/trend',
    body: { ...client, ...compared, granularity: 'day' },
    bare: `${bareGroups({ by: { start: 'day' }, where: both, ratesOf })}
      select groups.start, ${bareBuckets()}, before.start as before_start, ${bareBuckets('before', 'before_')}
      from groups left join groups as before on before.start = groups.start - 30 where groups.start >= '2026-10-20' order by groups.start`,
  },
]

const totals: MeasuredQuery[] = [
  {
    name: 'total, a year',
    path: 'v2/report/total',
    body: { ...client, ...year },
    bare: `${bareGroups({ where: within(year), ratesOf })} select ${bareMetrics()} from groups`,
  },
  {
    name: 'total, 90 days, filtered',
    path: 'v2/report/total',
    body: { ...client, ...quarter, filters: [mobile, named] },
    bare: `${bareGroups({ where: `${within(quarter)} and ${fitting}`, ratesOf })} select ${bareMetrics()} from groups`,
  },
  {
    name: 'total, 30 days, compared',
    path: 'v2/report/total',
    body: { ...client, ...compared },
    bare: `${bareGroups({ by: { is_now: now }, where: both, ratesOf })}
      select ${bareMetrics()}, ${bareChanges()} from groups, groups as before where groups.is_now and not before.is_now`,
  },
]

const often = { field: 'clicks', operation: '>', value: 100 } as const
const byHand = `device in ('mobile', 'app') and campaign_id in (select campaign_id from campaigns where member_group_id = 1 and name ilike '%campaign 1%')`
/** Queries as a user builds them: several dimensions, three filters, a comparison, sorted by a ratio. */
const builder: MeasuredQuery[] = [
  {
    name: 'builder: three dimensions, three filters, compared',
    path: 'v2/report',
    body: {
      ...client,
      ...compared,
      dimensions: ['campaign_id', 'campaign_name', 'device'],
      filters: [{ field: 'device', operation: 'IN', value: ['mobile', 'app'] }, named, often],
      sort: [{ field: 'return_on_ad_spend', order: 'desc' }],
      pagination: { start: 0, count: 50 },
    },
    bare: `${bareGroups({ by: { campaign_id: 'campaign_id', device: 'device', is_now: now }, where: `${both} and ${byHand}`, ratesOf })}
      select groups.campaign_id, name as campaign_name, groups.device, ${bareMetrics()}, ${bareMetrics('before', 'before_')}, count(*) over () as total
      from groups join campaigns using (campaign_id)
      left join groups as before on before.campaign_id = groups.campaign_id and before.device = groups.device and not before.is_now
      where groups.is_now and groups.clicks > 100 order by return_on_ad_spend desc, groups.campaign_id, groups.device limit 50`,
  },
  {
    name: 'builder: by campaign and month of a year, filtered',
    path: 'v2/report',
    body: {
      ...client,
      ...year,
      dimensions: ['campaign_id', 'month'],
      filters: [named, often],
      sort: [{ field: 'cost_per_click', order: 'asc' }],
      pagination: { start: 20, count: 100 },
    },
    bare: `${bareGroups({
      by: { campaign_id: 'campaign_id', day: 'day' },
      into: { campaign_id: 'campaign_id', month: "date_trunc('month', day)::date" },
      where: `${within(year)} and campaign_id in (select campaign_id from campaigns where member_group_id = 1 and name ilike '%campaign 1%')`,
      ratesOf,
    })}
      select campaign_id, month, ${bareMetrics()}, count(*) over () as total from groups where clicks > 100
      order by groups.cost / groups.clicks, campaign_id, month offset 20 limit 100`,
  },
]

/** Queries for both ways; each spends most of its time in the database. */
export const measuredQueries: readonly MeasuredQuery[] = [...rows, ...trends, ...totals, ...builder]

/** Queries of a dashboard with ten charts, which a page sends all at once. */
export const dashboardQueries: readonly MeasuredQuery[] = [...rows.slice(0, 4), ...trends, ...totals]

import { sql } from 'kysely'
import type { adGroups } from '../../../src/contract/ad-groups/ad-groups.ts'
import type { AdGroupQuery } from '../../../src/contract/ad-groups/changes.ts'
import type { Call } from '../../../src/contract/endpoint.ts'
import { microsPerUnit } from '../../../src/contract/money/money.ts'
import { adGroupServingOf } from '../serving/read.ts'
import { noStrength, adGroupStrengths } from './bid-strengths.ts'
import { adGroupColumns, adGroupOf, type AdGroupRead, adGroupTables, entityCountOf, notRemovedAdGroup } from './row.ts'
import { inScopeSql } from '../access/advertiser-scope.ts'
import { filterFromId } from '../sql/bulk-page.ts'
import type { Context, Scope } from '../context/context.ts'
import type { ListFields } from '../sql/list.ts'
import { anyOf, type SqlPiece } from '../sql/pieces.ts'
import { resolveRatedReportScope, scopeInfo } from '../reports/scope.ts'
import { type MetricPage, metricPage } from '../reports/row-metrics.ts'

const field = (name: string, type: ListFields[string]['type']) => ({ column: sql.ref(name), type })
/** Fields for filters and sort, besides the metrics. */
const fields: ListFields = {
  ad_group_id: field('ad_group_id', 'integer'),
  name: field('name', 'text'),
  status: field('status', 'text'),
  advertiser_id: field('advertiser_id', 'integer'),
  advertiser_name: field('advertiser_name', 'text'),
  campaign_id: field('campaign_id', 'integer'),
  campaign_name: field('campaign_name', 'text'),
  campaign_status: field('campaign_status', 'text'),
  bidding_type_id: field('bidding_type_id', 'integer'),
  base_bid: { ...field('base_bid', 'amount'), perUnit: microsPerUnit },
  budget: { ...field('budget', 'amount'), perUnit: microsPerUnit },
  budget_period: field('budget_period', 'text'),
  currency_code: field('currency_code', 'text'),
  start_date: field('start_date', 'day'),
  end_date: field('end_date', 'day'),
  entities: field('entities', 'integer'),
  created_at: field('created_at', 'moment'),
}

const idIn = (column: string, ids: readonly number[] | undefined): SqlPiece => (ids ? sql`${sql.ref(column)} = ${anyOf(ids)}` : sql`true`)
const requestedAdGroups = (
  { advertiser_ids, campaign_ids }: Pick<AdGroupQuery, 'advertiser_ids' | 'campaign_ids'>,
  scope: Scope,
): SqlPiece =>
  sql`${notRemovedAdGroup} and ${inScopeSql(scope)}
    and ${idIn('g.advertiser_id', advertiser_ids)} and ${idIn('g.campaign_id', campaign_ids)}`

type ListScopeQuery = Pick<AdGroupQuery, 'advertiser_ids' | 'campaign_ids' | 'start_date' | 'end_date' | 'currency_code'>

/** The advertisers' currency if all share one. */
async function onlyCurrency({ database: { kysely }, scope }: Context, { advertiser_ids, campaign_ids }: ListScopeQuery) {
  const rows = await kysely
    .selectFrom('advertisers as a')
    .select('a.currency_code')
    .distinct()
    .where('a.deleted_at', 'is', null)
    .where(sql<boolean>`${inScopeSql(scope)}`)
    .$if(advertiser_ids !== undefined, (query) => query.where('a.advertiser_id', '=', anyOf(advertiser_ids ?? [])))
    .$if(campaign_ids !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('campaigns as c')
            .select('c.campaign_id')
            .whereRef('c.member_group_id', '=', 'a.member_group_id')
            .whereRef('c.advertiser_id', '=', 'a.advertiser_id')
            .where('c.campaign_id', '=', anyOf(campaign_ids ?? [])),
        ),
      ),
    )
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0]?.currency_code : undefined
}

/** Report scope of a list: its days, and the currency of its totals. */
export async function metricListScope(memberGroupId: number, query: ListScopeQuery, context: Context) {
  const { start_date, end_date, advertiser_ids, campaign_ids } = query
  const currency_code = query.currency_code ?? (await onlyCurrency(context, query))
  return resolveRatedReportScope(
    { member_group_id: memberGroupId, start_date, end_date, advertiser_ids, campaign_ids, currency_code },
    context,
  )
}

/** Currency and dates of the totals, common to all lists with metrics. */
export const totalsInfo = (reportScope: Awaited<ReturnType<typeof resolveRatedReportScope>>) => {
  const { currency_code, currency_digits, rates_of, settled_through } = scopeInfo(reportScope)
  return { currency_code, currency_digits, rates_of, settled_through }
}

/** Totals of a list, and their changes if it compares. */
export const totalsOf = ({ total, totals, changes }: Pick<MetricPage<never>, 'total' | 'totals' | 'changes'>) => ({
  total,
  totals,
  ...(changes && { changes }),
})

type AdGroupListQuery = Call<typeof adGroups.report>['body']

const namesField = ({ filters = [], sort = [] }: AdGroupQuery, name: string) => [...filters, ...sort].some((entry) => entry.field === name)

export async function adGroupsReport(context: Context, memberGroupId: number, query: AdGroupListQuery) {
  const reportScope = await metricListScope(memberGroupId, query, context)
  // Counts entities only for the page, unless the list filters or sorts by their number.
  const isCounted = namesField(query, 'entities')
  const entityCount = isCounted ? sql`, ${entityCountOf('g')} as entities` : sql``
  const page = await metricPage<AdGroupRead>(context, {
    reportScope,
    fields,
    query,
    keys: ['ad_group_id'],
    rowsSql: sql`select ${adGroupColumns}${entityCount} from ${adGroupTables} where ${requestedAdGroups(query, context.scope)}`,
    ...(!isCounted && { pageColumns: sql`${entityCountOf('page')} as entities` }),
  })
  const ids = page.rows.map(({ ad_group_id }) => ad_group_id)
  const servings = await adGroupServingOf(context, memberGroupId, ids)
  const strengths = await adGroupStrengths(context, memberGroupId, page.rows)
  const ad_groups = page.rows.flatMap((row, index) => {
    const serving = servings.get(row.ad_group_id)
    return serving ? [{ ...adGroupOf(row, serving, strengths[index] ?? noStrength), metrics: row.metrics }] : []
  })
  return { ad_groups, ...totalsOf(page), ...totalsInfo(reportScope) }
}

interface IdsQuery {
  readonly report: AdGroupQuery
  readonly from: number | undefined
  readonly max: number
}

/** Ids that match a list. Reads in the write transaction instead of the reports pool. */
export async function matchingAdGroupIds({ database, ...context }: Context, memberGroupId: number, { report: query, from, max }: IdsQuery) {
  const readContext = { ...context, database: { ...database, reports: database.kysely } }
  const reportScope = await metricListScope(memberGroupId, query, readContext)
  const page = await metricPage<AdGroupRead>(readContext, {
    reportScope,
    fields,
    keys: ['ad_group_id'],
    query: { filters: [...(query.filters ?? []), ...filterFromId('ad_group_id', from)], pagination: { start: 0, count: max } },
    rowsSql: sql`
      select ${adGroupColumns}, ${entityCountOf('g')} as entities
      from ${adGroupTables}
      where ${requestedAdGroups(query, context.scope)}`,
  })
  return page.rows.map(({ ad_group_id }) => ad_group_id)
}

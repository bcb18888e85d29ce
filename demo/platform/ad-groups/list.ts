import { sql } from 'kysely'
import type { AdGroupRow } from '../../../src/contract/ad-groups/ad-groups.ts'
import type { AdGroupQuestion } from '../../../src/contract/ad-groups/changes.ts'
import type { Serving } from '../../../src/contract/serving/serving.ts'
import { decimalOf, microsPerUnit } from '../../../src/contract/money/money.ts'
import { adGroupServingOf } from '../serving/read.ts'
import { type Stands, standsNowhere, strengthsIn } from './bid-strengths.ts'
import { adGroupColumns, adGroupTables, entitiesCounted, isThere } from './columns.ts'
import { inScope } from '../access/advertiser-scope.ts'
import { onwards } from '../sql/bulk-page.ts'
import type { Context, Scope } from '../context/context.ts'
import type { ListFields } from '../sql/list.ts'
import type { Piece } from '../sql/pieces.ts'
import { fullFrameOf, meaningOf } from '../reports/scope.ts'
import { figurePage } from '../reports/row-metrics.ts'

/** Fields of every ad group response. Money in micros. */
export interface AdGroupRead
  extends Omit<AdGroupRow, 'base_bid' | 'budget' | 'always_on' | 'serving' | keyof Stands | 'created_at' | 'metrics'> {
  readonly base_bid: number
  readonly budget: number | null
  readonly channel: string
  readonly created_at: Date
}

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

const anyOf = (column: string, ids: readonly number[] | undefined): Piece =>
  ids ? sql`${sql.ref(column)} = any(${[...ids]}::int[])` : sql`true`
const asked = ({ advertiser_ids, campaign_ids }: Pick<AdGroupQuestion, 'advertiser_ids' | 'campaign_ids'>, scope: Scope): Piece =>
  sql`${isThere} and ${inScope(scope)} and ${anyOf('g.advertiser_id', advertiser_ids)} and ${anyOf('g.campaign_id', campaign_ids)}`

const decimal = (micros: number) => decimalOf(BigInt(micros))

/** A row of the API, without metrics. */
export const adGroupOf = (row: AdGroupRead, serving: Serving, stands: Stands): Omit<AdGroupRow, 'metrics'> => ({
  ...{ ad_group_id: row.ad_group_id, member_group_id: row.member_group_id, advertiser_id: row.advertiser_id },
  ...{ advertiser_name: row.advertiser_name, campaign_id: row.campaign_id, campaign_name: row.campaign_name },
  ...{ name: row.name, status: row.status, bidding_type_id: row.bidding_type_id, base_bid: decimal(row.base_bid) },
  ...{ budget: row.budget === null ? null : decimal(row.budget), budget_period: row.budget_period },
  ...{ currency_code: row.currency_code, currency_digits: row.currency_digits },
  ...{ start_date: row.start_date, end_date: row.end_date, always_on: row.end_date === null },
  ...{ entities: row.entities, serving, ...stands, created_at: row.created_at.toISOString(), version: row.version },
})

type Framed = Pick<AdGroupQuestion, 'advertiser_ids' | 'campaign_ids' | 'start_date' | 'end_date' | 'currency_code'>

/** The advertisers' currency if all share one. */
async function onlyCurrency({ database: { kysely }, scope }: Context, { advertiser_ids, campaign_ids }: Framed) {
  const ofCampaigns = sql`exists (select from campaigns c where c.member_group_id = a.member_group_id and c.advertiser_id = a.advertiser_id and ${anyOf('c.campaign_id', campaign_ids)})`
  const { rows } = await sql<{ currency_code: string }>`
    select distinct a.currency_code::text as currency_code from advertisers a
    where a.deleted_at is null and ${inScope(scope)} and ${anyOf('a.advertiser_id', advertiser_ids)} and ${campaign_ids ? ofCampaigns : sql`true`} limit 2`.execute(
    kysely,
  )
  return rows.length === 1 ? rows[0]?.currency_code : undefined
}

/** Report scope of a list: its days, and the currency of its totals. */
export async function frameOfList(memberGroupId: number, question: Framed, context: Context) {
  const { start_date, end_date, advertiser_ids, campaign_ids } = question
  const currency_code = question.currency_code ?? (await onlyCurrency(context, question))
  return fullFrameOf({ member_group_id: memberGroupId, start_date, end_date, advertiser_ids, campaign_ids, currency_code }, context)
}

/** Currency and dates of the totals, common to all lists with metrics. */
export const totalsOf = (frame: Awaited<ReturnType<typeof fullFrameOf>>) => {
  const { currency_code, currency_digits, rates_of, settled_through } = meaningOf(frame)
  return { currency_code, currency_digits, rates_of, settled_through }
}

const namesField = ({ filters = [], sort = [] }: AdGroupQuestion, name: string) => [...filters, ...sort].some((one) => one.field === name)

export async function adGroupsReport(context: Context, memberGroupId: number, question: AdGroupQuestion) {
  const frame = await frameOfList(memberGroupId, question, context)
  // Counts entities only for the page, unless the list filters or sorts by their number.
  const isCounted = namesField(question, 'entities')
  const all = isCounted ? sql`, ${entitiesCounted('g')} as entities` : sql``
  const page = await figurePage<AdGroupRead>(context, {
    ...{ frame, fields, ask: question, keys: ['ad_group_id'] },
    things: sql`select ${adGroupColumns}${all} from ${adGroupTables} where ${asked(question, context.scope)}`,
    ...(!isCounted && { beside: sql`${entitiesCounted('page')} as entities` }),
  })
  const ids = page.rows.map(({ ad_group_id }) => ad_group_id)
  const [servings, strengths] = [await adGroupServingOf(context, memberGroupId, ids), await strengthsIn(context, memberGroupId, page.rows)]
  const ad_groups = page.rows.flatMap((row, index) => {
    const serving = servings.get(row.ad_group_id)
    return serving ? [{ ...adGroupOf(row, serving, strengths[index] ?? standsNowhere), metrics: row.metrics }] : []
  })
  return { ad_groups, total: page.total, totals: page.totals, ...totalsOf(frame) }
}

interface Wanted {
  readonly report: AdGroupQuestion
  readonly from: number | undefined
  readonly most: number
}

/** Ids that match a list. Reads in the write transaction instead of the reports pool. */
export async function adGroupIdsOf({ database, ...context }: Context, memberGroupId: number, { report: question, from, most }: Wanted) {
  const own = { ...context, database: { ...database, reports: database.kysely } }
  const frame = await frameOfList(memberGroupId, question, own)
  const page = await figurePage<AdGroupRead>(own, {
    ...{
      frame,
      fields,
      keys: ['ad_group_id'],
      ask: { filters: [...(question.filters ?? []), ...onwards('ad_group_id', from)], pagination: { start: 0, count: most } },
    },
    things: sql`select ${adGroupColumns}, ${entitiesCounted('g')} as entities from ${adGroupTables} where ${asked(question, context.scope)}`,
  })
  return page.rows.map(({ ad_group_id }) => ad_group_id)
}

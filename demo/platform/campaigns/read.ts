import { type RawBuilder, sql } from 'kysely'
import type { Attribution } from '../../../src/contract/campaigns/edits.ts'
import { budgetTypeIdOf, campaignStatusChoices } from '../../../src/contract/campaigns/campaigns.rules.ts'
import type { Campaign, CampaignAdGroup, CampaignRow } from '../../../src/contract/campaigns/campaigns.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { servingOf } from '../serving/read.ts'
import type { Context } from '../context/context.ts'
import { inScope } from '../access/advertiser-scope.ts'
import { notFound } from '../context/refusal.ts'
import { tenant } from '../sql/tenant.ts'

/** True if the client reviews campaigns before they serve. */
export async function reviewsCampaigns({ database: { kysely } }: Pick<Context, 'database'>, memberGroupId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select m.reviews_campaigns as is from member_groups m where m.member_group_id = ${memberGroupId}`.execute(kysely)
  return rows[0]?.is ?? false
}

/** Fields common to all campaign responses. */
type Base = Omit<CampaignRow, 'metrics' | 'spark'>
interface Row
  extends Omit<
    Base,
    | 'goal_roas'
    | 'budget'
    | 'budget_type_id'
    | 'always_on'
    | 'ad_groups'
    | 'entities'
    | 'serving'
    | 'choices'
    | 'submitted_at'
    | 'created_at'
  > {
  readonly time_zone: string
  readonly goal_hundredths: number | null
  readonly budget: string
  readonly created_at: Date
  readonly attribution: Attribution | null
  readonly campaign_template_id: number | null
  readonly insertion_order_id: number | null
  readonly submitted_at: Date | null
  readonly started_at: Date | null
}
interface Counts {
  readonly ad_groups: number
  readonly entities: number
}

const columns = sql`c.campaign_id, c.member_group_id, c.advertiser_id, a.name as advertiser_name, a.time_zone, a.currency_code, cu.digits as currency_digits,
  c.name, c.channel, c.status, c.review_status_id, c.review_comment, c.experience_id, c.flow, c.goal_type, c.goal_hundredths, c.budget::text as budget, c.budget_period,
  c.pacing, c.bidding_type_id, c.start_date, c.end_date, c.attribution, c.campaign_template_id, c.insertion_order_id, c.created_at, c.submitted_at, c.started_at, c.version`
const from = sql`from campaigns c join advertisers a on a.member_group_id = c.member_group_id and a.advertiser_id = c.advertiser_id
  join currencies cu on cu.currency_code = a.currency_code where c.deleted_at is null and a.deleted_at is null`

/** Number of ad groups, and of distinct entities in them, by campaign. */
async function countsOf({ database: { kysely } }: Context, memberGroupId: number, ids: readonly number[]) {
  const { rows } = await sql<Counts & { campaign_id: number }>`
    select g.campaign_id, count(*)::int as ad_groups, coalesce(max(e.entities), 0)::int as entities from ad_groups g
    left join (select own.campaign_id, count(distinct own.entity_id) as entities from ad_group_entities own
      join ad_groups at on at.member_group_id = own.member_group_id and at.ad_group_id = own.ad_group_id and at.deleted_at is null
      where own.member_group_id = ${memberGroupId} and own.campaign_id = any(${[...ids]}::int[]) group by own.campaign_id) e on e.campaign_id = g.campaign_id
    where g.member_group_id = ${memberGroupId} and g.campaign_id = any(${[...ids]}::int[]) and g.deleted_at is null group by g.campaign_id`.execute(
    kysely,
  )
  return new Map(rows.map((row) => [row.campaign_id, row] as const))
}

/** The `goal_roas` of the API. The column stores hundredths. */
export const goalOf = (hundredths: number | null) => (hundredths === null ? null : decimalOf(BigInt(hundredths) * 10_000n))

async function rowsWhere(context: Context, place: RawBuilder<unknown>) {
  const { rows } = await sql<Row>`select ${columns} ${from} and ${place}`.execute(context.database.kysely)
  return rows
}

/** Rows with counts and serving status. */
async function withCounts(
  context: Context,
  memberGroupId: number,
  rows: readonly Row[],
): Promise<{ row: Row; base: Base; isReviewed: boolean }[]> {
  const ids = rows.map(({ campaign_id }) => campaign_id)
  if (ids.length === 0) return []
  const counts = await countsOf(context, memberGroupId, ids)
  const serving = await servingOf(context, memberGroupId, ids)
  const isReviewed = await reviewsCampaigns(context, memberGroupId)
  return rows.map((row) => {
    const { time_zone, goal_hundredths, attribution, campaign_template_id, insertion_order_id, submitted_at, started_at, ...kept } = row
    const { ad_groups = 0, entities = 0 } = counts.get(row.campaign_id) ?? {}
    const serves = serving.get(row.campaign_id)
    if (!serves) throw new Error(`No serving status for campaign ${row.campaign_id}`)
    const base: Base = {
      ...kept,
      goal_roas: goalOf(goal_hundredths),
      budget: decimalOf(BigInt(row.budget)),
      budget_type_id: budgetTypeIdOf(row.budget_period),
      always_on: row.end_date === null,
      ad_groups,
      entities,
      serving: serves,
      choices: [...campaignStatusChoices(row.status, { isNotStarted: started_at === null, isReviewed })],
      submitted_at: submitted_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    }
    return { row, base, isReviewed }
  })
}

/** Campaigns in the order of `ids`, with the advertiser's time zone. Unknown ids are omitted. */
export async function campaignsById(context: Context, memberGroupId: number, ids: readonly number[]) {
  const place = sql`c.member_group_id = ${memberGroupId} and c.campaign_id = any(${[...ids]}::int[])`
  const found = await withCounts(context, memberGroupId, await rowsWhere(context, place))
  const byId = new Map(found.map(({ base, row }) => [base.campaign_id, { base, zone: row.time_zone }] as const))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

interface CampaignRef {
  readonly campaignId: number
  readonly advertiserId?: number
}

/** SQL condition for one campaign within the caller's scope. */
const campaignCondition = ({ scope }: Context, { campaignId, advertiserId }: CampaignRef) =>
  sql`${inScope(scope)} and c.campaign_id = ${campaignId} and ${advertiserId === undefined ? sql`true` : sql`c.advertiser_id = ${advertiserId}`}`

export async function fullCampaign(context: Context, named: CampaignRef): Promise<Campaign> {
  const [found] = await withCounts(context, tenant(context), await rowsWhere(context, campaignCondition(context, named)))
  if (!found) throw notFound('Campaign')
  const { base, row, isReviewed } = found
  return {
    ...base,
    time_zone: row.time_zone,
    reviews_campaigns: isReviewed,
    attribution: row.attribution,
    campaign_template_id: row.campaign_template_id,
    insertion_order_id: row.insertion_order_id,
    started_at: row.started_at?.toISOString() ?? null,
  }
}

interface AdGroupRow extends Omit<CampaignAdGroup, 'base_bid' | 'budget'> {
  readonly base_bid: string
  readonly budget: string | null
}

export async function adGroupsOf(context: Context, named: CampaignRef): Promise<CampaignAdGroup[]> {
  const { rows } = await sql<AdGroupRow>`
    select g.ad_group_id, g.campaign_id, g.name, g.status, g.base_bid::text as base_bid, g.budget::text as budget, a.currency_code, g.version,
      (select count(*)::int from ad_group_entities e where e.member_group_id = g.member_group_id and e.ad_group_id = g.ad_group_id) as entities
    from ad_groups g join campaigns c on c.member_group_id = g.member_group_id and c.campaign_id = g.campaign_id
    join advertisers a on a.member_group_id = c.member_group_id and a.advertiser_id = c.advertiser_id
    where g.deleted_at is null and c.deleted_at is null and a.deleted_at is null and ${campaignCondition(context, named)} order by g.ad_group_id`.execute(
    context.database.kysely,
  )
  return rows.map((row) => ({
    ...row,
    base_bid: decimalOf(BigInt(row.base_bid)),
    budget: row.budget === null ? null : decimalOf(BigInt(row.budget)),
  }))
}

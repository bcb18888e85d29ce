import { sql } from 'kysely'
import { budgetTypeIdOf, campaignStatusChoices } from '../../../src/contract/campaigns/campaigns.rules.ts'
import type { Campaign, CampaignAdGroup, CampaignRow } from '../../../src/contract/campaigns/campaigns.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { servingOf } from '../serving/read.ts'
import type { Context } from '../context/context.ts'
import { inScopeSql } from '../access/advertiser-scope.ts'
import { notFound } from '../context/refusal.ts'
import { anyOf } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'
import { builtInPacings } from '../../../src/contract/budgets/budgets.rules.ts'
import type { Database } from '../database/database.ts'

/** True if the client reviews campaigns before they serve. */
export async function reviewsCampaigns({ database: { kysely } }: Pick<Context, 'database'>, memberGroupId: number): Promise<boolean> {
  const client = await kysely
    .selectFrom('member_groups')
    .select('reviews_campaigns')
    .where('member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  return client?.reviews_campaigns ?? false
}

/** Fields common to all campaign responses. */
type Base = Omit<CampaignRow, 'metrics' | 'spark'>

/** Campaigns that are not removed, with their advertisers. */
const campaignsFrom = ({ database: { kysely } }: Pick<Context, 'database'>) =>
  kysely
    .selectFrom('campaigns as c')
    .innerJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'c.member_group_id').onRef('a.advertiser_id', '=', 'c.advertiser_id'),
    )
    .where('c.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)

/** The query of campaigns with the columns of every response, for further conditions. */
const campaignRows = (context: Pick<Context, 'database'>) =>
  campaignsFrom(context)
    .innerJoin('currencies as cu', 'cu.currency_code', 'a.currency_code')
    .select([
      'c.campaign_id',
      'c.member_group_id',
      'c.advertiser_id',
      'a.name as advertiser_name',
      'a.time_zone',
      'a.currency_code',
      'cu.digits as currency_digits',
      'c.name',
      'c.channel',
      'c.status',
      'c.review_status_id',
      'c.review_comment',
      'c.experience_id',
      'c.flow',
      'c.goal_type',
      'c.goal_hundredths',
      'c.budget',
      'c.budget_period',
      'c.pacing',
      'c.bidding_type_id',
      'c.start_date',
      'c.end_date',
      'c.attribution',
      'c.campaign_template_id',
      'c.insertion_order_id',
      'c.created_at',
      'c.submitted_at',
      'c.started_at',
      'c.version',
    ])
    .$narrowType<Pick<Campaign, LimitedColumn>>()

/** The columns whose values the rules of campaigns limit. */
type LimitedColumn = 'status' | 'review_status_id' | 'flow' | 'goal_type' | 'budget_period' | 'bidding_type_id' | 'attribution'
type Row = Awaited<ReturnType<ReturnType<typeof campaignRows>['execute']>>[number]

/** Number of ad groups, and of distinct entities in them, by campaign. */
async function countsOf({ database: { kysely } }: Context, memberGroupId: number, ids: readonly number[]) {
  const entities = kysely
    .selectFrom('ad_group_entities as own')
    .innerJoin('ad_groups as at', (join) =>
      join
        .onRef('at.member_group_id', '=', 'own.member_group_id')
        .onRef('at.ad_group_id', '=', 'own.ad_group_id')
        .on('at.deleted_at', 'is', null),
    )
    .select(({ fn }) => ['own.campaign_id', fn.count<number>('own.entity_id').distinct().as('entities')])
    .where('own.member_group_id', '=', memberGroupId)
    .where('own.campaign_id', '=', anyOf(ids))
    .groupBy('own.campaign_id')
    .as('e')
  const rows = await kysely
    .selectFrom('ad_groups as g')
    .leftJoin(entities, 'e.campaign_id', 'g.campaign_id')
    .select(({ fn }) => [
      'g.campaign_id',
      fn.countAll<number>().as('ad_groups'),
      fn.coalesce(fn.max<number | null>('e.entities'), sql<number>`0`).as('entities'),
    ])
    .where('g.member_group_id', '=', memberGroupId)
    .where('g.campaign_id', '=', anyOf(ids))
    .where('g.deleted_at', 'is', null)
    .groupBy('g.campaign_id')
    .execute()
  return new Map(rows.map((row) => [row.campaign_id, row] as const))
}

/** The `goal_roas` of the API. The column stores hundredths. */
export const goalOf = (hundredths: number | null) => (hundredths === null ? null : decimalOf(BigInt(hundredths) * 10_000n))

/** Rows with counts and serving status. */
async function withCounts(
  context: Context,
  memberGroupId: number,
  rows: readonly Row[],
): Promise<{ row: Row; base: Base; clientReviewsCampaigns: boolean }[]> {
  const ids = rows.map(({ campaign_id }) => campaign_id)
  if (ids.length === 0) return []
  const counts = await countsOf(context, memberGroupId, ids)
  const serving = await servingOf(context, memberGroupId, ids)
  const clientReviewsCampaigns = await reviewsCampaigns(context, memberGroupId)
  return rows.map((row) => {
    const { time_zone, goal_hundredths, attribution, campaign_template_id, insertion_order_id, submitted_at, started_at, ...stored } = row
    const { ad_groups = 0, entities = 0 } = counts.get(row.campaign_id) ?? {}
    const serves = serving.get(row.campaign_id)
    if (!serves) throw new Error(`No serving status for campaign ${row.campaign_id}`)
    const base: Base = {
      ...stored,
      goal_roas: goalOf(goal_hundredths),
      budget: decimalOf(BigInt(row.budget)),
      budget_type_id: budgetTypeIdOf(row.budget_period),
      always_on: row.end_date === null,
      ad_groups,
      entities,
      serving: serves,
      choices: [...campaignStatusChoices(row.status, { isNotStarted: started_at === null, clientReviewsCampaigns })],
      submitted_at: submitted_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    }
    return { row, base, clientReviewsCampaigns }
  })
}

/** Campaigns in the order of `ids`, with the advertiser's time zone. Unknown ids are omitted. */
export async function campaignsById(context: Context, memberGroupId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await campaignRows(context).where('c.member_group_id', '=', memberGroupId).where('c.campaign_id', '=', anyOf(ids)).execute()
  const found = await withCounts(context, memberGroupId, rows)
  const byId = new Map(found.map(({ base, row }) => [base.campaign_id, { base, zone: row.time_zone }] as const))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

interface CampaignRef {
  readonly campaignId: number
  readonly advertiserId?: number
}

/** SQL condition for one campaign within the caller's scope. */
const campaignCondition = ({ scope }: Context, { campaignId, advertiserId }: CampaignRef) => {
  const isNamed = sql<boolean>`${inScopeSql(scope)} and c.campaign_id = ${campaignId}`
  return advertiserId === undefined ? isNamed : sql<boolean>`${isNamed} and c.advertiser_id = ${advertiserId}`
}

async function orderNameOf({ database: { kysely } }: Context, insertionOrderId: number | null): Promise<string | null> {
  if (insertionOrderId === null) return null
  const order = await kysely
    .selectFrom('insertion_orders')
    .select('name')
    .where('insertion_order_id', '=', insertionOrderId)
    .executeTakeFirst()
  return order?.name ?? null
}

export async function fullCampaign(context: Context, path: CampaignRef): Promise<Campaign> {
  const rows = await campaignRows(context).where(campaignCondition(context, path)).execute()
  const [found] = await withCounts(context, tenant(context), rows)
  if (!found) throw notFound('Campaign')
  const { base, row, clientReviewsCampaigns } = found
  return {
    ...base,
    time_zone: row.time_zone,
    reviews_campaigns: clientReviewsCampaigns,
    attribution: row.attribution,
    campaign_template_id: row.campaign_template_id,
    insertion_order_id: row.insertion_order_id,
    insertion_order_name: await orderNameOf(context, row.insertion_order_id),
    started_at: row.started_at?.toISOString() ?? null,
  }
}

export async function adGroupsOf(context: Context, path: CampaignRef): Promise<CampaignAdGroup[]> {
  const rows = await campaignsFrom(context)
    .innerJoin('ad_groups as g', (join) =>
      join.onRef('g.member_group_id', '=', 'c.member_group_id').onRef('g.campaign_id', '=', 'c.campaign_id'),
    )
    .select(({ selectFrom }) => [
      'g.ad_group_id',
      'g.campaign_id',
      'g.name',
      'g.status',
      'g.base_bid',
      'g.budget',
      'a.currency_code',
      'g.version',
      selectFrom('ad_group_entities as e')
        .select(({ fn }) => fn.countAll<number>().as('entities'))
        .whereRef('e.member_group_id', '=', 'g.member_group_id')
        .whereRef('e.ad_group_id', '=', 'g.ad_group_id')
        .$asScalar()
        .$notNull()
        .as('entities'),
    ])
    .where('g.deleted_at', 'is', null)
    .where(campaignCondition(context, path))
    .orderBy('g.ad_group_id')
    .$narrowType<Pick<CampaignAdGroup, 'status'>>()
    .execute()
  return rows.map((row) => ({
    ...row,
    base_bid: decimalOf(BigInt(row.base_bid)),
    budget: row.budget === null ? null : decimalOf(BigInt(row.budget)),
  }))
}

/** A client's own pacing options with their curves, by name. */
export async function ownPacings({ kysely }: Pick<Database, 'kysely'>, memberGroupId: number): Promise<ReadonlyMap<string, number[]>> {
  const rows = await kysely
    .selectFrom('pacings')
    .select(['name', 'curve'])
    .where('member_group_id', '=', memberGroupId)
    .orderBy('name')
    .execute()
  return new Map(rows.map(({ name, curve }) => [name, curve] as const))
}

/** The pacing options of a client: the built-in ones, then its own. */
export const allPacings = (own: Iterable<string>): string[] => [...builtInPacings, ...own]
export const pacingsOf = async (database: Pick<Database, 'kysely'>, memberGroupId: number) =>
  allPacings((await ownPacings(database, memberGroupId)).keys())

import { sql } from 'kysely'
import type { AdGroup, AdGroupBudget, AdGroupPcl } from '../../../src/contract/ad-groups/ad-groups.ts'
import { maxAdGroupBudget, adGroupStatusOptions } from '../../../src/contract/ad-groups/ad-groups.rules.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { pclDays, spendLevel } from '../../../src/contract/bids/pcl.rules.ts'
import { type CampaignConstraints, campaignWithConstraints, spentOfAdGroups } from './constraints.ts'
import { adGroupServingOf } from '../serving/read.ts'
import { noStrength, adGroupStrengths } from './bid-strengths.ts'
import { adGroupColumns, adGroupTables, entityCountOf, notRemovedAdGroup, type AdGroupRead, adGroupOf } from './row.ts'
import { daysBefore } from '../advertisers/spend.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import { targetingParseError, parseTargeting, unparsedTargeting } from '../targeting/check.ts'

/** Ids from the request path. */
export interface AdGroupPath {
  readonly memberGroupId: number
  readonly advertiserId: number
  readonly adGroupId: number
}
type Read = AdGroupRead & { readonly pacing: string | null; readonly targeting: unknown }
type Period = AdGroup['runs']['budget_period']

async function readOne({ database: { kysely } }: Context, { memberGroupId, advertiserId, adGroupId }: AdGroupPath): Promise<Read> {
  const { rows } = await sql<Read>`
    select ${adGroupColumns}, g.pacing, g.targeting, ${entityCountOf('g')} as entities
    from ${adGroupTables}
    where g.member_group_id = ${memberGroupId} and g.advertiser_id = ${advertiserId} and g.ad_group_id = ${adGroupId}
      and ${notRemovedAdGroup}`.execute(kysely)
  if (!rows[0]) throw notFound('Ad group')
  return rows[0]
}

async function readWithCampaign(context: Context, path: AdGroupPath) {
  const row = await readOne(context, path)
  const campaign = await campaignWithConstraints(context, path.memberGroupId, path.advertiserId, row.campaign_id, 'read')
  const serving = (await adGroupServingOf(context, path.memberGroupId, [row.ad_group_id])).get(row.ad_group_id)
  if (!serving) throw notFound('Ad group')
  return { row, campaign, serving }
}

const periodOf = (period: string) => period as Period // the platform writes valid periods only

const campaignOf = ({
  status,
  review_status_id,
  budget,
  budget_period,
  pacing,
  start_date,
  end_date,
}: CampaignConstraints): AdGroup['campaign'] => ({
  status,
  review_status_id,
  pacing,
  start_date,
  end_date,
  budget: decimalOf(budget),
  budget_period: periodOf(budget_period),
})

/** Effective settings: the ad group's own, or its campaign's. */
function effectiveSettings(row: Read, { budget, budget_period, pacing, start_date, end_date }: CampaignConstraints): AdGroup['runs'] {
  const ownBudget = row.budget === null ? null : decimalOf(BigInt(row.budget))
  return {
    budget: ownBudget ?? decimalOf(budget),
    budget_period: periodOf((ownBudget && row.budget_period) ?? budget_period),
    pacing: row.pacing ?? pacing,
    start_date: row.start_date ?? start_date,
    end_date: row.end_date ?? end_date,
  }
}

/** One ad group with its effective settings (`runs`), bid limits and the statuses that it can change to (`choices`). */
export async function adGroupDetail(context: Context, path: AdGroupPath): Promise<AdGroup> {
  const { row, campaign, serving } = await readWithCampaign(context, path)
  const [strength = noStrength] = await adGroupStrengths(context, path.memberGroupId, [row])
  const targeting = parseTargeting(row.targeting)
  if (targeting === unparsedTargeting) throw targetingParseError()
  return {
    ...adGroupOf(row, serving, strength),
    pacing: row.pacing,
    targeting,
    time_zone: campaign.time_zone,
    runs: effectiveSettings(row, campaign),
    campaign: campaignOf(campaign),
    min_bid: decimalOf(campaign.limits.min_bid),
    max_bid: campaign.limits.max_bid === null ? null : decimalOf(campaign.limits.max_bid),
    spent: serving.spent_period,
    choices: [...adGroupStatusOptions(row.status, campaign.hasStarted)],
  }
}

/** Budget, spend and budget limits of an ad group. */
export async function adGroupBudgetState(context: Context, path: AdGroupPath): Promise<AdGroupBudget> {
  const { row, campaign, serving } = await readWithCampaign(context, path)
  const { budget, budget_period } = effectiveSettings(row, campaign)
  const spentTotal = (await spentOfAdGroups(context, path.memberGroupId, [row.ad_group_id])).get(row.ad_group_id) ?? 0n
  const remainingMicros = microsOf(budget) - microsOf(serving.spent_period)
  const maxBudget = maxAdGroupBudget(budget_period, row, campaign)
  return {
    ad_group_id: row.ad_group_id,
    currency_code: row.currency_code,
    budget,
    budget_period,
    is_own: row.budget !== null,
    spent_period: serving.spent_period,
    remaining: decimalOf(remainingMicros > 0n ? remainingMicros : 0n),
    budget_today: serving.budget_today,
    // A one-time budget cannot be lower than what is spent already.
    least: decimalOf(budget_period === 'One Time' ? spentTotal : 0n),
    most: maxBudget === null ? null : decimalOf(maxBudget),
  }
}

interface AdGroupSpend {
  readonly ad_group_id: number
  readonly total: string
  /** The total in micros of a US dollar; null without an exchange rate. */
  readonly total_usd: number | null
}

/** Level of the ad group's spend among the client's ad groups. The spend of other ad groups is confidential and not returned. */
export async function adGroupSpendLevel(context: Context, path: AdGroupPath): Promise<AdGroupPcl> {
  const row = await readOne(context, path)
  const days = daysBefore(context.now(), pclDays)
  const { rows } = await sql<AdGroupSpend>`
    with rates as (
      select distinct on (currency_code) currency_code, per_usd::float8 as per_usd
      from exchange_rates
      order by currency_code, day desc
    )
    select
      f.ad_group_id,
      sum(f.cost)::text as total,
      sum(f.cost::float8 / coalesce(r.per_usd, case when f.currency_code = 'USD' then 1 end)) as total_usd
    from facts_daily f
    left join rates r on r.currency_code = f.currency_code
    where f.member_group_id = ${path.memberGroupId} and f.day between ${days.start_date}::date and ${days.end_date}::date
    group by f.ad_group_id`.execute(context.database.kysely)
  const groupSpend = rows.find(({ ad_group_id }) => ad_group_id === row.ad_group_id)
  const totalUsd = groupSpend ? groupSpend.total_usd : 0
  const peers = rows.flatMap((peer) => peer.total_usd ?? [])
  return {
    ad_group_id: row.ad_group_id,
    currency_code: row.currency_code,
    ...days,
    pcl: totalUsd === null ? null : spendLevel(totalUsd, peers),
    spend: decimalOf(BigInt(groupSpend?.total ?? 0)),
  }
}

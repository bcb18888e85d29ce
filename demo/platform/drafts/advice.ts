import { sql } from 'kysely'
import { budgetLookbackDays } from '../../../src/contract/budgets/recommendations.rules.ts'
import type { campaignDrafts } from '../../../src/contract/drafts/drafts.ts'
import type { Call, Result } from '../../../src/contract/endpoint.ts'
import { amountOf, decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { pclDays, spendLevel } from '../../../src/contract/bids/pcl.rules.ts'
import type { Targeting } from '../../../src/contract/targeting/targetings.ts'
import { daysBefore, advertiserSpends } from '../advertisers/spend.ts'
import { channelOf, requireValidTime, recommend } from '../money/budget-recommendations.ts'
import { draftConstraintsOf } from './constraints.ts'
import { type DraftPath, draftOf } from './read.ts'
import { ownPacings } from '../campaigns/read.ts'
import { draftProjection } from './plan.ts'
import type { Context } from '../context/context.ts'
import { estimateReach } from '../targeting/check.ts'

type Pcl = Result<typeof campaignDrafts.pcl>
type Recommended = Result<typeof campaignDrafts.budgetRecommendations>
type BudgetRequest = NonNullable<Call<typeof campaignDrafts.budgetRecommendations>['body']>

/** Spend of each of the client's campaigns in US dollars, and the dollar rate of `currencyCode`. */
async function campaignSpends({ database: { kysely }, now }: Context, memberGroupId: number, currencyCode: string) {
  const days = daysBefore(now(), pclDays)
  const rates = sql`
    rates as (
      select distinct on (currency_code) currency_code, per_usd::float8 as per_usd
      from exchange_rates order by currency_code, day desc)`
  const perUsd = (code: unknown) =>
    sql`coalesce((select per_usd from rates where rates.currency_code = ${code}), case when ${code} = 'USD' then 1 end)`
  const { rows } = await sql<{ total_usd: number | null }>`
    with ${rates}, spent as (select f.campaign_id, f.currency_code, sum(f.cost)::float8 as cost from facts_daily f
      where f.member_group_id = ${memberGroupId} and f.day between ${days.start_date}::date and ${days.end_date}::date
      group by 1, 2 having sum(f.cost) > 0)
    select sum(s.cost / ${perUsd(sql.ref('s.currency_code'))}) as total_usd from spent s group by s.campaign_id`.execute(kysely)
  const rateRow = await sql<{ per_usd: number | null }>`with ${rates} select ${perUsd(sql`${currencyCode}::text`)} as per_usd`.execute(
    kysely,
  )
  return { days, peers: rows.flatMap(({ total_usd }) => total_usd ?? []), perUsd: rateRow.rows[0]?.per_usd ?? null }
}

/** Level of the draft's planned 30-day spend among the client's campaigns. */
export async function draftSpendLevel(context: Context, path: DraftPath): Promise<Pcl> {
  const draft = await draftOf(context.database, path)
  const { today } = await draftConstraintsOf(context, draft)
  const time = { today, minutesGone: 0, minutesInDay: 1440 }
  const { days, peers, perUsd } = await campaignSpends(context, draft.member_group_id, draft.currency_code)
  const curves = await ownPacings(context.database, draft.member_group_id)
  const spend = draftProjection(draft, time, curves, [], pclDays)?.spend ?? null
  const pcl = spend === null || perUsd === null ? null : spendLevel(Number(spend) / perUsd, peers)
  const { campaign_draft_uuid, currency_code } = draft
  return { campaign_draft_uuid, pcl, currency_code, spend: spend === null ? null : decimalOf(spend), ...days }
}

/** Targeting reduces a recommended budget to at least this percentage. */
const minPercent = 10

/** Share of people that the targeting reaches, in percent. A smaller audience needs a smaller budget. */
async function percentOf({ database }: Context, path: DraftPath, experienceId: number | null, targeting: Targeting | null) {
  if (!targeting || targeting.groups.length === 0) return 100n
  const targetingScope = { memberGroupId: path.memberGroupId, experienceId: experienceId ?? undefined }
  const { least, most, out_of } = await estimateReach(database, targetingScope, targeting)
  if (out_of === 0) return 100n
  const people = ((least ?? 0) + (most ?? 0)) / 2
  return BigInt(Math.min(Math.max(Math.round((people / out_of) * 100), minPercent), 100))
}

/** The recommended budget of a draft, reduced by the reach of its targeting. */
export async function draftBudget(context: Context, path: DraftPath, request: BudgetRequest): Promise<Recommended> {
  const draft = await draftOf(context.database, path)
  const { budget_type_id, start_date, end_date = null } = request
  requireValidTime({ budget_type_id, start_date, end_date }, '')
  const experienceId = request.experience_id === undefined ? draft.experience_id : request.experience_id
  const channel = experienceId === null ? (draft.data.channel ?? null) : await channelOf(context, path.memberGroupId, experienceId)
  const spends = await advertiserSpends(context, path.memberGroupId, daysBefore(context.now(), budgetLookbackDays), channel)
  const query = { advertiser_id: draft.advertiser_id, budget_type_id, start_date, end_date }
  const { budget, ...recommendation } = recommend(spends, context.scope, experienceId, query)
  const percent = await percentOf(
    context,
    path,
    experienceId,
    request.targeting === undefined ? (draft.data.targeting ?? null) : request.targeting,
  )
  const digits = spends.find(({ advertiser_id }) => advertiser_id === draft.advertiser_id)?.digits ?? 2
  return { ...recommendation, budget: budget === null ? null : amountOf((microsOf(budget) * percent) / 100n, digits) }
}

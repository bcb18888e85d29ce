import { sql } from 'kysely'
import type { CampaignDraft, DraftEstimate } from '../../../src/contract/drafts/drafts.ts'
import type { CampaignDraftData } from '../../../src/contract/drafts/drafts.data.ts'
import { clockOf } from '../sql/days.ts'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { amountOf, decimalOf, microsOf, maxAmount } from '../../../src/contract/money/money.ts'
import type { Projection, SharedMoney } from '../serving/projection.rules.ts'
import { noTargeting } from '../../../src/contract/targeting/targetings.ts'
import { bidLimitsOf } from '../../../src/contract/drafts/amounts.rules.ts'
import type { DraftConstraints } from '../../../src/contract/drafts/constraints.ts'
import { competitivenessIds } from '../../../src/contract/statuses.ts'
import { draftConstraintsOf } from './constraints.ts'
import { ownPacings } from '../campaigns/read.ts'
import { draftProjection, typedMicros } from './plan.ts'
import { draftProblems } from './problems.ts'
import { type DraftPath, draftOf } from './read.ts'
import type { Context } from '../context/context.ts'
import { Refused } from '../context/refusal.ts'
import { limitInForceSql } from '../spend-limits/raised.ts'
import { estimateReach } from '../targeting/check.ts'
import { adGroupStrength } from '../ad-groups/bid-strengths.ts'

type Bid = DraftEstimate['bid']
const noBid: Bid = {
  competitiveness: 'NoData',
  competitiveness_id: competitivenessIds.NoData,
  strength: null,
  recommended_bid: null,
  min_bid: null,
  lacks_rate_of: null,
}

/** Strength of the draft's bid, or of its ad groups' first bid if the draft has none. */
async function draftBid(context: Context, draft: CampaignDraft, constraints: DraftConstraints): Promise<Bid> {
  const { data, member_group_id, advertiser_id, ad_group_drafts } = draft
  const limits = bidLimitsOf(data, constraints)
  if (!limits || !data.channel) return { ...noBid, min_bid: limits?.min_bid ?? null }
  const typed = [data.base_bid, ...ad_group_drafts.map((group) => group.data.base_bid)]
  const bid = typed.find((amount) => typedMicros(amount) !== null)
  const bidder = { channel: data.channel, advertiser_id, bidding_type_id: limits.bidding_type_id }
  const money = { currency_code: constraints.currency_code, digits: constraints.currency_digits }
  const bidLimits = { min_bid: microsOf(limits.min_bid), max_bid: limits.max_bid === null ? null : microsOf(limits.max_bid) }
  const strength = await adGroupStrength(
    context,
    member_group_id,
    { ...bidder, ...money, limits: bidLimits },
    bid?.trim() ?? limits.min_bid,
  )
  // Without an exchange rate there is no bid strength, but the rest of the estimate is returned.
  if ('lacks' in strength) return { ...noBid, min_bid: limits.min_bid, lacks_rate_of: strength.lacks }
  const { currency_code: _, ...bidStrength } = strength
  // Without a bid there is no strength, only a recommendation.
  return bid === undefined
    ? { ...noBid, recommended_bid: bidStrength.recommended_bid, min_bid: bidStrength.min_bid }
    : { ...bidStrength, lacks_rate_of: null }
}

/**
 * The advertiser's remaining funds and limit, and what remains of the insertion order, in micros. `lately` is the spend of the
 * seven days before today, `order_end` the last day of the order if its campaigns stop then.
 */
type Row = Readonly<Record<'funds' | 'limit_left' | 'lately' | 'order_left' | 'order_lately' | 'order_end', string | null>>

async function remainingMoney(
  { database: { kysely } }: Context,
  { member_group_id, advertiser_id, data }: CampaignDraft,
  { today, insertion_orders }: Pick<DraftConstraints, 'today' | 'insertion_orders'>,
) {
  // The estimate says no more of an order than the draft's options do.
  const known = insertion_orders.find(
    ({ insertion_order_id, remaining }) => insertion_order_id === data.insertion_order_id && remaining !== null,
  )
  const order = sql`${known?.insertion_order_id ?? null}::int`
  const { rows } = await sql<Row>`
    with ordered as (
      select (select coalesce(sum(l.micros), 0) from insertion_order_line_spend l
          where l.member_group_id = ${member_group_id} and l.insertion_order_id = ${order}) as spent,
        (select coalesce(sum(p.micros), 0) from insertion_order_spend p
          where p.member_group_id = ${member_group_id} and p.insertion_order_id = ${order}
            and p.day between ${today}::date - 7 and ${today}::date - 1) as lately)
    select b.balance::text as funds, (${limitInForceSql} - coalesce(b.spent - b.invoiced, 0))::text as limit_left,
      (o.total - ordered.spent)::text as order_left, ordered.lately::text as order_lately,
      case when og.at_end is distinct from 'funds' then o.end_date end::text as order_end,
      (select sum(micros)::text from spend_days s where s.member_group_id = a.member_group_id and s.advertiser_id = a.advertiser_id
        and s.day between ${today}::date - 7 and ${today}::date - 1) as lately
    from advertisers a cross join ordered
    left join advertiser_balances b using (member_group_id, advertiser_id)
    left join spend_limits l using (member_group_id, advertiser_id)
    left join insertion_orders o on o.member_group_id = a.member_group_id and o.insertion_order_id = ${order}
    left join insertion_order_configs og on og.member_group_id = o.member_group_id
    where a.member_group_id = ${member_group_id} and a.advertiser_id = ${advertiser_id}`.execute(kysely)
  return rows[0]
}

const positive = (text: string | null | undefined) => maxAmount(BigInt(text ?? 0), 0n)

/** Limits that the draft would share with running campaigns: insertion order, funds and spend limit. */
function sharedLimits(row: Row | undefined): SharedMoney[] {
  const dailyAverage = (lately: string | null | undefined) => BigInt(lately ?? 0) / 7n
  const limitOf = (limit: SharedMoney['limit'], remaining: string | null | undefined, lately: string | null | undefined): SharedMoney[] =>
    remaining == null ? [] : [{ limit, remaining: positive(remaining), otherSpend: dailyAverage(lately) }]
  const ends = row?.order_end ? ({ limit: 'order_end', day: row.order_end } as const) : undefined
  return [
    ...limitOf('insertion_order', row?.order_left, row?.order_lately).map((money) => ({ ...money, ends })),
    ...limitOf('funds', row?.funds ?? '0', row?.lately),
    ...limitOf('spend_limit', row?.limit_left, row?.lately),
  ]
}

/** Maximum number of days with a sum. */
const maxSums = 60

/** Indexes of evenly spaced days, and of the first one. */
function sampledDays(dayCount: number): number[] {
  const count = Math.min(dayCount, maxSums)
  const ends = Array.from({ length: count }, (_, index) => Math.ceil(((index + 1) * dayCount) / count) - 1)
  return [...new Set([0, ...ends])]
}

/** Running sums of the daily spend: of all days, or evenly spaced if there are many. */
function spendSums({ start_date, days }: Projection, digits: number): DraftEstimate['spend_sums'] {
  let total = 0n
  const totals = days.map((micros) => {
    total += micros
    return total
  })
  if (totals.length === 0) return []
  return sampledDays(totals.length).map((index) => ({ day: addDays(start_date, index), spend: amountOf(totals[index] ?? 0n, digits) }))
}

/** Spend of the first day and of the whole run, its running sums, and the limit that ends it. */
function spendOf(projection: Projection | null, digits: number): Pick<DraftEstimate, 'spend' | 'spend_sums' | 'run_out' | 'binds'> {
  if (projection === null) return { spend: { per_day: null, whole: null }, spend_sums: [], run_out: null, binds: null }
  const { days, spend, is_whole, end_date, run_out, binds } = projection
  return {
    spend: { per_day: amountOf(days[0] ?? 0n, digits), whole: is_whole && end_date !== null ? amountOf(spend, digits) : null },
    spend_sums: spendSums(projection, digits),
    run_out: run_out && { limit: run_out.limit, day: run_out.day },
    binds,
  }
}

/** A targeting with unknown dimensions has no reach; validation reports them. */
async function reachOf({ database }: Context, { member_group_id, experience_id, data }: CampaignDraft): Promise<DraftEstimate['reach']> {
  const targetingScope = { memberGroupId: member_group_id, experienceId: experience_id ?? undefined }
  try {
    const reach = await estimateReach(database, targetingScope, data.targeting ?? noTargeting)
    return reach.out_of === 0 ? null : reach
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** Estimate for the panel next to the builder's steps: saved data, overridden by unsaved data. */
export async function draftEstimate(context: Context, path: DraftPath, typed: CampaignDraftData = {}): Promise<DraftEstimate> {
  const saved = await draftOf(context.database, path)
  const draft = { ...saved, data: { ...saved.data, ...typed } }
  const constraints = await draftConstraintsOf(context, draft)
  const { day: today, minutesGone, minutesInDay } = clockOf(constraints.time_zone)(context.now())
  const remaining = await remainingMoney(context, draft, constraints)
  const curves = await ownPacings(context.database, draft.member_group_id)
  const projection = draftProjection(draft, { today, minutesGone, minutesInDay }, curves, sharedLimits(remaining))
  return {
    currency_code: draft.currency_code,
    reach: await reachOf(context, draft),
    bid: await draftBid(context, draft, constraints),
    ...spendOf(projection, constraints.currency_digits),
    funds_left: decimalOf(positive(remaining?.funds)),
    problems: await draftProblems(context, draft, constraints),
  }
}

import { sql } from 'kysely'
import { budgetDays } from '../../src/contract/budgets.rules.ts'
import type { CampaignDraft, DraftEstimate } from '../../src/contract/campaign-drafts.ts'
import type { CampaignDraftData } from '../../src/contract/campaign-drafts.data.ts'
import { daysIn } from '../../src/contract/date-ranges.ts'
import { clockOf } from '../../src/contract/day-clock.rules.ts'
import { amountOf, decimalOf } from '../../src/contract/money.ts'
import { type Binding, runOut } from '../../src/contract/run-out.rules.ts'
import { type SpendLimit, spendLimits } from '../../src/contract/serving.ts'
import { noTargeting } from '../../src/contract/targetings.ts'
import { draftBid } from './campaign-draft-bids.ts'
import { draftGround } from './campaign-draft-ground.ts'
import { dailyPlan, typedMicros } from './campaign-draft-plan.ts'
import { draftProblems } from './campaign-draft-problems.ts'
import { type DraftPath, draftOf } from './campaign-draft-rows.ts'
import type { Context } from './context.ts'
import { Refused } from './refusal.ts'
import { reachOfTargeting } from './targeting-check.ts'

/** What is left to an advertiser, in micros; nothing where no limit or order holds. */
interface Means {
  readonly funds: bigint
  readonly limit: bigint | null
  readonly order: bigint | null
  /** What the advertiser spent on a usual one of the last seven days. */
  readonly usualDay: bigint
}
type Row = Readonly<Record<'funds' | 'limit_left' | 'order_left' | 'lately', string | null>>

async function meansOf({ database: { kysely }, now }: Context, { member_group_id, advertiser_id, data }: CampaignDraft): Promise<Means> {
  const today = now().toISOString().slice(0, 10)
  const { rows } = await sql<Row>`
    select b.balance::text as funds, (l.amount - coalesce(b.spent - b.invoiced, 0))::text as limit_left,
      (select (o.total - coalesce((select sum(s.micros) from campaigns d join spend_days s using (member_group_id, campaign_id)
          where d.member_group_id = o.member_group_id and d.insertion_order_id = o.insertion_order_id), 0))::text
        from insertion_orders o where o.member_group_id = a.member_group_id and o.insertion_order_id = ${data.insertion_order_id ?? null}::int) as order_left,
      (select sum(micros)::text from spend_days s where s.member_group_id = a.member_group_id and s.advertiser_id = a.advertiser_id
        and s.day between ${today}::date - 7 and ${today}::date - 1) as lately
    from advertisers a left join advertiser_balances b using (member_group_id, advertiser_id) left join spend_limits l using (member_group_id, advertiser_id)
    where a.member_group_id = ${member_group_id} and a.advertiser_id = ${advertiser_id}`.execute(kysely)
  const [row] = rows
  const left = (text: string | null | undefined) => (text == null ? null : BigInt(text) < 0n ? 0n : BigInt(text))
  return {
    funds: left(row?.funds) ?? 0n,
    limit: left(row?.limit_left),
    order: left(row?.order_left),
    usualDay: BigInt(row?.lately ?? 0) / 7n,
  }
}

type Plan = ReturnType<typeof dailyPlan>

/** What holds the spend of a day down: the least of all limits, the first of them where several are as low. */
function capsOf({ campaign, adGroups }: Plan, { funds, limit, order }: Means) {
  const caps: Readonly<Record<Exclude<SpendLimit, 'end_date'>, bigint | null>> = {
    ...{ ad_group: adGroups, campaign, insertion_order: order, funds, spend_limit: limit },
  }
  const known = spendLimits.flatMap((name) => {
    const micros = name === 'end_date' ? null : caps[name]
    return micros === null ? [] : [{ name, micros }]
  })
  return known.reduce((least, one) => (one.micros < least.micros ? one : least), known[0] ?? { name: 'funds' as const, micros: 0n })
}

/** Its part of what others of the advertiser spend, too. */
const partOf = (left: bigint, perDay: bigint, { usualDay }: Means) => (usualDay > 0n ? (left * perDay) / (perDay + usualDay) : left)

/** When the money of a campaign would end, from the day on which it begins. */
function runOutOf(context: Context, { data }: CampaignDraft, { days }: Plan, means: Means, perDay: bigint, zone: string) {
  const budget = typedMicros(data.budget)
  if (budget === null || perDay <= 0n) return null
  const clock = clockOf(zone)(context.now())
  const isBegun = days.start_date <= clock.day
  const { to } = budgetDays(String(data.budget_period), days.start_date, days)
  const bindings: Binding[] = [
    { limit: 'campaign', left: budget, until: to, isEven: data.pacing === 'Evenly' },
    ...(means.order === null ? [] : [{ limit: 'insertion_order' as const, left: means.order, until: null }]),
    { limit: 'funds', left: partOf(means.funds, perDay, means), until: null },
    ...(means.limit === null ? [] : [{ limit: 'spend_limit' as const, left: partOf(means.limit, perDay, means), until: null }]),
  ]
  const time = { today: days.start_date, gone: isBegun ? clock.gone : 0, whole: clock.whole, end_date: days.end_date }
  const found = runOut(bindings, perDay, time)
  return found && { limit: found.limit, day: found.day }
}

/** In all: a budget for the whole time, else that of a day on each of its days; nothing without an end. */
function wholeOf({ data }: CampaignDraft, { days }: Plan, perDay: bigint): bigint | null {
  const budget = typedMicros(data.budget)
  if (days.end_date === null || budget === null) return null
  const whole = perDay * BigInt(daysIn({ start_date: days.start_date, end_date: days.end_date }))
  return data.budget_period === 'One Time' && budget < whole ? budget : whole
}

/** Nothing is said of a targeting that names what is not there; its own rules say so. */
async function reachOf({ database }: Context, { member_group_id, experience_id, data }: CampaignDraft): Promise<DraftEstimate['reach']> {
  const place = { memberGroupId: member_group_id, experienceId: experience_id ?? undefined }
  try {
    const reach = await reachOfTargeting(database, place, data.targeting ?? noTargeting)
    return reach.out_of === 0 ? null : reach
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** The panel beside the steps: of what is saved, and of what is typed since. */
export async function draftEstimate(context: Context, path: DraftPath, typed: CampaignDraftData = {}): Promise<DraftEstimate> {
  const saved = await draftOf(context.database, path)
  const draft = { ...saved, data: { ...saved.data, ...typed } }
  const ground = await draftGround(context, draft)
  const means = await meansOf(context, draft)
  const plan = dailyPlan(draft, ground.today)
  const isSaid = plan.campaign !== null
  const least = capsOf(plan, means)
  const whole = wholeOf(draft, plan, least.micros)
  return {
    currency_code: draft.currency_code,
    reach: await reachOf(context, draft),
    bid: await draftBid(context, draft, ground),
    spend: {
      per_day: isSaid ? amountOf(least.micros, ground.currency_digits) : null,
      whole: isSaid && whole !== null ? amountOf(whole, ground.currency_digits) : null,
    },
    funds_left: decimalOf(means.funds),
    run_out: runOutOf(context, draft, plan, means, least.micros, ground.time_zone),
    binds: isSaid ? least.name : null,
    problems: await draftProblems(context, draft, ground),
  }
}

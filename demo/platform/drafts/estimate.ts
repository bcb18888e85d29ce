import { sql } from 'kysely'
import type { CampaignDraft, DraftEstimate } from '../../../src/contract/drafts/drafts.ts'
import type { CampaignDraftData } from '../../../src/contract/drafts/drafts.data.ts'
import { clockOf } from '../../../src/contract/dates/day-clock.rules.ts'
import { amountOf, decimalOf, mostOf } from '../../../src/contract/money/money.ts'
import type { Projection, SharedMoney } from '../../../src/contract/serving/projection.rules.ts'
import { noTargeting } from '../../../src/contract/targeting/targetings.ts'
import { draftBid } from './bids.ts'
import { draftGround } from './constraints.ts'
import { draftProjection } from './plan.ts'
import { draftProblems } from './problems.ts'
import { type DraftPath, draftOf } from './read.ts'
import type { Context } from '../context/context.ts'
import { Refused } from '../context/refusal.ts'
import { reachOfTargeting } from '../targeting/check.ts'

/** What an advertiser has left, in micros, and what is spent of it on the seven days before today; an order's own beside it. */
type Row = Readonly<Record<'funds' | 'limit_left' | 'lately' | 'order_left' | 'order_lately', string | null>>

async function leftOf({ database: { kysely } }: Context, { member_group_id, advertiser_id, data }: CampaignDraft, today: string) {
  const order = sql`${data.insertion_order_id ?? null}::int`
  const { rows } = await sql<Row>`
    with ordered as (select coalesce(sum(s.micros), 0) as spent, coalesce(sum(s.micros) filter (where s.day between ${today}::date - 7 and ${today}::date - 1), 0) as lately
      from campaigns d join spend_days s using (member_group_id, campaign_id) where d.member_group_id = ${member_group_id} and d.insertion_order_id = ${order})
    select b.balance::text as funds, (l.amount - coalesce(b.spent - b.invoiced, 0))::text as limit_left, (o.total - ordered.spent)::text as order_left, ordered.lately::text as order_lately,
      (select sum(micros)::text from spend_days s where s.member_group_id = a.member_group_id and s.advertiser_id = a.advertiser_id
        and s.day between ${today}::date - 7 and ${today}::date - 1) as lately
    from advertisers a cross join ordered left join advertiser_balances b using (member_group_id, advertiser_id) left join spend_limits l using (member_group_id, advertiser_id)
    left join insertion_orders o on o.member_group_id = a.member_group_id and o.insertion_order_id = ${order}
    where a.member_group_id = ${member_group_id} and a.advertiser_id = ${advertiser_id}`.execute(kysely)
  return rows[0]
}

const positive = (text: string | null | undefined) => mostOf(BigInt(text ?? 0), 0n)

/** What a draft would share with those that spend it already: its order, the funds, and what is left until the spend limit. */
function sharedOf(row: Row | undefined): SharedMoney[] {
  const usual = (lately: string | null | undefined) => BigInt(lately ?? 0) / 7n
  const one = (limit: SharedMoney['limit'], left: string | null | undefined, lately: string | null | undefined): SharedMoney[] =>
    left == null ? [] : [{ limit, left: positive(left), others: usual(lately) }]
  return [
    ...one('insertion_order', row?.order_left, row?.order_lately),
    ...one('funds', row?.funds ?? '0', row?.lately),
    ...one('spend_limit', row?.limit_left, row?.lately),
  ]
}

/** What the first day and all of them come to, and what ends it. */
function spendOf(projection: Projection | null, digits: number): Pick<DraftEstimate, 'spend' | 'run_out' | 'binds'> {
  if (projection === null) return { spend: { per_day: null, whole: null }, run_out: null, binds: null }
  const { days, spend, is_whole, end_date, run_out, binds } = projection
  return {
    spend: { per_day: amountOf(days[0] ?? 0n, digits), whole: is_whole && end_date !== null ? amountOf(spend, digits) : null },
    run_out: run_out && { limit: run_out.limit, day: run_out.day },
    binds,
  }
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
  const { day: today, gone, whole } = clockOf(ground.time_zone)(context.now())
  const left = await leftOf(context, draft, today)
  const projection = draftProjection(draft, { today, gone, whole }, sharedOf(left))
  return {
    currency_code: draft.currency_code,
    reach: await reachOf(context, draft),
    bid: await draftBid(context, draft, ground),
    ...spendOf(projection, ground.currency_digits),
    funds_left: decimalOf(positive(left?.funds)),
    problems: await draftProblems(context, draft, ground),
  }
}

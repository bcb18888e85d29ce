import { daysIn } from '../../../src/contract/dates/date-ranges.ts'
import { type ProjectionInput, project, type RunOut, type SharedMoney } from './projection.rules.ts'
import type { ProjectedBudget } from './budget-tracker.rules.ts'
import { curveOfBudget } from './plans.ts'
import type { Budgeted, ServedCampaign, ServedGroup } from './served.ts'

/** The spend of this many days before today gives the usual daily spend. */
const usualDays = 7

/** Average daily spend of the last seven days on which the campaign ran; null without spend. */
function paceOf({ days: { start_date }, lately }: Budgeted, today: string): bigint | null {
  if (lately <= 0n) return null
  const ran = daysIn({ start_date, end_date: today }) - 1
  return lately / BigInt(Math.min(Math.max(ran, 1), usualDays))
}

const budgetOf = ({ days, spent }: Budgeted, today: bigint): ProjectedBudget => ({
  budget_period: days.budget_period,
  curve: curveOfBudget(days),
  budget: BigInt(days.budget),
  spent: spent.period,
  today,
  start_date: days.start_date,
  end_date: days.end_date,
})

/** Shared limits of the advertiser and insertion order, with the usual daily spend of other campaigns. */
function sharedOf({ state: { order, funds, limit }, row, budgeted: { lately } }: ServedCampaign): SharedMoney[] {
  const otherSpend = (all: string) => (BigInt(all) > lately ? (BigInt(all) - lately) / BigInt(usualDays) : 0n)
  return [
    ...(order ? [{ limit: 'insertion_order' as const, remaining: order.remaining, otherSpend: otherSpend(row.order_lately) }] : []),
    { limit: 'funds', remaining: funds, otherSpend: otherSpend(row.account_lately) },
    ...(limit ? [{ limit: 'spend_limit' as const, remaining: limit.remaining, otherSpend: otherSpend(row.account_lately) }] : []),
  ]
}

/** True if the ad group can serve when its campaign does. */
const canServe = ({ state: { min_bid } }: ServedCampaign, { group: { status, has_entities, bid } }: ServedGroup) =>
  status === 'active' && has_entities && bid >= min_bid

/** The limit that ends a campaign's spend first, and the same for each of its active ad groups. */
export function projectionOf(served: ServedCampaign): { run_out: RunOut | null; groups: ReadonlyMap<number, RunOut | null> } {
  const { clock, budgeted, state } = served
  const groups = served.groups.filter((group) => canServe(served, group))
  const limits: ProjectionInput = {
    campaign: budgetOf(budgeted, state.remaining.today),
    groups: groups.map(({ group, budgeted: groupBudget }) => ({
      start_date: groupBudget.days.start_date,
      end_date: groupBudget.days.end_date,
      pace: paceOf(groupBudget, clock.day),
      ownBudget: group.remaining && budgetOf(groupBudget, group.remaining.today),
    })),
    shared: sharedOf(served),
    pace: paceOf(budgeted, clock.day),
  }
  const { run_out, groups: groupRunOuts } = project(limits, {
    today: clock.day,
    minutesGone: clock.minutesGone,
    minutesInDay: clock.minutesInDay,
  })
  return { run_out, groups: new Map(groups.map(({ row }, index) => [row.ad_group_id, groupRunOuts[index] ?? null])) }
}

import { expressionBuilder, type Expression, type SqlBool } from 'kysely'
import { elapsedShare, pacingIndex } from '../../../src/contract/budgets/budgets.rules.ts'
import { clockOf, type DayClock } from '../sql/days.ts'
import { decimalOf, minAmount } from '../../../src/contract/money/money.ts'
import type { Serving } from '../../../src/contract/serving/serving.ts'
import { adGroupServingRule, campaignServingRule, type ServingOrder, type ServingResult, type ServingState } from './serving.rules.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import { grouped } from '../collections/grouped.ts'
import { anyOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'
import type { Budgeted, ServedCampaign, ServedGroup } from './served.ts'
import { campaignRows, groupRows, planRows, spendRows, type CampaignRow, type GroupRow, type PlanRow, type SpendRow } from './rows.ts'
import { budgetOfToday, curveOfBudget, planFor, remainingBudget, type BudgetedDays, type Plan } from './plans.ts'
import type { Database } from '../database/database.ts'
import { daysIn } from '../../../src/contract/dates/date-ranges.ts'
import { type MoneyEnd, project, type ProjectedBudget, type ProjectionInput, type RunOut, type SharedMoney } from './projection.rules.ts'

/** The part of the context that serving needs. */
interface ServingContext {
  readonly database: Pick<Database, 'kysely'>
  readonly now: () => Date
}
const orderStatusNames = new Map<number, string>(Object.entries(orderStatusIds).map(([status, id]) => [id, status]))
const noSpend: Omit<SpendRow, 'campaign_id' | 'ad_group_id'> = { today: '0', period: '0', own: '0', total: '0', lately: '0' }
const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + BigInt(text), 0n)

const planOf = (row: PlanRow | undefined): Plan | undefined =>
  row && { ...row, spent_period: BigInt(row.spent_period), spent_today: BigInt(row.spent_today) }

interface Rows {
  readonly groups: readonly GroupRow[]
  readonly spends: readonly SpendRow[]
  readonly plans: readonly PlanRow[]
}
/** Spend and plans of one campaign, by ad group id. */
interface ByGroup {
  readonly spends: ReadonlyMap<number, SpendRow>
  readonly plans: ReadonlyMap<number, PlanRow>
}
const byGroup = <Row extends { readonly ad_group_id: number }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.ad_group_id, row] as const))

function groupOf(row: GroupRow, campaign: CampaignRow, { spends, plans }: ByGroup, clock: DayClock): ServedGroup {
  const spend = spends.get(row.ad_group_id) ?? noSpend
  const hasOwnBudget = row.budget !== null
  const days: BudgetedDays = {
    budget_period: row.budget_period ?? campaign.budget_period,
    budget: row.budget ?? campaign.budget,
    pacing: row.pacing ?? campaign.pacing,
    pacing_curve: row.pacing === null ? campaign.pacing_curve : row.pacing_curve,
    start_date: row.start_date ?? campaign.start_date,
    end_date: row.end_date ?? campaign.end_date,
  }
  const spent = { today: BigInt(spend.today), period: BigInt(hasOwnBudget ? spend.own : spend.period) }
  const plan = planFor(days, spent, planOf(plans.get(row.ad_group_id)), clock)
  const { ad_group_id, status, start_date, end_date, has_entities } = row
  const remaining = hasOwnBudget ? remainingBudget(days, plan, spent, clock) : null
  const group = { ad_group_id, status, start_date, end_date, has_entities, bid: BigInt(row.highest_bid), remaining }
  return { row, group, hasOwnBudget, budgeted: { days, plan, spent, total: BigInt(spend.total), lately: BigInt(spend.lately) } }
}

/**
 * Whether the campaign spends only the advertiser's funds. An approved order whose days are over or whose total is spent is like one that
 * has ended: a job has not ended it yet, or it waits for the approval of a higher total.
 */
function continuesOnFunds(row: CampaignRow, isOver: boolean) {
  const { order_status_id, order_continues_on_funds, order_at_end } = row
  if (order_status_id === orderStatusIds.ended) return order_continues_on_funds === true
  return order_status_id === orderStatusIds.approved && order_at_end === 'funds' && isOver
}

function orderOf(row: CampaignRow, today: string): ServingState['order'] {
  const { order_status_id, order_start, order_end, order_total, line_start, line_end, line_amount } = row
  if (order_status_id === null || order_start === null || order_end === null || order_total === null) return null
  const remaining = BigInt(order_total) - BigInt(row.order_spent)
  if (continuesOnFunds(row, order_end < today || remaining <= 0n)) return null
  return {
    status: orderStatusNames.get(order_status_id) ?? '',
    start_date: order_start,
    end_date: order_end,
    isShared: row.order_advertiser_id === null,
    remaining,
    line:
      line_start === null || line_end === null
        ? null
        : {
            start_date: line_start,
            end_date: line_end,
            remaining: line_amount === null ? null : BigInt(line_amount) - BigInt(row.line_spent),
          },
  }
}

function servedOf(row: CampaignRow, rows: Rows, clock: DayClock): ServedCampaign {
  const { client_status, advertiser_status, status, review_status_id, start_date, end_date, limit_amount, uninvoiced } = row
  const spent = { today: sum(rows.spends.map((spendRow) => spendRow.today)), period: sum(rows.spends.map((spendRow) => spendRow.period)) }
  const byAdGroup = { spends: byGroup(rows.spends), plans: byGroup(rows.plans) }
  const plan = planFor(row, spent, planOf(byAdGroup.plans.get(0)), clock)
  const limit = limit_amount === null ? null : { total: BigInt(limit_amount), remaining: BigInt(limit_amount) - BigInt(uninvoiced) }
  const state: ServingState = {
    today: clock.day,
    client_status,
    advertiser_status,
    status,
    review_status_id,
    start_date,
    end_date,
    limit,
    min_bid: BigInt(row.min_bid),
    funds: BigInt(row.balance),
    order: orderOf(row, clock.day),
    remaining: remainingBudget(row, plan, spent, clock),
  }
  const total = sum(rows.spends.map((spendRow) => spendRow.total))
  const lately = sum(rows.spends.map((spendRow) => spendRow.lately))
  const groups = rows.groups.map((group) => groupOf(group, row, byAdGroup, clock))
  return { row, clock, state, groups, budgeted: { days: row, plan, spent, total, lately } }
}

/** Campaigns that match the condition on `campaigns c`, each with everything that decides whether it serves. */
export async function servingStates(
  { database: { kysely }, now }: ServingContext,
  memberGroupId: number,
  where: Expression<SqlBool>,
): Promise<ServedCampaign[]> {
  const campaigns = await campaignRows(kysely, memberGroupId, where, now())
  if (campaigns.length === 0) return []
  const ids = campaigns.map(({ campaign_id }) => campaign_id)
  const clocks = new Map([...new Set(campaigns.map(({ time_zone }) => time_zone))].map((zone) => [zone, clockOf(zone)(now())]))
  const campaignDays = campaigns.flatMap((campaign) => {
    const clock = clocks.get(campaign.time_zone)
    return clock ? [{ campaign, today: clock.day, clock }] : []
  })
  const groups = await groupRows(kysely, memberGroupId, ids)
  const spends = grouped(await spendRows(kysely, memberGroupId, campaignDays, groups), ({ campaign_id }) => campaign_id)
  const plans = grouped(await planRows(kysely, memberGroupId, ids), ({ campaign_id }) => campaign_id)
  const byCampaign = grouped(groups, ({ campaign_id }) => campaign_id)
  return campaignDays.map(({ campaign, clock }) => {
    const campaignId = campaign.campaign_id
    return servedOf(
      campaign,
      { groups: byCampaign.get(campaignId) ?? [], spends: spends.get(campaignId) ?? [], plans: plans.get(campaignId) ?? [] },
      clock,
    )
  })
}

const gateOf = (result: ServingResult): Serving['gate'] => (result === true ? null : result.code)

function asServing(result: ServingResult, budgeted: Budgeted, run_out: Serving['run_out'], { clock }: ServedCampaign): Serving {
  const { days, plan, spent, total } = budgeted
  const { code: _, ...values } = result === true ? { code: null } : result
  const elapsed = elapsedShare(days.budget_period, clock.day, days, clock)
  return {
    gate: gateOf(result),
    values,
    spent_today: decimalOf(spent.today),
    spent_period: decimalOf(spent.period),
    spent_total: decimalOf(total),
    budget_today: decimalOf(budgetOfToday(days, plan, clock)),
    pacing_index: pacingIndex(spent.period, BigInt(days.budget), elapsed),
    elapsed_share: elapsed,
    run_out,
  }
}

const campaignResult = ({ state, groups }: ServedCampaign) =>
  campaignServingRule(
    state,
    groups.map(({ group }) => group),
  )

const campaignServing = (served: ServedCampaign): Serving =>
  asServing(campaignResult(served), served.budgeted, projectionOf(served).run_out, served)

/** Serving of the requested ad groups. The projection runs once for all ad groups of the campaign. */
function groupServings(served: ServedCampaign, requestedIds: ReadonlySet<number>): (readonly [number, Serving])[] {
  const { groups } = projectionOf(served)
  return served.groups.flatMap(({ row, group, budgeted }) =>
    requestedIds.has(row.ad_group_id)
      ? [
          [
            row.ad_group_id,
            asServing(adGroupServingRule(served.state, group), budgeted, groups.get(row.ad_group_id) ?? null, served),
          ] as const,
        ]
      : [],
  )
}

const campaign = expressionBuilder<Tables & { c: Tables['campaigns'] }, 'c'>()
const isOneOf = (ids: readonly number[]) => campaign('c.campaign_id', '=', anyOf(ids))

/** The closed gate of each campaign; null if it serves. Faster than `servingOf`, because it skips the projection. */
export async function gatesOf(
  context: ServingContext,
  memberGroupId: number,
  campaignIds: readonly number[],
): Promise<Map<number, Serving['gate']>> {
  const served = await servingStates(context, memberGroupId, isOneOf(campaignIds))
  return new Map(served.map((campaign) => [campaign.row.campaign_id, gateOf(campaignResult(campaign))]))
}

/** Serving of each campaign. Unknown ids are omitted. */
export async function servingOf(
  context: ServingContext,
  memberGroupId: number,
  campaignIds: readonly number[],
): Promise<Map<number, Serving>> {
  const served = await servingStates(context, memberGroupId, isOneOf(campaignIds))
  return new Map(served.map((campaign) => [campaign.row.campaign_id, campaignServing(campaign)]))
}

/** Serving of each ad group. Unknown ids are omitted. */
export async function adGroupServingOf(
  context: ServingContext,
  memberGroupId: number,
  adGroupIds: readonly number[],
): Promise<Map<number, Serving>> {
  if (adGroupIds.length === 0) return new Map()
  const where = campaign.exists(
    campaign
      .selectFrom('ad_groups as g')
      .whereRef('g.member_group_id', '=', 'c.member_group_id')
      .whereRef('g.campaign_id', '=', 'c.campaign_id')
      .where('g.ad_group_id', '=', anyOf(adGroupIds)),
  )
  const served = await servingStates(context, memberGroupId, where)
  const requestedIds = new Set(adGroupIds)
  return new Map(served.flatMap((campaign) => groupServings(campaign, requestedIds)))
}

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

/** The last day of an order or, if it is earlier, of its line. The end of an order stops nothing if its campaigns continue on funds after it. */
function endOf({ end_date, line }: ServingOrder, { order_at_end }: CampaignRow): MoneyEnd | undefined {
  if (line && line.end_date < end_date) return { limit: 'line_end', day: line.end_date }
  return order_at_end === 'funds' ? undefined : { limit: 'order_end', day: end_date }
}

/** The amount that an order and its line have left, and their last day. */
const moneyOf = (order: ServingOrder, row: CampaignRow) => ({
  remaining: minAmount(order.remaining, order.line?.remaining ?? order.remaining),
  ends: endOf(order, row),
})

/** Shared limits of the advertiser and insertion order, with the usual daily spend of other campaigns. */
function sharedOf({ state: { order, funds, limit }, row, budgeted: { lately } }: ServedCampaign): SharedMoney[] {
  const otherSpend = (all: string) => (BigInt(all) > lately ? (BigInt(all) - lately) / BigInt(usualDays) : 0n)
  return [
    ...(order ? [{ limit: 'insertion_order' as const, ...moneyOf(order, row), otherSpend: otherSpend(row.order_lately) }] : []),
    { limit: 'funds', remaining: funds, otherSpend: otherSpend(row.account_lately) },
    ...(limit ? [{ limit: 'spend_limit' as const, remaining: limit.remaining, otherSpend: otherSpend(row.account_lately) }] : []),
  ]
}

/** True if the ad group can serve when its campaign does. */
const canServe = ({ state: { min_bid } }: ServedCampaign, { group: { status, has_entities, bid } }: ServedGroup) =>
  status === 'active' && has_entities && bid >= min_bid

/** The limit that ends a campaign's spend first, and the same for each of its active ad groups. */
function projectionOf(served: ServedCampaign): { run_out: RunOut | null; groups: ReadonlyMap<number, RunOut | null> } {
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

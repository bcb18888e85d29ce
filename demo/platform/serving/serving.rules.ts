import { decimalOf } from '../../../src/contract/money/money.ts'
import { type ServingGate, servingGates } from '../../../src/contract/serving/serving.ts'
import { reviewStatusIds } from '../../../src/contract/statuses.ts'

/** True if it serves, otherwise the first closed gate with the values for its message. */
export type ServingResult = true | ({ code: ServingGate } & Record<string, string>)

/** The fields of an ad group that decide serving. Amounts in micros. Dates and budget are null if the ad group has none of its own. */
export interface ServingGroup {
  readonly ad_group_id: number
  readonly status: string
  readonly start_date: string | null
  readonly end_date: string | null
  readonly has_entities: boolean
  /** The highest bid of its entities. */
  readonly bid: bigint
  /** The rest of its own budget, in the period and today. */
  readonly remaining: { readonly period: bigint; readonly today: bigint } | null
}
/** The fields of an insertion order that decide serving. Amounts in micros. */
export interface ServingOrder {
  readonly status: string
  readonly start_date: string
  readonly end_date: string
  /** Whether other advertisers spend from it. The amount that is left is then not for the readers of a campaign. */
  readonly isShared: boolean
  readonly remaining: bigint
  /** The campaign's line, with its rest if it has a hard cap. */
  readonly line: { readonly start_date: string; readonly end_date: string; readonly remaining: bigint | null } | null
}
/** The fields of a campaign, its client, advertiser and insertion order that decide serving. Amounts in micros. */
export interface ServingState {
  /** The current day in the advertiser's time zone. */
  readonly today: string
  readonly client_status: string
  readonly advertiser_status: string
  readonly status: string
  readonly review_status_id: number
  readonly start_date: string
  readonly end_date: string | null
  readonly min_bid: bigint
  readonly funds: bigint
  /** Amount until uninvoiced spend reaches the limit; null without a limit. */
  readonly limit: { readonly total: bigint; readonly remaining: bigint } | null
  /** Null without an order, or if the campaign continues on funds after the end of its order. */
  readonly order: ServingOrder | null
  readonly remaining: { readonly period: bigint; readonly today: bigint }
}

type GateCheck = (state: ServingState, group: ServingGroup) => ServingResult

const client: GateCheck = ({ client_status }) => client_status !== 'paused' || { code: 'client_paused' }
const advertiser: GateCheck = ({ advertiser_status }) =>
  advertiser_status === 'active' || { code: 'advertiser_inactive', status: advertiser_status }
const campaign: GateCheck = ({ status }) => status === 'active' || { code: 'campaign_status', status }
const review: GateCheck = ({ review_status_id }) => {
  if (review_status_id === reviewStatusIds.approved) return true
  return { code: review_status_id === reviewStatusIds.denied ? 'denied' : 'under_review' }
}
/** The later start date counts. */
const hasStarted: GateCheck = ({ today, start_date }, { start_date: ownDate }) => {
  if (ownDate !== null && ownDate > start_date && ownDate > today) return { code: 'not_started', of: 'ad_group', start_date: ownDate }
  return start_date <= today || { code: 'not_started', of: 'campaign', start_date }
}
/** An ended campaign is reported before an ended ad group. */
const hasNotEnded: GateCheck = ({ today, end_date }, { end_date: ownDate }) => {
  if (end_date !== null && end_date < today) return { code: 'over', of: 'campaign', end_date }
  return ownDate === null || ownDate >= today || { code: 'over', of: 'ad_group', end_date: ownDate }
}
const groupStatus: GateCheck = (_, { status }) => status === 'active' || { code: 'ad_group_status', status }
const entities: GateCheck = (_, group) => group.has_entities || { code: 'no_entities' }
const bid: GateCheck = ({ min_bid }, group) =>
  group.bid >= min_bid || { code: 'bid_below_minimum', bid: decimalOf(group.bid), min_bid: decimalOf(min_bid) }
const funds: GateCheck = (state) => state.funds > 0n || { code: 'no_funds' }
const spendLimit: GateCheck = ({ limit }) =>
  limit === null || limit.remaining > 0n || { code: 'spend_limit', limit: decimalOf(limit.total) }
/** The first of some days that a day is outside of; undefined within them. */
function outside(
  today: string,
  { start_date, end_date }: Pick<ServingOrder, 'start_date' | 'end_date'>,
): Record<string, string> | undefined {
  if (today < start_date) return { start_date }
  return today > end_date ? { end_date } : undefined
}
/** The `of` of the result says what is closed: the order itself, its days, or the campaign's line. */
const order: GateCheck = ({ today, order: insertionOrder }) => {
  if (insertionOrder === null) return true
  const { status, isShared, remaining, line } = insertionOrder
  const closed = (of: 'order' | 'days' | 'line', more: Record<string, string> = {}, left = remaining) =>
    ({ code: 'insertion_order', status, ...(!isShared && { left: decimalOf(left) }), of, ...more }) as const
  if (status !== 'approved') return closed('order')
  const outsideOrder = outside(today, insertionOrder)
  if (outsideOrder) return closed('days', outsideOrder)
  if (remaining <= 0n) return closed('order')
  const outsideLine = line && outside(today, line)
  if (outsideLine) return closed('line', outsideLine)
  return line?.remaining == null || line.remaining > 0n || closed('line', {}, line.remaining)
}
const budget: GateCheck = ({ remaining }, group) => {
  if (remaining.period <= 0n) return { code: 'budget_used_up', of: 'campaign', during: 'period' }
  return group.remaining === null || group.remaining.period > 0n || { code: 'budget_used_up', of: 'ad_group', during: 'period' }
}
/** Only today's budget is used up; the campaign serves again tomorrow. */
const budgetToday: GateCheck = ({ remaining }, group) => {
  if (remaining.today <= 0n) return { code: 'budget_used_up', of: 'campaign', during: 'today' }
  return group.remaining === null || group.remaining.today > 0n || { code: 'budget_used_up', of: 'ad_group', during: 'today' }
}

/** Every gate, in order. A parameter of the functions below, so that tests can leave one out. */
export const allGates: readonly GateCheck[] = [
  ...[client, advertiser, campaign, review, hasStarted, hasNotEnded, groupStatus, entities],
  ...[bid, funds, spendLimit, order, budget, budgetToday],
]

/** True if the ad group serves, otherwise its first closed gate. */
export function adGroupServingRule(state: ServingState, group: ServingGroup, gates = allGates): ServingResult {
  for (const gate of gates) {
    const result = gate(state, group)
    if (result !== true) return result
  }
  return true
}

/** Placeholder for a campaign without ad groups. After the campaign's own gates, its `ad_group_status` gate is closed. */
const noGroup: ServingGroup = {
  ad_group_id: 0,
  status: 'none',
  start_date: null,
  end_date: null,
  has_entities: false,
  bid: 0n,
  remaining: null,
}

/** Position of the closed gate. An ad group that has not started ranks above one that has ended. */
function rankOf(result: ServingResult): number {
  if (result === true) return servingGates.length
  if (result.code === 'over' && result.of === 'ad_group') return servingGates.indexOf('not_started') - 0.5
  return servingGates.indexOf(result.code)
}

/** The answer that passed more gates. On a tie, the earlier start date or the later end date. */
function betterResult(left: ServingResult, right: ServingResult): ServingResult {
  const rank = rankOf(left)
  const otherRank = rankOf(right)
  if (rank !== otherRank || left === true || right === true) return otherRank > rank ? right : left
  const isBefore = (right.start_date ?? '') < (left.start_date ?? '') || (right.end_date ?? '') > (left.end_date ?? '')
  return isBefore ? right : left
}

/** A campaign serves if one of its ad groups does. Otherwise it has the gate of the ad group that passed the most gates. */
export function campaignServingRule(state: ServingState, groups: readonly ServingGroup[], gates = allGates): ServingResult {
  return (groups.length > 0 ? groups : [noGroup]).map((group) => adGroupServingRule(state, group, gates)).reduce(betterResult)
}

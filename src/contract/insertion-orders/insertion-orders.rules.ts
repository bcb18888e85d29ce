import { daysIn } from '../dates/date-ranges.ts'
import { decimalOf, maxAmount, microsOf, minAmount, roundMicros } from '../money/money.ts'
import type { AdjustmentKind } from './adjustments.ts'
import type { LineType, NewOrderLine, OrderAction, OrderSide, OrderStatus } from './insertion-orders.ts'

/** True, or the code of the reason with the values of its message. */
export type OrderRuleResult = true | OrderReason
export interface OrderReason {
  readonly code:
    | 'wrong_status'
    | 'nothing_to_approve'
    | 'terms_changed'
    | 'no_lines'
    | 'lines_exceed_total'
    | 'lines_below_total'
    | 'total_below_spent'
    | 'days_backwards'
    | 'line_outside_order'
    | 'line_without_amount'
    | 'amount_mismatch'
    | 'line_in_use'
    | 'po_missing'
    | 'po_mismatch'
    | 'author_may_not_approve'
    | 'approved_already'
    | 'side_approved_already'
    | 'not_your_side'
    | 'over'
    | 'other_advertiser'
    | 'other_currency'
    | 'outside_days'
    | 'campaign_over'
    | 'no_remaining'
    | 'moved_meanwhile'
    | 'many_accounts'
    | 'above_charged'
    | 'funding_inactive'
    | 'no_spend_limit'
    | 'has_spend_limit'
    | 'sign_in_again'
    | 'too_many_attachments'
    | 'attachment_approved'
    | 'no_permission'
    | 'orders_disabled'
  readonly values: Readonly<Record<string, string>>
}

const because = (code: OrderReason['code'], values: Readonly<Record<string, string>> = {}): OrderReason => ({ code, values })

/** The statuses in which each action is possible. Every other pair is refused; nothing leaves `ended` and `closed`. */
export const actionStatuses: Readonly<Record<OrderAction, readonly OrderStatus[]>> = {
  change: ['open', 'pending', 'approved'],
  // Invoices of an order may need its purchase order number after its end.
  number: ['open', 'pending', 'approved', 'ended', 'closed'],
  submit: ['open'],
  withdraw: ['pending', 'approved'],
  approve: ['pending', 'approved'],
  close: ['open', 'pending', 'approved'],
  link: ['open', 'pending', 'approved'],
  copy: ['open', 'pending', 'approved', 'ended', 'closed'],
}

/** Whether an action is possible in a status. An approved order is approved or withdrawn only while a new version waits. */
export function actionRule(action: OrderAction, status: OrderStatus, hasProposal: boolean): OrderRuleResult {
  if (!actionStatuses[action].includes(status)) return because('wrong_status', { status })
  const needsProposal = status === 'approved' && (action === 'approve' || action === 'withdraw')
  return !needsProposal || hasProposal || because('nothing_to_approve')
}

/** The units that a rate counts in: impressions are priced by the thousand. */
const unitsPerRate: Readonly<Record<LineType, bigint>> = { cpc: 1n, cpm: 1000n, fixed: 1n }

type PricedLine = Pick<NewOrderLine, 'type' | 'rate' | 'quantity' | 'amount'>

/** The amount of a line in micros: the rate times the quantity, or the given one; undefined with neither. */
export function lineAmount({ type, rate, quantity, amount }: PricedLine, digits: number): bigint | undefined {
  if (rate && quantity) return roundMicros((microsOf(rate) * BigInt(quantity)) / unitsPerRate[type], digits)
  return amount === undefined ? undefined : microsOf(amount)
}

/** Whether a line has an amount, and no other one than the rate times the quantity. */
export function amountRule(line: PricedLine, digits: number): OrderRuleResult {
  const expected = lineAmount(line, digits)
  if (expected === undefined) return because('line_without_amount')
  return line.amount === undefined || microsOf(line.amount) === expected || because('amount_mismatch', { expected: decimalOf(expected) })
}

/** Sum of the lines with an amount, and the rest of the total, in micros. */
export function allocationOf(total: bigint, lines: readonly PricedLine[], digits: number) {
  const allocated = lines.reduce((sum, line) => sum + (lineAmount(line, digits) ?? 0n), 0n)
  return { allocated, unallocated: total - allocated }
}

/** The fields of an order that its form checks, too. */
export interface CheckedTerms {
  readonly start_date: string
  readonly end_date: string
  readonly total: string
  readonly po_number?: string | null | undefined
  readonly lines: readonly NewOrderLine[]
}

/** The first fault of the terms, with the path of the field. */
export function termsFault(
  { start_date, end_date, total, lines }: CheckedTerms,
  digits: number,
): { readonly path: string; readonly reason: OrderReason } | undefined {
  if (end_date < start_date) return { path: 'end_date', reason: because('days_backwards') }
  for (const [index, line] of lines.entries()) {
    const path = `lines.${index}`
    if (line.end_date < line.start_date) return { path: `${path}.end_date`, reason: because('days_backwards') }
    if (line.start_date < start_date) return { path: `${path}.start_date`, reason: because('line_outside_order') }
    if (line.end_date > end_date) return { path: `${path}.end_date`, reason: because('line_outside_order') }
    const amount = amountRule(line, digits)
    if (amount !== true) return { path: `${path}.amount`, reason: amount }
  }
  const { unallocated } = allocationOf(microsOf(total), lines, digits)
  if (unallocated < 0n) return { path: 'lines', reason: because('lines_exceed_total', { by: decimalOf(-unallocated) }) }
  return undefined
}

/** Settings that decide whether an order can be submitted and approved. */
export interface OrderPolicy {
  readonly is_purchase_order_enabled: boolean
  readonly is_purchase_order_required: boolean
  readonly purchase_order_pattern: string | null
  readonly needs_two_approvals: boolean
  readonly may_author_approve: boolean
  readonly must_lines_cover_total: boolean
}

const matchesLetter = (letter: string | undefined, character: string) =>
  letter === '9' ? /\d/.test(character) : letter === 'A' ? /\p{L}/u.test(character) : letter === character

/** Matches without a regular expression, whose time would grow exponentially with the number of `*`. */
function matchesPattern(pattern: readonly string[], characters: readonly string[]): boolean {
  let letter = 0
  let star: { readonly letter: number; readonly from: number } | undefined
  for (let index = 0; index < characters.length; ) {
    if (pattern[letter] === '*') {
      star = { letter, from: index }
      letter += 1
    } else if (matchesLetter(pattern[letter], characters[index] ?? '')) {
      letter += 1
      index += 1
    } else if (star) {
      // The last `*` takes one more character.
      index = star.from + 1
      letter = star.letter
    } else return false
  }
  return pattern.slice(letter).every((rest) => rest === '*')
}

/** Whether a purchase order number matches the client's pattern: `9` a digit, `A` a letter, `*` anything. */
export function purchaseOrderRule(number: string | null | undefined, policy: OrderPolicy): OrderRuleResult {
  const { purchase_order_pattern: pattern } = policy
  if (!policy.is_purchase_order_enabled) return true
  if (!number) return !policy.is_purchase_order_required || because('po_missing')
  if (!pattern) return true
  return matchesPattern([...pattern], [...number]) || because('po_mismatch', { pattern })
}

/** Whether terms are complete enough for approval. The purchase order number may follow later unless the client requires it. */
export function completeRule(terms: CheckedTerms, policy: OrderPolicy, digits: number): OrderRuleResult {
  const fault = termsFault(terms, digits)
  if (fault) return fault.reason
  if (terms.lines.length === 0) return because('no_lines')
  const { unallocated } = allocationOf(microsOf(terms.total), terms.lines, digits)
  if (policy.must_lines_cover_total && unallocated !== 0n) return because('lines_below_total', { by: decimalOf(unallocated) })
  return purchaseOrderRule(terms.po_number, policy)
}

/** Whether an order can still serve: its last day is `today` or later. */
export const endRule = ({ end_date }: Pick<CheckedTerms, 'end_date'>, today: string): OrderRuleResult =>
  end_date >= today || because('over', { end_date })

/** The sides whose approval is missing. Without the two-approvals setting any side is enough. */
export function missingApprovals(
  approvals: readonly { readonly side: OrderSide }[],
  policy: Pick<OrderPolicy, 'needs_two_approvals'>,
): OrderSide[] {
  const sides: readonly OrderSide[] = ['client', 'advertiser']
  const missing = sides.filter((side) => !approvals.some((approval) => approval.side === side))
  return policy.needs_two_approvals || missing.length === sides.length ? missing : []
}

/** A caller who wants to approve. */
export interface Approver {
  readonly user_id: number
  readonly side: OrderSide
}

/** Whether a caller may approve a version: not its author if the client forbids it, and each side and person once. */
export function approvalRule(
  version: { readonly author_id: number | null; readonly approvals: readonly { readonly side: OrderSide; readonly user_id: number }[] },
  { user_id, side }: Approver,
  policy: OrderPolicy,
): OrderRuleResult {
  if (!policy.may_author_approve && version.author_id === user_id) return because('author_may_not_approve')
  if (version.approvals.some((approval) => approval.user_id === user_id)) return because('approved_already')
  return !version.approvals.some((approval) => approval.side === side) || because('side_approved_already', { side })
}

/** Whether a total is at least what is already spent and committed. Amounts in micros. */
export function totalRule(total: bigint, { spent, committed }: { readonly spent: bigint; readonly committed: bigint }): OrderRuleResult {
  const least = spent + committed
  return total >= least || because('total_below_spent', { least: decimalOf(least) })
}

/** The campaign of a link. */
export interface LinkedCampaign {
  readonly advertiser_id: number
  readonly currency_code: string
  readonly status: string
  readonly start_date: string
  readonly end_date: string | null
  /** The campaign already spends from this order, and gets another line. */
  readonly is_linked: boolean
}

/** The order of a link. */
export interface LinkingOrder {
  readonly status: OrderStatus
  readonly advertiser_id: number | null
  readonly currency_code: string
  readonly start_date: string
  readonly end_date: string
  /** In micros. */
  readonly remaining: bigint
  /** The client uses insertion orders. */
  readonly isEnabled: boolean
}

/** Campaigns with these statuses cannot be linked any more. */
export const overStatuses: readonly string[] = ['ended', 'archived', 'invalid']

/**
 * Whether a campaign can be linked: it spends within the order's days, and the order has an amount for it. Without an end date it stops at
 * the end of the order.
 */
export function linkRule(order: LinkingOrder, campaign: LinkedCampaign): OrderRuleResult {
  if (!campaign.is_linked && !order.isEnabled) return because('orders_disabled')
  if (!actionStatuses.link.includes(order.status)) return because('wrong_status', { status: order.status })
  if (overStatuses.includes(campaign.status)) return because('campaign_over', { status: campaign.status })
  if (order.advertiser_id !== null && order.advertiser_id !== campaign.advertiser_id) return because('other_advertiser')
  if (order.currency_code !== campaign.currency_code) return because('other_currency', { currency: order.currency_code })
  const { start_date, end_date } = campaign
  const endsOutside = end_date !== null && (end_date > order.end_date || end_date < order.start_date)
  const isOutside = start_date > order.end_date || endsOutside
  if (isOutside) return because('outside_days', { start_date: order.start_date, end_date: order.end_date })
  return campaign.is_linked || order.remaining > 0n || because('no_remaining')
}

/** The other order that a campaign leaves when it is linked. */
interface LeftOrder {
  readonly id: number
  readonly name: string
}

/**
 * Whether a campaign may leave the other order that it has. If the user has seen from which order it moves, it leaves no other one;
 * `seenId` is null if it moved from none, and undefined if the user has not seen it.
 */
export function moveRule(left: LeftOrder | null, seenId: number | null | undefined): OrderRuleResult {
  return left === null || seenId === undefined || left.id === seenId || because('moved_meanwhile', { order: left.name })
}

/** The share of an order's days that are over at the start of `today`, 0 to 1. */
export function elapsedShare(start_date: string, end_date: string, today: string): number {
  const over = daysIn({ start_date, end_date: today }) - 1
  return Math.min(Math.max(over / daysIn({ start_date, end_date }), 0), 1)
}

/** Spend compared with the elapsed share of the days; null before the second day. */
export function pacingOf(total: bigint, spent: bigint, elapsed: number): number | null {
  if (elapsed <= 0 || total <= 0n) return null
  return Math.round((Number(spent) / (Number(total) * elapsed)) * 1e4) / 1e4
}

/** What has to be spent each day, with today, to reach the total at the end; null after the end. Amounts in micros. */
export function neededPerDay(
  remaining: bigint,
  today: string,
  { start_date, end_date }: { readonly start_date: string; readonly end_date: string },
) {
  const days = daysIn({ start_date: today > start_date ? today : start_date, end_date })
  return days <= 0 ? null : maxAmount(remaining, 0n) / BigInt(days)
}

/** What active campaigns may still spend until the end of an order: their budgets, at most the remaining amount. In micros. */
export const committedOf = (budgets: readonly bigint[], remaining: bigint) =>
  minAmount(
    budgets.reduce((sum, budget) => sum + maxAmount(budget, 0n), 0n),
    maxAmount(remaining, 0n),
  )

/**
 * What the client owes for a line that ended short: an extension by the days that the last week's average needs, or a credit. Undefined for
 * a line that delivered everything. `average` is the quantity delivered per day.
 */
export function makeGoodOf(
  line: { readonly type: LineType; readonly rate: string; readonly quantity: number },
  delivered: number,
  average: number,
  digits: number,
): { readonly shortfall: number; readonly days: number | null; readonly credit: bigint } | undefined {
  const shortfall = line.quantity - delivered
  if (shortfall <= 0) return undefined
  return {
    shortfall,
    days: average > 0 ? Math.ceil(shortfall / average) : null,
    credit: lineAmount({ type: line.type, rate: line.rate, quantity: shortfall }, digits) ?? 0n,
  }
}

/** The statuses in which an amount is given back. Only an order in force can deliver it again. */
export const adjustmentStatuses: Readonly<Record<AdjustmentKind, readonly OrderStatus[]>> = {
  credit: ['approved', 'ended', 'closed'],
  make_good: ['approved'],
}

/** The order of an adjustment. */
export interface AdjustedOrder {
  readonly status: OrderStatus
  readonly advertiser_id: number | null
  /** The last day of the line, or of the order without one. */
  readonly end_date: string
}

/**
 * Whether an amount can be given back: at most the charges less earlier credits, and only to the one advertiser of the order. Amounts in
 * micros.
 */
export function adjustmentRule(
  kind: AdjustmentKind,
  { status, advertiser_id, end_date }: AdjustedOrder,
  { amount, charged, today }: { readonly amount: bigint; readonly charged: bigint; readonly today: string },
): OrderRuleResult {
  if (!adjustmentStatuses[kind].includes(status)) return because('wrong_status', { status })
  if (advertiser_id === null) return because('many_accounts')
  const canDeliver = kind === 'credit' || endRule({ end_date }, today)
  if (canDeliver !== true) return canDeliver
  return amount <= charged || because('above_charged', { charged: decimalOf(maxAmount(charged, 0n)) })
}

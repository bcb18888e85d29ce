import { addDays } from '../dates/date-ranges.ts'
import { maxAmount, minAmount } from '../money/money.ts'

const hundredPercent = 100_000_000n
const dayMs = 86_400_000

/** Rounds micros to a currency's digits, half up, as fees and invoices are rounded. */
export function roundHalfUp(micros: bigint, digits: number): bigint {
  const step = 10n ** BigInt(6 - digits)
  const size = micros < 0n ? -micros : micros
  const rounded = ((size + step / 2n) / step) * step
  return micros < 0n ? -rounded : rounded
}

/** Rounds micros up to a whole unit of a currency's digits. */
export function roundUp(micros: bigint, digits: number): bigint {
  const step = 10n ** BigInt(6 - digits)
  return ((micros + step - 1n) / step) * step
}

/** Rounds micros down to a whole unit of a currency's digits, as limits are. */
export const roundDown = (micros: bigint, digits: number): bigint => micros - (micros % 10n ** BigInt(6 - digits))

/** A percentage in micros of one percent: 3.5 % is 3,500,000. */
export const shareOf = (micros: bigint, percentMicros: bigint, digits: number) =>
  roundHalfUp((micros * percentMicros) / hundredPercent, digits)

/** Where an advertiser's funding comes from, in micros. */
export interface Funding {
  /** The sum of the ledger. */
  readonly available: bigint
  /** The part of it that is left of the spend limit's credit line. */
  readonly creditLeft: bigint
  /** Announced transfers that have not arrived. They are not available. */
  readonly pendingWire: bigint
  /** What approved insertion orders have left. */
  readonly ordersLeft: bigint
  /** What the spend limit has left, negative if it is exceeded; null without a limit. */
  readonly limitLeft: bigint | null
}

/** All funding of an advertiser. An exceeded limit does not reduce it, and what the limit has left is not counted again as its credit line. */
export const totalFunding = ({ available, creditLeft, pendingWire, ordersLeft, limitLeft }: Funding) =>
  available - creditLeft + pendingWire + ordersLeft + maxAmount(limitLeft ?? 0n, 0n)

/** What campaigns can spend now: the available funds, and not more than the spend limit has left; null without a limit. */
export const spendableFunds = (available: bigint, limitLeft: bigint | null) =>
  maxAmount(0n, limitLeft === null ? available : minAmount(available, limitLeft))

/** Fees of a payment, in micros; percentages in micros of one percent. */
export interface FeeTerms {
  readonly feePercent: bigint
  readonly surcharge: bigint
  /** Tax on the fee and the surcharge. */
  readonly taxPercent: bigint
}

export interface PaymentPrice {
  /** Added to the funds. */
  readonly amount: bigint
  readonly fee: bigint
  readonly surcharge: bigint
  readonly tax: bigint
  /** Taken from the payment method. */
  readonly charged: bigint
}

/** What adding an amount costs. */
export function priceOf(amount: bigint, { feePercent, surcharge, taxPercent }: FeeTerms, digits: number): PaymentPrice {
  const fee = shareOf(amount, feePercent, digits)
  const tax = shareOf(fee + surcharge, taxPercent, digits)
  return { amount, fee, surcharge, tax, charged: amount + fee + surcharge + tax }
}

export type AmountFault =
  | { readonly code: 'below_minimum'; readonly minimum: bigint }
  | { readonly code: 'above_day'; readonly left: bigint }
  | { readonly code: 'too_many_digits' }

/** Whether an amount can be added: at least the largest of the minimums, and within the day's maximum. */
export function addedAmountFault(
  amount: bigint,
  limits: { readonly minimums: readonly bigint[]; readonly dayMaximum: bigint; readonly addedToday: bigint },
  digits: number,
): AmountFault | undefined {
  if (amount % 10n ** BigInt(6 - digits) !== 0n) return { code: 'too_many_digits' }
  const minimum = maxAmount(0n, ...limits.minimums)
  if (amount < minimum) return { code: 'below_minimum', minimum }
  const left = maxAmount(0n, limits.dayMaximum - limits.addedToday)
  return amount > left ? { code: 'above_day', left } : undefined
}

/** Suggested amounts: one, two and four usual weeks, rounded up to a step that people recognize. */
export function suggestedAmounts(usualWeek: bigint, minimum: bigint, digits: number): bigint[] {
  const base = maxAmount(usualWeek, minimum, 10n ** BigInt(6 - digits))
  return [1n, 2n, 4n].map((weeks) => roundToStep(base * weeks, digits))
}

/** Rounds up to 1, 2 or 5 times a power of ten below a tenth of the amount, so that 437.12 becomes 440. */
function roundToStep(micros: bigint, digits: number): bigint {
  const units = roundUp(micros, digits) / 10n ** BigInt(6 - digits)
  const size = 10n ** BigInt(Math.max(String(units).length - 2, 0))
  return ((units + size - 1n) / size) * size * 10n ** BigInt(6 - digits)
}

/** A rule that adds funds when they fall below a threshold: a fixed amount, or up to a target. */
export interface RebillRule {
  readonly threshold: bigint
  readonly mode: 'fixed' | 'target'
  /** The amount to add, or the target. */
  readonly amount: bigint
  /** The most that it charges in a month; null without a limit. */
  readonly monthMaximum: bigint | null
}

export interface RebillState {
  readonly available: bigint
  /** Payments under way. */
  readonly inFlight: bigint
  readonly chargedThisMonth: bigint
  /** The smallest charge. */
  readonly minimum: bigint
  /** What can still be added today. */
  readonly dayLeft: bigint
  /** The most that the payment method pays at once while it is new; null later. */
  readonly newMethodMaximum: bigint | null
  /** What the spend limit has left; null without a limit. */
  readonly limitLeft: bigint | null
  /** Of the currency. Clicks cost whole micros, so the funds may have more. */
  readonly digits: number
}

/** A limit that cuts a charge. */
export type RebillLimit = 'month_used_up' | 'day_used_up' | 'above_new_method'

export type RebillDecision =
  | { readonly code: 'enough' }
  | { readonly code: 'charge'; readonly amount: bigint; readonly cappedBy: RebillLimit | null }
  | { readonly code: RebillLimit | 'spend_limit' }
  | { readonly code: 'below_minimum'; readonly amount: bigint }

/** Decides whether a rule charges now, and how much: always one charge, never one per increment. */
export function rebillOf({ threshold, mode, amount, monthMaximum }: RebillRule, state: RebillState): RebillDecision {
  const expected = state.available + state.inFlight
  if (expected >= threshold) return { code: 'enough' }
  // The limit stops the campaigns before the funds end, so a charge would not let them spend more.
  if (state.limitLeft !== null && state.limitLeft <= expected) return { code: 'spend_limit' }
  const missing = threshold - expected
  const needed = mode === 'target' ? roundUp(amount - expected, state.digits) : ((missing + amount - 1n) / amount) * amount
  const limits: readonly (readonly [RebillLimit, bigint | null])[] = [
    ['month_used_up', monthMaximum === null ? null : monthMaximum - state.chargedThisMonth],
    ['day_used_up', state.dayLeft],
    ['above_new_method', state.newMethodMaximum],
  ]
  let charge = needed
  let cappedBy: RebillLimit | null = null
  for (const [code, most] of limits) {
    if (most === null || most >= charge) continue
    charge = most - (most % 10n ** BigInt(6 - state.digits))
    cappedBy = code
  }
  if (charge > 0n && charge >= state.minimum) return { code: 'charge', amount: charge, cappedBy }
  return cappedBy ? { code: cappedBy } : { code: 'below_minimum', amount: charge }
}

/** Hours until the next attempt after the first and the second failure in a row. The third one switches the rule off. */
const rebillBackOffHours = [1, 6] as const
/** Failures in a row after which a rule is off. */
export const failuresUntilOff = rebillBackOffHours.length + 1

/** When a rule is tried again after failures in a row; null when it is switched off. */
export function nextRebillAttempt(failures: number, failedAt: Date): Date | null {
  const hours = rebillBackOffHours[failures - 1]
  return hours === undefined ? null : new Date(failedAt.getTime() + hours * 3_600_000)
}

/** A grant of money: debits consume grants, and the rest of an expiring one is written off at the end of its day. */
export interface Lot {
  readonly lot_id: number
  readonly left: bigint
  readonly isPromotional: boolean
  /** Of the credit line of a spend limit. */
  readonly isCredit?: boolean
  /** The last day of validity; null without expiration. */
  readonly expires_on: string | null
}

/** The order in which debits consume grants: earliest expiration first, then promotional before paid, then oldest. */
export function lotOrder(a: Lot, b: Lot): number {
  if (a.expires_on !== b.expires_on) {
    if (a.expires_on === null) return 1
    if (b.expires_on === null) return -1
    return a.expires_on < b.expires_on ? -1 : 1
  }
  if (a.isPromotional !== b.isPromotional) return a.isPromotional ? -1 : 1
  return a.lot_id - b.lot_id
}

/** The order with a spend limit: spend is charged to the credit line first, so other grants stay. */
const lotOrderOfLimit = (a: Lot, b: Lot) => Number(b.isCredit ?? false) - Number(a.isCredit ?? false) || lotOrder(a, b)

/** What a debit takes from each grant. The rest is what the grants do not cover. */
export function consumeLots(
  lots: readonly Lot[],
  debit: bigint,
  order = lotOrder,
): { readonly taken: Map<number, bigint>; readonly rest: bigint } {
  const taken = new Map<number, bigint>()
  let rest = debit
  for (const lot of [...lots].sort(order)) {
    if (rest === 0n) break
    const part = minAmount(lot.left, rest)
    if (part > 0n) taken.set(lot.lot_id, part)
    rest -= part
  }
  return { taken, rest }
}

/** How long an advertiser's funds last at most in a projection. */
const projectedDays = 366

interface ProjectedDay {
  readonly day: string
  readonly balance: bigint
  /** Whether the funds and the spend limit cover all spend of the day. */
  readonly isCovered: boolean
}

/** What is spent from, at a daily spend. */
export interface Spending {
  readonly lots: readonly Lot[]
  readonly dailySpend: bigint
  readonly today: string
  /** What the spend limit has left; null without a limit. No invoice is paid in the projection. */
  readonly limitLeft: bigint | null
}

/** Today and each later day. Ends with the day on which nothing more can be spent, or after a year; `rest` is what can be spent then. */
function projectDays({ lots, dailySpend, today, limitLeft }: Spending): { readonly days: readonly ProjectedDay[]; readonly rest: bigint } {
  const days: ProjectedDay[] = []
  let open = lots
  let limit = limitLeft
  let rest = 0n
  for (let index = 0; index < projectedDays; index++) {
    const day = addDays(today, index)
    const allowed = spendableFunds(dailySpend, limit)
    const consumed = consumeLots(open, allowed, limitLeft === null ? lotOrder : lotOrderOfLimit)
    if (limit !== null) limit -= allowed - consumed.rest
    open = open
      .map((lot) => ({ ...lot, left: lot.left - (consumed.taken.get(lot.lot_id) ?? 0n) }))
      .filter(({ left, expires_on }) => left > 0n && (expires_on === null || expires_on > day))
    const balance = open.reduce((sum, { left }) => sum + left, 0n)
    days.push({ day, balance, isCovered: consumed.rest === 0n && allowed === dailySpend })
    rest = spendableFunds(balance, limit)
    if (rest === 0n) break
  }
  return { days, rest }
}

/** The balance at the end of today and each later day at a daily spend. */
export const projectBalance = (spending: Spending) => projectDays(spending).days.map(({ day, balance }) => ({ day, balance }))

/** How many days funds cover at a daily spend above 0, and the day on which they or the spend limit end; null if they last longer than a year. */
export function projectCover(spending: Spending): { readonly days: number; readonly until: string | null } {
  const { days, rest } = projectDays(spending)
  const covered = days.filter(({ isCovered }) => isCovered).length
  return rest === 0n
    ? { days: covered, until: days.at(-1)?.day ?? spending.today }
    : { days: covered + Number(rest / spending.dailySpend), until: null }
}

/** The total of an invoice for exact spend, and the correction that makes the invoiced spend exactly 0 after the payment. */
export function invoiceTotal(exact: bigint, digits: number): { readonly total: bigint; readonly trueUp: bigint } {
  const total = roundHalfUp(exact, digits)
  return { total, trueUp: exact - total }
}

/** What a new commitment exceeds the spend limit by; 0 if it fits. */
export const overLimit = (limit: bigint, uninvoiced: bigint, committed: bigint, added: bigint) =>
  maxAmount(0n, uninvoiced + committed + added - limit)

/** How a received transfer closes its request. */
export type WireOutcome = 'exact' | 'short' | 'over'
export function wireOutcome(expected: bigint, received: bigint): { readonly outcome: WireOutcome; readonly difference: bigint } {
  const difference = received - expected
  if (difference === 0n) return { outcome: 'exact', difference }
  return difference < 0n ? { outcome: 'short', difference: -difference } : { outcome: 'over', difference }
}

/** How a refund or a chargeback is taken back: from what is left of funded money, and the rest as a receivable that the next funding pays first. */
export function takenBack(funded: bigint, amount: bigint): { readonly debit: bigint; readonly receivable: bigint } {
  const debit = maxAmount(0n, minAmount(funded, amount))
  return { debit, receivable: amount - debit }
}

/** What a funding pays of what is owed, and what it adds to the funds. */
export function afterOwed(amount: bigint, owed: bigint): { readonly paid: bigint; readonly added: bigint } {
  const paid = minAmount(amount, owed)
  return { paid, added: amount - paid }
}

/** A card expires soon when it has at most this many days. */
export const expiringDays = 30

/** Whether a card is valid until the end of its month, soon expires, or is expired, on a day. */
export function cardValidity(
  expiration: { readonly month: number; readonly year: number },
  today: string,
): 'valid' | 'expiring' | 'expired' {
  const end = Date.UTC(expiration.year, expiration.month, 1)
  const now = Date.parse(`${today}T00:00:00Z`)
  if (now >= end) return 'expired'
  return end - now <= expiringDays * dayMs ? 'expiring' : 'valid'
}

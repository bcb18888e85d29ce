import type { FieldRuleResult } from '../../../contract/fields/faults.ts'
import { addedAmountFault, afterOwed, projectCover, roundUp } from '../../../contract/money/funds.rules.ts'
import type { DeclineReason, FundsOffer, PaymentMethod } from '../../../contract/payments/payments.ts'
import { amountOf, decimalOf, microsOf } from '../../../contract/money/money.ts'

export type Cover =
  | { readonly code: 'no_spend' }
  | { readonly code: 'below_zero'; readonly available: bigint }
  | { readonly code: 'over_a_year' }
  | { readonly code: 'until'; readonly day: string }

/**
 * How long the funds with an added amount last at the average spend of a day, with the expirations until then and up to the spend limit. The
 * amount first pays what is owed.
 */
export function coverOf(
  {
    available,
    owed,
    limit_left,
    expiring,
    usual_day,
    today,
  }: Pick<FundsOffer, 'available' | 'owed' | 'limit_left' | 'expiring' | 'usual_day' | 'today'>,
  added: bigint,
): Cover {
  const funds = microsOf(available) + afterOwed(added, microsOf(owed)).added
  if (funds < 0n) return { code: 'below_zero', available: funds }
  const usualDay = microsOf(usual_day ?? '0')
  if (usualDay <= 0n) return { code: 'no_spend' }
  const lots = expiring.map(({ left, expires_on }, index) => ({ lot_id: index, left: microsOf(left), isPromotional: false, expires_on }))
  const rest = funds - lots.reduce((sum, { left }) => sum + left, 0n)
  const all = [...lots, { lot_id: lots.length, left: rest, isPromotional: false, isCredit: limit_left !== null, expires_on: null }]
  const { until } = projectCover({ lots: all, dailySpend: usualDay, today, limitLeft: limit_left === null ? null : microsOf(limit_left) })
  return until === null ? { code: 'over_a_year' } : { code: 'until', day: until }
}

/** The micros of a typed amount; undefined for text that is no amount. */
export const typedMicros = (text: string) => (/^\d{1,15}(\.\d{1,6})?$/.test(text) ? microsOf(text) : undefined)

/** The amount of an address in the digits of the currency; empty without an amount. */
export const givenAmount = (amount: string, digits: number) => (amount === '' ? '' : decimalOf(roundUp(microsOf(amount), digits)))

/** Whether cards can pay an amount today. The maximum of a day does not apply to bank transfers. */
export const isWithinDay = ({ left_today }: FundsOffer, amount: string) => (typedMicros(amount) ?? 0n) <= microsOf(left_today)

/** Whether an amount can be added today. An empty amount is left to the rule `required`. */
export const amountRule =
  ({ minimum, day_maximum, left_today, currency_code, currency_digits: digits, may_pay_by_wire }: FundsOffer) =>
  (amount: string): FieldRuleResult => {
    if (amount === '') return true
    const micros = typedMicros(amount)
    if (micros === undefined) return { code: 'format', digits }
    const dayMaximum = microsOf(day_maximum)
    const limits = { minimums: [microsOf(minimum), 1n], dayMaximum, addedToday: dayMaximum - microsOf(left_today) }
    const fault = addedAmountFault(micros, limits, digits)
    if (!fault) return true
    if (fault.code === 'too_many_digits') return { code: 'decimals', max: digits }
    if (fault.code === 'above_day' && may_pay_by_wire) return true
    if (fault.code === 'above_day') return { code: 'currency_max', max: amountOf(fault.left, digits), currency_code, digits }
    return { code: 'currency_min', min: amountOf(fault.minimum, digits), currency_code, digits }
  }

export type NextStep = 'retry' | 'other_method' | 'new_method' | 'lower_amount' | 'wire'

const stepsOf: Readonly<Record<DeclineReason, readonly NextStep[]>> = {
  declined: ['other_method', 'new_method', 'wire'],
  insufficient_funds: ['lower_amount', 'other_method', 'new_method', 'wire'],
  expired: ['other_method', 'new_method', 'wire'],
  fraud: ['other_method', 'new_method', 'wire'],
  authentication_failed: ['retry', 'other_method', 'new_method', 'wire'],
  other: ['retry', 'other_method', 'new_method', 'wire'],
}

/** What helps after a declined payment, the best step first. */
export function nextSteps(
  reason: DeclineReason,
  can: { readonly useOther: boolean; readonly addNew: boolean; readonly payLess: boolean; readonly wire: boolean },
): NextStep[] {
  const isPossible = { retry: true, other_method: can.useOther, new_method: can.addNew, lower_amount: can.payLess, wire: can.wire }
  const steps = stepsOf[reason].filter((step) => isPossible[step])
  // With another stored method, a new one is offered by the list of methods.
  return steps.includes('other_method') ? steps.filter((step) => step !== 'new_method') : steps
}

/** Reasons after which the same method is refused again, and repeated attempts can block it. */
export const isFinal = (reason: DeclineReason) => reason === 'expired' || reason === 'fraud'

/** Whether a method can pay now. */
export const isUsable = ({ validity }: PaymentMethod) => validity !== 'expired'

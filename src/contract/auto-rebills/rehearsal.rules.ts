import { maxAmount } from '../money/money.ts'
import { failuresUntilOff, rebillOf, type RebillRule, type RebillState } from '../money/funds.rules.ts'

export interface SpendDay {
  readonly day: string
  readonly spent: bigint
}
export interface RehearsedDay extends SpendDay {
  readonly charged: bigint
  /** The funds at the end of the day. */
  readonly available: bigint
  readonly attempts: number
}
export interface Rehearsed {
  readonly days: readonly RehearsedDay[]
  readonly total: bigint
  /** Three declined charges in a row switched the rule off. */
  readonly isSwitchedOff: boolean
}

/**
 * Applies a rule to days of spend, one check at the end of each day. With a declined card, the first check that charges makes all attempts,
 * and the rule is off afterwards.
 */
export function rehearse(
  rule: RebillRule,
  {
    isDeclined,
    dayMaximum,
    ...start
  }: Pick<RebillState, 'available' | 'minimum' | 'digits'> & { readonly dayMaximum: bigint; readonly isDeclined: boolean },
  spend: readonly SpendDay[],
): Rehearsed {
  let { available } = start
  let isSwitchedOff = false
  const charges = new Map<string, bigint>()
  const days = spend.map(({ day, spent }): RehearsedDay => {
    // Without charges, campaigns stop when the funds are spent.
    available = isSwitchedOff ? maxAmount(0n, available - spent) : available - spent
    const month = day.slice(0, 7)
    const chargedThisMonth = charges.get(month) ?? 0n
    const always = { inFlight: 0n, dayLeft: dayMaximum, newMethodMaximum: null, limitLeft: null }
    const decision = rebillOf(rule, { ...start, ...always, available, chargedThisMonth })
    if (decision.code !== 'charge' || isSwitchedOff) return { day, spent, charged: 0n, available, attempts: 0 }
    if (isDeclined) {
      isSwitchedOff = true
      available = maxAmount(0n, available)
      return { day, spent, charged: 0n, available, attempts: failuresUntilOff }
    }
    available += decision.amount
    charges.set(month, chargedThisMonth + decision.amount)
    return { day, spent, charged: decision.amount, available, attempts: 1 }
  })
  return { days, total: [...charges.values()].reduce((sum, amount) => sum + amount, 0n), isSwitchedOff }
}

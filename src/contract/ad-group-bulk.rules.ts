import { decimalOf, roundMicros } from './money.ts'
import type { RuleAnswer } from './reply.ts'

/** So many ad groups can be changed at once. */
export const bulkMost = 5000
/** Percentages that an amount can be changed by. */
export const percentLeast = -99
export const percentMost = 1000

/** How amounts of many ad groups change: by a percentage, then by an amount; or to one amount. Amounts in micros. */
export interface AmountChange {
  readonly percentage?: number | undefined
  readonly increase?: bigint | undefined
  readonly amount?: bigint | undefined
}

const hundredths = (percentage: number) => BigInt(Math.round(percentage * 100))

/** What an amount becomes, rounded once to so many digits. */
export function amountAfter(before: bigint, { percentage = 0, increase = 0n, amount }: AmountChange, digits: number): bigint {
  if (amount !== undefined) return amount
  return roundMicros((before * (10_000n + hundredths(percentage))) / 10_000n + increase, digits)
}

/** Whether anything is asked for. */
export const changesAmount = ({ percentage, increase, amount }: AmountChange) =>
  amount !== undefined || (percentage !== undefined && percentage !== 0) || (increase !== undefined && increase !== 0n)

/** Whether an amount that was changed is one at all. */
export const staysAmount = (after: bigint): RuleAnswer => after > 0n || { code: 'amount_gone', amount: decimalOf(after) }

import type { BudgetChange } from '../../../contract/campaigns/edits.ts'
import { isDecimal } from '../../../contract/fields/decimals.ts'
import { amountOf, microsOf } from '../../../contract/money/money.ts'

type Way = BudgetChange['change']

/** What a budget becomes by a change, and what is then left of it in its period; nothing while no amount is typed. */
export function budgetAfter(now: { readonly budget: string; readonly spent: string }, way: Way, amount: string, digits: number) {
  if (!isDecimal(amount) || amount.startsWith('-')) return undefined
  const [budget, by] = [microsOf(now.budget), microsOf(amount)]
  const after = { increase: budget + by, decrease: budget - by, set: by }[way]
  const left = after - microsOf(now.spent)
  return { budget: amountOf(after, digits), remaining: amountOf(left > 0n ? left : 0n, digits) }
}

/** Whether an amount is less than another. */
export const isLess = (one: string, other: string) => microsOf(one) < microsOf(other)

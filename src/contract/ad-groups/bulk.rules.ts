import { budgetPeriods } from '../budgets/budgets.ts'
import { dailyBudget, scaledAmount } from '../campaigns/campaigns.rules.ts'
import { decimalOf } from '../money/money.ts'
import type { RuleAnswer } from '../reply.ts'

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

/** What an amount becomes, rounded once to so many digits. */
export function amountAfter(before: bigint, { percentage = 0, increase = 0n, amount }: AmountChange, digits: number): bigint {
  return amount ?? scaledAmount(before, percentage, increase, digits)
}

/** Whether anything is asked for. */
export const changesAmount = ({ percentage, increase, amount }: AmountChange) =>
  amount !== undefined || (percentage !== undefined && percentage !== 0) || (increase !== undefined && increase !== 0n)

/** Whether an amount that was changed is one at all. */
export const staysAmount = (after: bigint): RuleAnswer => after > 0n || { code: 'amount_gone', amount: decimalOf(after) }

/** An ad group as far as its part of a day's spend goes; money in micros. */
export interface DailyGroup {
  readonly status: string
  readonly budget: bigint | null
  readonly budget_period: string | null
  readonly start_date: string | null
  readonly end_date: string | null
}
type Daily = Parameters<typeof dailyBudget>[0]

/** What a campaign can spend on a usual day: as much as its running ad groups may, and no more than it may itself. */
export function campaignDaily(campaign: Daily & { readonly status: string }, groups: readonly DailyGroup[], today: string): bigint {
  if (campaign.status !== 'active') return 0n
  const whole = dailyBudget(campaign, today)
  const parts = groups.filter(({ status }) => status === 'active').map((group) => groupDaily(group, campaign, today) ?? whole)
  const sum = parts.reduce((all, part) => all + part, 0n)
  if (sum < whole) return sum
  return whole
}

function groupDaily({ budget, budget_period, start_date, end_date }: DailyGroup, campaign: Daily, today: string): bigint | null {
  const period = budgetPeriods.find((one) => one === budget_period)
  if (budget === null || period === undefined) return null
  const days = { start_date: start_date ?? campaign.start_date, end_date: end_date ?? campaign.end_date }
  return dailyBudget({ budget, budget_period: period, ...days }, today)
}

import { budgetPeriods } from '../budgets/budgets.rules.ts'
import { dailyBudget, scaledAmount } from '../campaigns/campaigns.rules.ts'
import { decimalOf } from '../money/money.ts'
import type { RuleResult } from '../reply.ts'

/** Maximum number of ad groups in one bulk change. */
export const maxBulkAdGroups = 5000
/** Maximum number of entities that one request names. */
export const maxEntitiesPerRequest = 5000
/** Limits of a percentage change of an amount. */
export const minPercentChange = -99
export const maxPercentChange = 1000

/** A change of an amount: by a percentage and then by an increase, or to a fixed amount. Amounts in micros. */
export interface AmountChange {
  readonly percentage?: number | undefined
  readonly increase?: bigint | undefined
  readonly amount?: bigint | undefined
}

/** The amount after a change, rounded once to the currency's digits. */
export function changedAmount(before: bigint, { percentage = 0, increase = 0n, amount }: AmountChange, digits: number): bigint {
  return amount ?? scaledAmount(before, percentage, increase, digits)
}

/** Whether the change has any effect. */
export const changesAmount = ({ percentage, increase, amount }: AmountChange) =>
  amount !== undefined || (percentage !== undefined && percentage !== 0) || (increase !== undefined && increase !== 0n)

/** Whether a changed amount is still above 0. */
export const positiveAmountRule = (after: bigint): RuleResult => after > 0n || { code: 'amount_gone', amount: decimalOf(after) }

/** The fields of an ad group that its daily spend depends on; money in micros. */
export interface DailyGroup {
  readonly status: string
  readonly budget: bigint | null
  readonly budget_period: string | null
  readonly start_date: string | null
  readonly end_date: string | null
}
type Daily = Parameters<typeof dailyBudget>[0]

/** The daily spend of a campaign: the sum of its active ad groups, limited by its own budget. */
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

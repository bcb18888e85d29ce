import {
  type AdGroupCampaign,
  adGroupBudgetRule,
  adGroupDatesRule,
  adGroupStatusRule,
  type AdGroupStatus,
  adGroupAllowedRule,
  adGroupFieldRule,
} from '../../../src/contract/ad-groups/ad-groups.rules.ts'
import { type BidLimits, bidLimitsRule } from '../../../src/contract/bids/bids.rules.ts'
import { budgetPeriods } from '../../../src/contract/budgets/budgets.rules.ts'
import { dailyBudget, scaledAmount } from '../../../src/contract/campaigns/campaigns.rules.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import type { RuleResult } from '../../../src/contract/reply.ts'

/** The fields of an ad group that can change; money in micros. */
export interface AdGroupState {
  readonly name: string
  readonly status: AdGroupStatus
  readonly base_bid: bigint
  readonly budget: bigint | null
  readonly budget_period: string | null
  readonly pacing: string | null
  readonly start_date: string | null
  readonly end_date: string | null
  readonly targeting?: unknown
}
/** What a change is validated against. */
export interface AdGroupEditConstraints {
  readonly campaign: AdGroupCampaign
  /** Today in the advertiser's time zone. */
  readonly today: string
  readonly limits: BidLimits
  /** Digits of the currency. */
  readonly digits: number
  /** Total spend of its own budget. */
  readonly spent: bigint
  /** Whether its campaign has delivered anything yet. */
  readonly hasStarted: boolean
  /** The pacing options of the client. */
  readonly pacings: readonly string[]
}
/** The field that is invalid, and the reason. */
export interface AdGroupProblem {
  readonly field: string
  readonly violation: Exclude<RuleResult, true>
}

const isSame = (one: unknown, other: unknown) => {
  const comparable = (value: unknown) => (typeof value === 'bigint' ? decimalOf(value) : value)
  return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other))
}

export const changedFields = (before: AdGroupState, after: AdGroupState): (keyof AdGroupState)[] =>
  (Object.keys(after) as (keyof AdGroupState)[]).filter((field) => !isSame(before[field], after[field])) // its keys are the fields

type Check = () => readonly [field: string, result: RuleResult]

/** The first problem; later checks do not run. */
function firstOf(checks: readonly Check[]): AdGroupProblem | null {
  for (const check of checks) {
    const [field, result] = check()
    if (result !== true) return { field, violation: result }
  }
  return null
}

/** Whether a budget fits the digits of its currency. */
const currencyDigitsRule = (budget: bigint | null, digits: number): RuleResult =>
  budget === null || budget % 10n ** BigInt(6 - digits) === 0n || { code: 'budget_digits', digits }

/** Whether the client offers a pacing option; null means the campaign's. */
const pacingRule = (pacing: string | null, pacings: readonly string[]): RuleResult =>
  pacing === null || pacings.includes(pacing) || { code: 'pacing_unknown' }

const fieldOfDays = (result: RuleResult) => (result !== true && result.code.startsWith('starts') ? 'start_date' : 'end_date')

/** Checks of the changed money and date fields. */
function amountAndDateChecks(
  after: AdGroupState,
  before: AdGroupState | undefined,
  { campaign, today, limits, digits, spent, pacings }: AdGroupEditConstraints,
): Check[] {
  const changes = (...fields: (keyof AdGroupState)[]) => !before || fields.some((field) => !isSame(before[field], after[field]))
  const days = () => {
    const result = adGroupDatesRule(after, campaign, today, before)
    return [fieldOfDays(result), result] as const
  }
  return [
    ...(changes('base_bid') ? [() => ['base_bid', bidLimitsRule(after.base_bid, limits)] as const] : []),
    ...(changes('pacing') ? [() => ['pacing', pacingRule(after.pacing, pacings)] as const] : []),
    ...(changes('start_date', 'end_date') ? [days] : []),
    ...(changes('budget', 'budget_period')
      ? [
          () => ['budget', currencyDigitsRule(after.budget, digits)] as const,
          () => ['budget', adGroupBudgetRule(after, after, campaign, spent)] as const,
        ]
      : []),
  ]
}

/** Why an ad group cannot be created; null if it can. */
export const newAdGroupProblem = (after: AdGroupState, constraints: AdGroupEditConstraints): AdGroupProblem | null =>
  firstOf([() => ['campaign_id', adGroupAllowedRule(constraints.campaign)], ...amountAndDateChecks(after, undefined, constraints)])

/** Why an ad group cannot be changed; null if it can. */
export const adGroupProblem = (before: AdGroupState, after: AdGroupState, constraints: AdGroupEditConstraints): AdGroupProblem | null =>
  firstOf([
    ...changedFields(before, after).map(
      (field): Check =>
        () => [field, adGroupFieldRule(field, after[field], constraints.campaign)],
    ),
    () => ['status', adGroupStatusRule(before.status, after.status, constraints.hasStarted)],
    ...amountAndDateChecks(after, before, constraints),
  ])

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

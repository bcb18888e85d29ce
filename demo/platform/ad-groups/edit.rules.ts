import {
  type AdGroupCampaign,
  adGroupBudgetRule,
  adGroupDatesRule,
  adGroupStatusRule,
  type AdGroupStatus,
  adGroupAllowedRule,
  adGroupFieldRule,
} from './ad-groups.rules.ts'
import { type BidLimits, bidLimitsRule } from '../bids/bids.rules.ts'
import { decimalOf } from '../money/money.ts'
import type { RuleResult } from '../reply.ts'

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

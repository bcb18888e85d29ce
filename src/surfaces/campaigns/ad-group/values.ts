import type { AdGroupChange, NewAdGroup } from '../../../contract/ad-groups/changes.ts'
import {
  type AdGroupCampaign,
  adGroupBudgetRule,
  adGroupDatesRule,
  type OwnBudget,
  type AdGroupDates,
} from '../../../contract/ad-groups/ad-groups.rules.ts'
import type { AdGroup } from '../../../contract/ad-groups/ad-groups.ts'
import { type BidLimits, bidLimitsRule } from '../../../contract/bids/bids.rules.ts'
import type { budgetPeriods } from '../../../contract/budgets/budgets.ts'
import { isDecimal } from '../../../contract/fields/decimals.ts'
import { microsOf } from '../../../contract/money/money.ts'
import type { RuleResult } from '../../../contract/reply.ts'

export type Period = (typeof budgetPeriods)[number]
/** Whether an ad group has its own value or uses the campaign's. */
export type ValueSource = 'campaign' | 'own'

/** Bid, budget and schedule as form values. */
export type AdGroupFormValues = {
  base_bid: string
  budget_of: ValueSource
  budget: string
  budget_period: Period | ''
  pacing: string
  days_of: ValueSource
  always_on: boolean
  start_date: string
  end_date: string
}

export const newValues = (start_date: string): AdGroupFormValues => ({
  base_bid: '',
  budget_of: 'campaign',
  budget: '',
  budget_period: 'Daily',
  pacing: 'campaign',
  days_of: 'campaign',
  always_on: true,
  start_date,
  end_date: '',
})

export const valuesOf = ({ base_bid, budget, budget_period, pacing, start_date, end_date, runs }: AdGroup): AdGroupFormValues => ({
  base_bid,
  budget_of: budget === null ? 'campaign' : 'own',
  budget: budget ?? '',
  budget_period: budget_period ?? runs.budget_period,
  pacing: pacing ?? 'campaign',
  days_of: start_date === null && end_date === null ? 'campaign' : 'own',
  always_on: end_date === null,
  start_date: start_date ?? runs.start_date,
  end_date: end_date ?? '',
})

const isAmount = (text: string) => isDecimal(text) && !text.startsWith('-')
const daysIn = ({ days_of, always_on, start_date, end_date }: AdGroupFormValues): AdGroupDates =>
  days_of === 'campaign'
    ? { start_date: null, end_date: null }
    : { start_date: start_date || null, end_date: always_on ? null : end_date || null }
const budgetIn = ({ budget_of, budget, budget_period }: AdGroupFormValues): OwnBudget =>
  budget_of === 'campaign' || !isAmount(budget) || budget_period === ''
    ? { budget: null, budget_period: null }
    : { budget: microsOf(budget), budget_period }

/** Constraints that the form validates against. */
export interface AdGroupConstraints {
  readonly campaign: AdGroupCampaign
  readonly limits: BidLimits | undefined
  readonly today: string
  readonly spent: bigint
  /** The saved schedule, which may start in the past. */
  readonly before?: AdGroupDates
}

/** Validates each field with the rules that the platform uses too. */
export const adGroupFieldRules = {
  base_bid: ({ base_bid }: AdGroupFormValues, { limits }: AdGroupConstraints): RuleResult =>
    !limits || !isAmount(base_bid) || bidLimitsRule(microsOf(base_bid), limits),
  budget: (values: AdGroupFormValues, { campaign, spent }: AdGroupConstraints): RuleResult => {
    const ownBudget = budgetIn(values)
    return ownBudget.budget === null || adGroupBudgetRule(ownBudget, daysIn(values), campaign, spent)
  },
  days: (values: AdGroupFormValues, { campaign, today, before }: AdGroupConstraints): RuleResult =>
    values.days_of === 'campaign' || adGroupDatesRule(daysIn(values), campaign, today, before),
}

const ownBudget = ({ budget_of, budget, budget_period }: AdGroupFormValues) =>
  budget_of === 'campaign' || budget_period === '' ? { budget: null, budget_period: null } : { budget, budget_period }
const ownDays = (values: AdGroupFormValues) => {
  const { start_date, end_date } = daysIn(values)
  return { start_date, ...(end_date === null ? { always_on: true } : { end_date }) }
}
const ownPacing = ({ pacing }: AdGroupFormValues) => (pacing === 'campaign' ? null : pacing)

/** Request fields of a new ad group; values inherited from the campaign are omitted. */
export const newAdGroupFields = (
  values: AdGroupFormValues,
): Pick<NewAdGroup, 'base_bid' | 'budget' | 'budget_period' | 'pacing' | 'start_date' | 'end_date' | 'always_on'> => ({
  base_bid: values.base_bid,
  ...(values.budget_of === 'own' && ownBudget(values)),
  ...(values.days_of === 'own' && ownDays(values)),
  ...(ownPacing(values) !== null && { pacing: ownPacing(values) }),
})

/** Request fields for the values that the user has changed. */
export function changedAdGroupFields(values: AdGroupFormValues, changed: (field: keyof AdGroupFormValues) => boolean): AdGroupChange {
  const any = (...fields: (keyof AdGroupFormValues)[]) => fields.some(changed)
  return {
    ...(changed('base_bid') && { base_bid: values.base_bid }),
    ...(any('budget_of', 'budget', 'budget_period') && ownBudget(values)),
    ...(changed('pacing') && { pacing: ownPacing(values) }),
    ...(any('days_of', 'always_on', 'start_date', 'end_date') && ownDays(values)),
  }
}

import type { AdGroupProblem } from '../../../src/contract/ad-groups/edits.rules.ts'
import type { RuleResult } from '../../../src/contract/reply.ts'
import { conflict, Refused, ruleProblem } from '../context/refusal.ts'

type Problem = Exclude<RuleResult, true>

/** Conflicts with the campaign's or ad group's state. All other codes are field errors. */
const conflicts: Readonly<Record<string, (problem: Problem) => string>> = {
  campaign_over: ({ status }) => `The campaign is ${status} and can’t be changed`,
  under_review: ({ field }) =>
    field === undefined
      ? 'The campaign is under review; add to it after approval'
      : 'The campaign is under review; until approval you can change bids, budgets and end date, and pause it',
  status_not_offered: ({ from, to }) => `Status can’t change from ${from} to ${to}`,
}
const sentences: Readonly<Record<string, (problem: Problem) => string>> = {
  bid_too_low: ({ min_bid }) => `Expected at least ${min_bid}`,
  bid_too_high: ({ max_bid }) => `Expected at most ${max_bid}`,
  budget_digits: ({ digits }) => `Expected at most ${digits} decimals`,
  budget_most: ({ most }) => `Expected at most ${most}`,
  budget_needed: () => 'Enter a budget for the period',
  budget_period_needed: () => 'Choose a budget period',
  budget_below_spent: ({ spent }) => `Expected at least the amount already spent, ${spent}`,
  budget_above_campaign: ({ most, budget, budget_period }) =>
    `Expected at most ${most}: the campaign budget is ${budget} (${budget_period})`,
  pacing_unknown: () => 'Choose a pacing option of this client',
  starts_in_past: ({ today }) => `Expected ${today} or later`,
  ends_in_past: ({ today }) => `Expected ${today} or later`,
  starts_before_campaign: ({ start_date }) => `Expected ${start_date} or later: the campaign starts then`,
  starts_after_campaign: ({ end_date }) => `Expected ${end_date} or earlier: the campaign ends then`,
  ends_after_campaign: ({ end_date }) => `Expected ${end_date} or earlier: the campaign ends then`,
  ends_before_start: ({ start_date }) => `Expected ${start_date} or later`,
}

/** The error for a change that breaks a rule. */
export function adGroupRefusal({ field, violation }: AdGroupProblem) {
  const sentence = conflicts[violation.code]
  if (sentence) return conflict('Ad group', sentence(violation), [ruleProblem(field, sentence(violation), violation)])
  const rule = sentences[violation.code]?.(violation) ?? 'This value is not accepted'
  return new Refused('invalid', { subject: field, rule }, [ruleProblem(field, rule, violation)])
}

/** Throws if the campaign accepts no new ad groups or entities, by the result of `adGroupAllowedRule`. */
export function requireAddAllowed(result: RuleResult) {
  if (result !== true) throw adGroupRefusal({ field: 'campaign_id', violation: result })
}

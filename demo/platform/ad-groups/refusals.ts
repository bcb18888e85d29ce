import type { AdGroupProblem } from '../../../src/contract/ad-groups/edits.rules.ts'
import type { RuleResult } from '../../../src/contract/reply.ts'
import { conflict, Refused, ruleProblem } from '../context/refusal.ts'

type Problem = Exclude<RuleResult, true>

/** Conflicts with the campaign's or ad group's state. All other codes are field errors. */
const conflicts: Readonly<Record<string, (problem: Problem) => string>> = {
  campaign_over: ({ status }) => `Its campaign is ${status}, and nothing of it can be changed any more`,
  under_review: ({ field }) =>
    field === undefined
      ? 'Its campaign is under review: add to it when it has been approved'
      : 'Its campaign is under review: bids, budgets and the end can be changed, and it can be paused; change the rest when it has been approved',
  status_not_offered: ({ from, to }) => `What is ${from} cannot become ${to}`,
}
const sentences: Readonly<Record<string, (problem: Problem) => string>> = {
  bid_too_low: ({ min_bid }) => `Expected at least ${min_bid}`,
  bid_too_high: ({ max_bid }) => `Expected at most ${max_bid}`,
  budget_digits: ({ digits }) => `Expected at most ${digits} decimals`,
  budget_most: ({ most }) => `Expected at most ${most}`,
  budget_needed: () => 'Expected a budget for the period',
  budget_period_needed: () => 'Expected how long the budget lasts',
  budget_below_spent: ({ spent }) => `Expected at least what is spent, ${spent}`,
  budget_above_campaign: ({ most, budget, budget_period }) =>
    `Expected at most ${most}: its campaign spends no more than ${budget} (${budget_period})`,
  starts_in_past: ({ today }) => `Expected ${today} or later`,
  ends_in_past: ({ today }) => `Expected ${today} or later`,
  starts_before_campaign: ({ start_date }) => `Expected ${start_date} or later: its campaign does not start before`,
  starts_after_campaign: ({ end_date }) => `Expected ${end_date} or earlier: its campaign ends then`,
  ends_after_campaign: ({ end_date }) => `Expected ${end_date} or earlier: its campaign ends then`,
  ends_before_start: ({ start_date }) => `Expected ${start_date} or later`,
}

/** The error for a change that breaks a rule. */
export function adGroupRefusal({ field, answer }: AdGroupProblem) {
  const sentence = conflicts[answer.code]
  if (sentence) return conflict('Ad group', sentence(answer), [ruleProblem(field, sentence(answer), answer)])
  const rule = sentences[answer.code]?.(answer) ?? 'Expected something else'
  return new Refused('invalid', { subject: field, rule }, [ruleProblem(field, rule, answer)])
}

export function checkMayAdd(answer: RuleResult) {
  if (answer !== true) throw adGroupRefusal({ field: 'campaign_id', answer })
}

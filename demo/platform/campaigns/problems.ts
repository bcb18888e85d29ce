import type { CampaignProblem } from '../../../src/contract/campaigns/edits.ts'
import { type EditProblem, isStateProblem } from './edit.rules.ts'
import type { CampaignProblemCode } from '../../../src/contract/campaigns/campaigns.rules.ts'
import { conflict, Refused, ruleProblem } from '../context/refusal.ts'

type Values = Readonly<Record<string, string | number>>

/** Error messages for requests about a single campaign. Bulk rows carry code and values instead. */
const sentences: Readonly<Record<CampaignProblemCode, (values: Values) => string>> = {
  status_not_offered: ({ from, to }) => `Status can’t change from ${from} to ${to}`,
  under_review: ({ field }) => `The ${field} can’t change during review; wait until the campaign is approved or rejected`,
  ended_for_good: ({ status }) => `The campaign is ${status} and can’t be restarted; copy it instead`,
  not_denied: () => 'The campaign is approved; only rejected campaigns can be resubmitted',
  name_blank: () => 'Enter a name',
  name_length: ({ max }) => `Expected a name of up to ${max} characters`,
  budget_digits: ({ digits }) => `Expected at most ${digits} decimals`,
  budget_minimum: ({ min }) => `Expected at least ${min}`,
  budget_spent: ({ min }) => `Expected at least the amount already spent, ${min}`,
  budget_maximum: ({ max }) => `Expected at most ${max}`,
  start_past: ({ today }) => `Expected ${today} or a later day`,
  already_started: ({ start_date }) => `The campaign has started; its start date stays ${start_date}`,
  end_before_start: ({ start_date }) => `Expected ${start_date} or a later day`,
  end_past: ({ today }) => `Expected ${today} or a later day`,
  end_missing_without_always_on: () => 'Enter an end date, or set always on',
  end_missing_for_one_time_budget: () => 'A one-time budget needs an end date',
  goal_range: ({ max }) => `Expected more than 0 and at most ${max}, with up to two decimals`,
  goal_type_missing: () => 'Choose a goal type',
  pacing_unknown: () => 'Choose a pacing option of this client',
  stale: () => 'Another user changed this since you loaded it',
  not_found: () => 'Not found, or you don’t have access to it',
  changed_since: () => 'Another user changed this since; set force to undo it anyway',
  not_undoable: () => 'This can’t be undone',
  not_approved: () => 'The campaign is not approved',
  approval_too_late: ({ minutes }) => `An approval can be undone for ${minutes} minutes; pause the campaign instead`,
  changed_since_approval: () => 'The campaign has changed since it was approved',
}

export const problemMessage = ({ violation: { code, ...values } }: EditProblem) => sentences[code](values)

/** A problem of a bulk row: code and values, without a message. */
export const problemOf = ({ field, violation: { code, ...values } }: EditProblem): CampaignProblem => ({
  code,
  field,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
})

/** A problem of the whole row, not of one field. */
export const rowProblem = (code: CampaignProblemCode): CampaignProblem => ({ code, field: null, values: {} })

/** Throws a conflict if the campaign's state forbids the change, otherwise one validation error for each field. */
export function throwProblems(problems: readonly EditProblem[], pathOf = (field: string) => field) {
  const reasonOf = (problem: EditProblem) => ruleProblem(pathOf(problem.field), problemMessage(problem), problem.violation)
  const stateProblem = problems.find(({ violation }) => isStateProblem(violation.code))
  if (stateProblem) throw conflict('Campaign', problemMessage(stateProblem), [reasonOf(stateProblem)])
  const fields = problems.map(reasonOf)
  const [first] = fields
  if (first) throw new Refused('invalid', { subject: first.path, rule: first.rule }, fields)
}

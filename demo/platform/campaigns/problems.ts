import type { CampaignProblem } from '../../../src/contract/campaigns/edits.ts'
import { type EditProblem, isStateProblem } from '../../../src/contract/campaigns/edit.rules.ts'
import type { CampaignProblemCode } from '../../../src/contract/campaigns/campaigns.rules.ts'
import { conflict, Refused, ruleProblem } from '../context/refusal.ts'

type Values = Readonly<Record<string, string | number>>

/** Error messages for requests about a single campaign. Bulk rows carry code and values instead. */
const sentences: Readonly<Record<CampaignProblemCode, (values: Values) => string>> = {
  status_not_offered: ({ from, to }) => `A campaign that is ${from} cannot become ${to}`,
  under_review: ({ field }) => `The ${field} stays while the campaign is under review; wait until it is approved or denied`,
  over: ({ status }) => `The campaign is ${status} and does not come back; copy it to go on`,
  not_denied: () => 'The campaign is approved; only what was denied is submitted again',
  name_length: ({ most }) => `Expected a name of up to ${most} characters`,
  budget_digits: ({ digits }) => `Expected at most ${digits} decimals`,
  budget_minimum: ({ least }) => `Expected at least ${least}`,
  budget_spent: ({ least }) => `Expected at least what is spent already, ${least}`,
  budget_most: ({ most }) => `Expected at most ${most}`,
  start_past: ({ today }) => `Expected ${today} or a later day`,
  start_begun: ({ start_date }) => `The campaign has begun; its first day stays ${start_date}`,
  end_before_start: ({ start_date }) => `Expected ${start_date} or a later day`,
  end_past: ({ today }) => `Expected ${today} or a later day`,
  end_missing: () => 'Expected a last day, or always on',
  end_needed: () => 'A budget for the whole time needs a last day',
  goal_range: ({ most }) => `Expected more than 0 and at most ${most}, with up to two decimals`,
  goal_alone: () => 'Say of which type the goal is',
  pacing_unknown: () => 'Expected a pace that the client has',
  stale: () => 'Somebody has changed this since you read it',
  not_found: () => 'There is no such thing, or it is not yours to see',
  changed_since: () => 'Somebody has changed this since; force it to take it back all the same',
  not_undoable: () => 'This cannot be taken back',
}

export const problemMessage = ({ answer: { code, ...values } }: EditProblem) => sentences[code](values)

/** A problem of a bulk row: code and values, without a message. */
export const problemOf = ({ field, answer: { code, ...values } }: EditProblem): CampaignProblem => ({
  code,
  field,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
})

/** A problem of the whole row, not of one field. */
export const rowProblem = (code: CampaignProblemCode): CampaignProblem => ({ code, field: null, values: {} })

/** Throws a conflict if the campaign's state forbids the change, otherwise one validation error for each field. */
export function refuseProblems(problems: readonly EditProblem[], at = (field: string) => field) {
  const said = (problem: EditProblem) => ruleProblem(at(problem.field), problemMessage(problem), problem.answer)
  const ofState = problems.find(({ answer }) => isStateProblem(answer.code))
  if (ofState) throw conflict('Campaign', problemMessage(ofState), [said(ofState)])
  const fields = problems.map(said)
  const [first] = fields
  if (first) throw new Refused('invalid', { subject: first.path, rule: first.rule }, fields)
}

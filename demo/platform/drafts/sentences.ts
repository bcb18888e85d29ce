import type { DraftFault, DraftProblem } from '../../../src/contract/drafts/problems.ts'
import { Refused, type FieldReason } from '../context/refusal.ts'
import { targetingSentences } from '../targeting/check.ts'

type Sentence = string | ((values: DraftFault) => string)
/** Error message of each draft rule. */
const sentences: Readonly<Record<string, Sentence>> = {
  required: 'Expected a value',
  max_length: ({ max }) => `Expected at most ${max} characters`,
  not_offered: 'Choose one of the available options',
  date: 'Expected a date as YYYY-MM-DD',
  start_past: ({ today }) => `Expected ${today} or a later day`,
  ends_before_start: ({ start_date }) => `Expected ${start_date} or a later day`,
  end_missing_for_one_time_budget: 'A one-time budget needs an end date',
  format: 'Expected an amount',
  only_numbers: 'Expected a number',
  negative: 'Expected nothing below 0',
  whole: 'Expected a whole number',
  decimals: ({ max }) => `Expected at most ${max} decimals`,
  currency_min: ({ min, currency_code }) => `Expected at least ${min} ${currency_code}`,
  currency_max: ({ max, currency_code }) => `Expected at most ${max} ${currency_code}`,
  min: ({ min }) => `Expected at least ${min}`,
  max: ({ max }) => `Expected at most ${max}`,
  budget_below_bid: ({ base_bid, currency_code }) => `Expected at least one bid of ${base_bid} ${currency_code}`,
  above_campaign: ({ budget, currency_code }) => `Expected at most the campaign’s ${budget} ${currency_code}`,
  name_taken: 'Another ad group of this draft already has this name',
  starts_before_campaign: ({ start_date }) => `The campaign starts on ${start_date}`,
  ends_after_campaign: ({ end_date }) => `The campaign ends on ${end_date}`,
  picture_missing: ({ name }) => `Expected an image for ${name}`,
  picture_twice: 'Send one image per slot',
  wrong_size: ({ width, height }) => `Expected ${width} × ${height} pixels`,
  ...targetingSentences,
}

/** The error message for a rule's answer, for API clients without the builder's form. */
export function sentenceOf(answer: DraftFault): string {
  const sentence = sentences[answer.code] ?? `Not accepted: ${answer.code}`
  return typeof sentence === 'string' ? sentence : sentence(answer)
}

const maxFields = 50

/** Throws a validation error that lists the problems. `pathOf` converts draft fields to the request's fields. */
export function throwProblems(problems: readonly DraftProblem[], pathOf: (field: string) => string = (field) => field) {
  const fields = problems.slice(0, maxFields).map(({ field, answer }): FieldReason => ({ path: pathOf(field), rule: sentenceOf(answer) }))
  const [firstField] = fields
  if (firstField) throw new Refused('invalid', { subject: firstField.path, rule: firstField.rule }, fields)
}

import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { FieldProblem } from '../../contract/reply.ts'
import { type Problem, problemText } from '../../kit/problem.ts'
import { type CurrencyFormat, count, money, missingValue } from '../../ui/format/format.ts'
import { isStatus, statusLabel } from '../../ui/badge/status-labels.ts'
import { dayText } from '../../ui/format/moment.ts'
import { withBidDigits } from '../scope/client.tsx'
import { channelLabel, pacingLabels, periodLabels, labelIn } from './labels.ts'

const moneyFields: readonly string[] = ['budget', 'base_bid', 'bid']
const reviewWords: Readonly<Record<string, MessageDescriptor>> = { '1': msg`Under Review`, '2': msg`Rejected`, '3': msg`Approved` }

/** A changed field's value as text. */
export function fieldText(field: string, value: unknown, currency: CurrencyFormat, i18n: I18n): string {
  if (field === 'end_date' && value === null) return i18n._(msg`Always on`)
  if (value === null || value === undefined || value === '') return missingValue
  if (typeof value === 'boolean') return value ? i18n._(msg`Yes`) : i18n._(msg`No`)
  if (field === 'review_status_id') return labelIn(reviewWords, String(value), i18n)
  if (typeof value === 'number') return count(value, i18n.locale)
  if (typeof value === 'string') return wordText(field, value, currency, i18n)
  if (Array.isArray(value)) return count(value.length, i18n.locale)
  return i18n._(msg`Changed`)
}

function wordText(field: string, value: string, currency: CurrencyFormat, i18n: I18n): string {
  if (moneyFields.includes(field) && /^-?\d+(\.\d+)?$/.test(value))
    return money(value, field === 'budget' ? currency : withBidDigits(currency), i18n.locale)
  if (field === 'status' && isStatus(value)) return statusLabel(value, i18n)
  if (field.endsWith('_date') && /^\d{4}-\d{2}-\d{2}$/.test(value)) return dayText(value, i18n.locale, 'full')
  if (field === 'budget_period') return labelIn(periodLabels, value, i18n)
  if (field === 'channel') return channelLabel(value, i18n)
  return field === 'pacing' ? labelIn(pacingLabels, value, i18n) : value
}

/** The values that came with a problem's code, for its sentence. */
export type ProblemValues = Readonly<Record<string, unknown>>
type Sentence = (values: Readonly<Record<string, string>>, context: ProblemContext, i18n: I18n) => string

/** The currency of the amounts in a problem. */
export interface ProblemContext {
  readonly currency: CurrencyFormat
}

const day = (value: string | undefined, i18n: I18n) => (value ? dayText(value, i18n.locale, 'full') : '')
const amount = (value: string | undefined, { currency }: ProblemContext, i18n: I18n) => money(value ?? null, currency, i18n.locale)
const bid = (value: string | undefined, { currency }: ProblemContext, i18n: I18n) =>
  money(value ?? null, withBidDigits(currency), i18n.locale)
const status = (value: string | undefined, i18n: I18n) => statusLabel(value ?? '', i18n)

const statusSentences: Readonly<Record<string, Sentence>> = {
  status_not_offered: ({ from, to }, _, i18n) =>
    i18n._(msg`Status can’t change from ${{ from: status(from, i18n) }} to ${{ to: status(to, i18n) }}`),
  under_review: (_, __, i18n) => i18n._(msg`Under review: only budget, end date and pausing can change until it is approved`),
  ended_for_good: ({ status: word }, _, i18n) => i18n._(msg`Status is ${{ status: status(word, i18n) }}. Make a copy to run it again`),
  not_denied: (_, __, i18n) => i18n._(msg`Only rejected campaigns can be resubmitted`),
  campaign_over: (_, __, i18n) => i18n._(msg`The campaign has ended. Copy it to run it again`),
  stale: (_, __, i18n) => i18n._(msg`Changed by another user since. Download the file again and redo your changes`),
  not_found: (_, __, i18n) => i18n._(msg`Campaign not found`),
  changed_since: (_, __, i18n) => i18n._(msg`Changed by another user since`),
  not_undoable: (_, __, i18n) => i18n._(msg`This can’t be undone`),
  not_approved: (_, __, i18n) => i18n._(msg`The campaign is not approved`),
  approval_too_late: (_, __, i18n) => i18n._(msg`It’s too late to undo the approval. Pause the campaign instead.`),
  changed_since_approval: (_, __, i18n) => i18n._(msg`The campaign has changed since it was approved`),
}

const moneySentences: Readonly<Record<string, Sentence>> = {
  budget_digits: ({ digits }, _, i18n) => i18n._(msg`This currency allows ${{ digits: digits ?? '' }} decimal places`),
  budget_minimum: ({ min }, context, i18n) =>
    min ? i18n._(msg`Enter a budget of ${{ min: amount(min, context, i18n) }} or more`) : i18n._(msg`Enter a higher budget`),
  budget_spent: ({ spent, min }, context, i18n) =>
    (spent ?? min)
      ? i18n._(msg`The budget can’t be lower than the ${{ spent: amount(spent ?? min, context, i18n) }} already spent`)
      : i18n._(msg`The budget can’t be lower than the amount already spent`),
  budget_maximum: ({ max }, context, i18n) => i18n._(msg`Enter a budget of ${{ max: amount(max, context, i18n) }} or less`),
  budget_needed: (_, __, i18n) => i18n._(msg`Ad group has no budget of its own`),
  budget_period_needed: (_, __, i18n) => i18n._(msg`Choose a budget period`),
  budget_below_spent: ({ spent }, context, i18n) =>
    i18n._(msg`The budget can’t be lower than the ${{ spent: amount(spent, context, i18n) }} already spent`),
  budget_above_campaign: ({ max }, context, i18n) =>
    i18n._(msg`The campaign can spend at most ${{ max: amount(max, context, i18n) }} in these dates`),
  amount_gone: (_, __, i18n) => i18n._(msg`The amount would become zero`),
  bid_too_low: ({ min_bid }, context, i18n) => i18n._(msg`Enter a bid of ${{ min: bid(min_bid, context, i18n) }} or more`),
  bid_too_high: ({ max_bid }, context, i18n) => i18n._(msg`Enter a bid of ${{ max: bid(max_bid, context, i18n) }} or less`),
  bid_digits: (_, __, i18n) => i18n._(msg`Use fewer decimal places in the bid`),
}

const daySentences: Readonly<Record<string, Sentence>> = {
  start_past: (_, __, i18n) => i18n._(msg`The start date is in the past`),
  starts_in_past: (_, __, i18n) => i18n._(msg`The start date is in the past`),
  already_started: ({ start_date }, _, i18n) => i18n._(msg`Already started on ${{ day: day(start_date, i18n) }}`),
  end_before_start: ({ start_date }, _, i18n) => i18n._(msg`The end date must be after the start date, ${{ day: day(start_date, i18n) }}`),
  ends_before_start: ({ start_date }, _, i18n) => i18n._(msg`The end date must be after the start date, ${{ day: day(start_date, i18n) }}`),
  end_missing_without_always_on: (_, __, i18n) => i18n._(msg`Choose an end date or “Always on”`),
  end_missing_for_one_time_budget: (_, __, i18n) => i18n._(msg`Choose an end date for a one-time budget`),
  end_past: (_, __, i18n) => i18n._(msg`The end date is in the past`),
  ends_in_past: (_, __, i18n) => i18n._(msg`The end date is in the past`),
  starts_before_campaign: ({ start_date }, _, i18n) => i18n._(msg`The campaign starts on ${{ day: day(start_date, i18n) }}`),
  starts_after_campaign: ({ end_date }, _, i18n) => i18n._(msg`The campaign ends on ${{ day: day(end_date, i18n) }}`),
  ends_after_campaign: ({ end_date }, _, i18n) => i18n._(msg`The campaign ends on ${{ day: day(end_date, i18n) }}`),
}

const otherSentences: Readonly<Record<string, Sentence>> = {
  name_blank: (_, __, i18n) => i18n._(msg`Enter a name`),
  name_length: ({ max = '120' }, _, i18n) =>
    i18n._(msg`${plural({ max: Number(max) }, { one: 'Use at most # character', other: 'Use at most # characters' })}`),
  goal_range: ({ max = '' }, _, i18n) => i18n._(msg`Enter a goal above 0, up to ${{ max }}`),
  goal_type_missing: (_, __, i18n) => i18n._(msg`Choose a goal type`),
  pacing_unknown: (_, __, i18n) => i18n._(msg`This pacing option is not available`),
}

const sentences: Readonly<Record<string, Sentence>> = { ...statusSentences, ...moneySentences, ...daySentences, ...otherSentences }

/** The sentence for a rule's code; the code itself if this version does not know it. */
export function problemSentence(code: string, values: ProblemValues, context: ProblemContext, i18n: I18n): string {
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')]))
  return sentences[code]?.(texts, context, i18n) ?? i18n._(msg`Change rejected (${{ code }})`)
}

/** The sentence for a rejected field; undefined if only the platform has a text for it. */
export const fieldSentence = ({ code = '', values = {} }: FieldProblem, context: ProblemContext, i18n: I18n): string | undefined =>
  code in sentences ? problemSentence(code, values, context, i18n) : undefined

/** The sentences for a refused request; the platform's text if no rule is known. */
export function refusalSentences(problem: Problem, context: ProblemContext, i18n: I18n): string {
  const sentences = problem.fields.flatMap((field) => fieldSentence(field, context, i18n) ?? [])
  return sentences.length > 0 ? sentences.join(' · ') : problemText(problem, i18n)
}

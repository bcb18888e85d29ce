import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { FieldProblem } from '../../contract/reply.ts'
import { type Problem, problemText } from '../../kit/problem.ts'
import { type CurrencyFormat, count, money, missingValue } from '../../ui/format/format.ts'
import { isStatus, statusLabel } from '../../ui/badge/status-labels.ts'
import { dayText } from '../../ui/format/moment.ts'
import { bidDigits } from '../money/bid-digits.ts'
import { pacingLabels, periodLabels, labelIn } from './labels.ts'

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
  return i18n._(msg`Set otherwise`)
}

function wordText(field: string, value: string, currency: CurrencyFormat, i18n: I18n): string {
  if (moneyFields.includes(field) && /^-?\d+(\.\d+)?$/.test(value))
    return money(value, field === 'budget' ? currency : bidDigits(currency), i18n.locale)
  if (field === 'status' && isStatus(value)) return statusLabel(value, i18n)
  if (field.endsWith('_date') && /^\d{4}-\d{2}-\d{2}$/.test(value)) return dayText(value, i18n.locale, 'full')
  if (field === 'budget_period') return labelIn(periodLabels, value, i18n)
  return field === 'pacing' ? labelIn(pacingLabels, value, i18n) : value
}

/** The values that came with a problem's code, for its sentence. */
export type ProblemValues = Readonly<Record<string, unknown>>
type Sentence = (values: Readonly<Record<string, string>>, ground: ProblemContext, i18n: I18n) => string

/** The currency of the amounts in a problem. */
export interface ProblemContext {
  readonly currency: CurrencyFormat
}

const day = (value: string | undefined, i18n: I18n) => (value ? dayText(value, i18n.locale, 'full') : '')
const amount = (value: string | undefined, { currency }: ProblemContext, i18n: I18n) => money(value ?? null, currency, i18n.locale)
const bid = (value: string | undefined, { currency }: ProblemContext, i18n: I18n) => money(value ?? null, bidDigits(currency), i18n.locale)
const status = (value: string | undefined, i18n: I18n) => statusLabel(value ?? '', i18n)

const statusSentences: Readonly<Record<string, Sentence>> = {
  status_not_offered: ({ from, to }, _, i18n) =>
    i18n._(msg`It cannot go from ${{ from: status(from, i18n) }} to ${{ to: status(to, i18n) }}`),
  under_review: (_, __, i18n) => i18n._(msg`It is under review; until then only its budget, its last day and a pause can be set`),
  over: ({ status: word }, _, i18n) => i18n._(msg`It is over: ${{ status: status(word, i18n) }}. Copy it to begin anew`),
  not_denied: (_, __, i18n) => i18n._(msg`Only what was denied is submitted again`),
  campaign_over: (_, __, i18n) => i18n._(msg`Its campaign is over. Copy the campaign to begin anew`),
  stale: (_, __, i18n) => i18n._(msg`Somebody has changed it since. Download it again and repeat what you changed`),
  not_found: (_, __, i18n) => i18n._(msg`There is no such campaign`),
  changed_since: (_, __, i18n) => i18n._(msg`Somebody has changed it since`),
  not_undoable: (_, __, i18n) => i18n._(msg`This cannot be taken back`),
}

const moneySentences: Readonly<Record<string, Sentence>> = {
  budget_digits: ({ digits }, _, i18n) => i18n._(msg`Its currency has ${{ digits: digits ?? '' }} decimal places`),
  budget_minimum: ({ least }, ground, i18n) =>
    least ? i18n._(msg`The budget must be at least ${{ least: amount(least, ground, i18n) }}`) : i18n._(msg`The budget is too small`),
  budget_spent: ({ spent, least }, ground, i18n) =>
    (spent ?? least)
      ? i18n._(msg`The budget cannot go below what is spent, ${{ spent: amount(spent ?? least, ground, i18n) }}`)
      : i18n._(msg`The budget cannot go below what is spent`),
  budget_most: ({ most }, ground, i18n) => i18n._(msg`The budget can be at most ${{ most: amount(most, ground, i18n) }}`),
  budget_needed: (_, __, i18n) => i18n._(msg`It has no budget of its own`),
  budget_period_needed: (_, __, i18n) => i18n._(msg`Its budget needs a period`),
  budget_below_spent: ({ spent }, ground, i18n) =>
    i18n._(msg`The budget cannot go below what is spent, ${{ spent: amount(spent, ground, i18n) }}`),
  budget_above_campaign: ({ most }, ground, i18n) =>
    i18n._(msg`Its campaign can spend ${{ most: amount(most, ground, i18n) }} at most in that time`),
  amount_gone: (_, __, i18n) => i18n._(msg`Nothing would be left of the amount`),
  bid_too_low: ({ min_bid }, ground, i18n) => i18n._(msg`Bid at least ${{ least: bid(min_bid, ground, i18n) }}`),
  bid_too_high: ({ max_bid }, ground, i18n) => i18n._(msg`Bid at most ${{ most: bid(max_bid, ground, i18n) }}`),
  bid_digits: (_, __, i18n) => i18n._(msg`The bid has too many decimal places`),
}

const daySentences: Readonly<Record<string, Sentence>> = {
  start_past: (_, __, i18n) => i18n._(msg`The first day has passed`),
  starts_in_past: (_, __, i18n) => i18n._(msg`The first day has passed`),
  start_begun: ({ start_date }, _, i18n) => i18n._(msg`It has begun on ${{ day: day(start_date, i18n) }}`),
  end_before_start: ({ start_date }, _, i18n) => i18n._(msg`It would end before it begins, ${{ day: day(start_date, i18n) }}`),
  ends_before_start: ({ start_date }, _, i18n) => i18n._(msg`It would end before it begins, ${{ day: day(start_date, i18n) }}`),
  end_needed: (_, __, i18n) => i18n._(msg`A budget for once needs an end date`),
  end_past: (_, __, i18n) => i18n._(msg`The last day has passed`),
  ends_in_past: (_, __, i18n) => i18n._(msg`The last day has passed`),
  starts_before_campaign: ({ start_date }, _, i18n) => i18n._(msg`Its campaign begins on ${{ day: day(start_date, i18n) }}`),
  starts_after_campaign: ({ end_date }, _, i18n) => i18n._(msg`Its campaign ends on ${{ day: day(end_date, i18n) }}`),
  ends_after_campaign: ({ end_date }, _, i18n) => i18n._(msg`Its campaign ends on ${{ day: day(end_date, i18n) }}`),
}

const otherSentences: Readonly<Record<string, Sentence>> = {
  name_length: ({ most = '120' }, _, i18n) =>
    i18n._(msg`${plural({ max: Number(most) }, { one: 'Use at most # character', other: 'Use at most # characters' })}`),
  goal_range: ({ most = '' }, _, i18n) => i18n._(msg`The goal must be above 0 and at most ${{ most }}`),
  goal_alone: (_, __, i18n) => i18n._(msg`A goal needs a number`),
  pacing_unknown: (_, __, i18n) => i18n._(msg`There is no such pacing`),
}

const sentences: Readonly<Record<string, Sentence>> = { ...statusSentences, ...moneySentences, ...daySentences, ...otherSentences }

/** The sentence for a rule's code; the code itself if this version does not know it. */
export function problemSentence(code: string, values: ProblemValues, ground: ProblemContext, i18n: I18n): string {
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')]))
  return sentences[code]?.(texts, ground, i18n) ?? i18n._(msg`It was refused (${{ code }})`)
}

/** The sentence for a rejected field; undefined if only the platform has a text for it. */
export const fieldSentence = ({ code = '', values = {} }: FieldProblem, ground: ProblemContext, i18n: I18n): string | undefined =>
  code in sentences ? problemSentence(code, values, ground, i18n) : undefined

/** The sentences for a refused request; the platform's text if no rule is known. */
export function refusalSentences(problem: Problem, ground: ProblemContext, i18n: I18n): string {
  const said = problem.fields.flatMap((field) => fieldSentence(field, ground, i18n) ?? [])
  return said.length > 0 ? said.join(' · ') : problemText(problem, i18n)
}

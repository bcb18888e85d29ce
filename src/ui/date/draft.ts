import { type DateRange, type Days, daysOfRange } from '../../contract/dates/date-ranges.ts'
import { type Comparison, daysCompared } from './comparison.ts'
import { type DayLimits, type DayProblem, checkRange } from './day-limits.ts'

/** Applied dates. */
export interface DateChoice {
  readonly range: DateRange
  readonly days: Days
  readonly compare: Comparison
  /** The compared days; undefined for `none`. */
  readonly compared?: Days | undefined
}

/** Dates that are being edited: text that may be invalid, and whether the next click ends the range. */
export interface DateDraft {
  readonly range: DateRange
  readonly days: Days
  readonly isEndMissing: boolean
  readonly compare: Comparison
  readonly custom: Days
  /** The reason why the last click was rejected. */
  readonly refused?: DayProblem | undefined
}

/** Constraints of a choice: limits and the current day. */
export interface DateContext {
  readonly limits: DayLimits
  readonly today: string
}

/** The draft for the applied dates. */
export const draftOf = ({ range, days, compare, compared }: DateChoice): DateDraft => ({
  range,
  days,
  isEndMissing: false,
  compare,
  custom: compared ?? daysCompared(days, 'previous_period') ?? days,
})

/** The draft after selecting a preset. */
export const withPreset = (draft: DateDraft, range: DateRange, { today }: DateContext): DateDraft => ({
  ...draft,
  range,
  isEndMissing: false,
  refused: undefined,
  days: range === 'custom' ? draft.days : daysOfRange(range, today),
})

/** The draft after a click on a day: the first click starts a range, the second ends it, before or after the start. */
export function withClickedDay(draft: DateDraft, day: string, { limits, today }: DateContext): DateDraft {
  const start = draft.days.start_date
  const days = !draft.isEndMissing
    ? { start_date: day, end_date: day }
    : { start_date: day < start ? day : start, end_date: day < start ? start : day }
  const check = checkRange(days, limits, today)
  if (check !== true) return { ...draft, refused: check }
  return { ...draft, range: 'custom', days, isEndMissing: !draft.isEndMissing, refused: undefined }
}

/** The draft after typing a date. */
export const withTypedDays = (draft: DateDraft, days: Partial<Days>): DateDraft => ({
  ...draft,
  range: 'custom',
  isEndMissing: false,
  refused: undefined,
  days: { ...draft.days, ...days },
})

/** The days that a draft is compared with. */
export const comparedDaysOf = ({ compare, custom, days }: DateDraft): Days | undefined =>
  compare === 'custom' ? custom : daysCompared(days, compare)

/** Validates a draft: the choice, or the reason why it is invalid. */
export function validateDraft(draft: DateDraft, { limits, today }: DateContext): DateChoice | DayProblem {
  const check = checkRange(draft.days, limits, today)
  if (check !== true) return check
  const compared = comparedDaysOf(draft)
  const mayCompare = compared ? checkRange(compared, {}, today) : true
  return mayCompare === true ? { range: draft.range, days: draft.days, compare: draft.compare, compared } : mayCompare
}

export const isChoice = (value: DateChoice | DayProblem): value is DateChoice => 'days' in value && 'range' in value

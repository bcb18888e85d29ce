import { type DateRange, type Days, daysOf } from '../../contract/dates/date-ranges.ts'
import { type Comparison, daysCompared } from './comparison.ts'
import { type DayLimits, type DayProblem, mayChoose } from './day-limits.ts'

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
  readonly isHalf: boolean
  readonly compare: Comparison
  readonly custom: Days
  /** The reason why the last click was rejected. */
  readonly refused?: DayProblem | undefined
}

/** Constraints of a choice: limits and the current day. */
export interface DateScene {
  readonly limits: DayLimits
  readonly today: string
}

/** The draft for the applied dates. */
export const draftOf = ({ range, days, compare, compared }: DateChoice): DateDraft => ({
  range,
  days,
  isHalf: false,
  compare,
  custom: compared ?? daysCompared(days, 'previous_period') ?? days,
})

/** The draft after selecting a preset. */
export const named = (draft: DateDraft, range: DateRange, { today }: DateScene): DateDraft => ({
  ...draft,
  range,
  isHalf: false,
  refused: undefined,
  days: range === 'custom' ? draft.days : daysOf(range, today),
})

/** The draft after a click on a day: the first click starts a range, the second ends it, before or after the start. */
export function clicked(draft: DateDraft, day: string, { limits, today }: DateScene): DateDraft {
  const start = draft.days.start_date
  const days = !draft.isHalf
    ? { start_date: day, end_date: day }
    : { start_date: day < start ? day : start, end_date: day < start ? start : day }
  const may = mayChoose(days, limits, today)
  if (may !== true) return { ...draft, refused: may }
  return { ...draft, range: 'custom', days, isHalf: !draft.isHalf, refused: undefined }
}

/** The draft after typing a date. */
export const typed = (draft: DateDraft, days: Partial<Days>): DateDraft => ({
  ...draft,
  range: 'custom',
  isHalf: false,
  refused: undefined,
  days: { ...draft.days, ...days },
})

/** The days that a draft is compared with. */
export const comparedIn = ({ compare, custom, days }: DateDraft): Days | undefined =>
  compare === 'custom' ? custom : daysCompared(days, compare)

/** Validates a draft: the choice, or the reason why it is invalid. */
export function choiceIn(draft: DateDraft, { limits, today }: DateScene): DateChoice | DayProblem {
  const may = mayChoose(draft.days, limits, today)
  if (may !== true) return may
  const compared = comparedIn(draft)
  const mayCompare = compared ? mayChoose(compared, {}, today) : true
  return mayCompare === true ? { range: draft.range, days: draft.days, compare: draft.compare, compared } : mayCompare
}

export const isChoice = (found: DateChoice | DayProblem): found is DateChoice => 'days' in found && 'range' in found

import { type DateRange, type Days, daysOf } from '../../contract/dates/date-ranges.ts'
import { type Comparison, daysCompared } from './comparison.ts'
import { type DayLimits, type DayProblem, mayChoose } from './day-limits.ts'

/** Dates as they are applied. */
export interface DateChoice {
  readonly range: DateRange
  readonly days: Days
  readonly compare: Comparison
  /** What they are compared with; none for `none`. */
  readonly compared?: Days | undefined
}

/** Dates while they are being chosen: days as they are typed, and whether the second click is awaited. */
export interface DateDraft {
  readonly range: DateRange
  readonly days: Days
  readonly isHalf: boolean
  readonly compare: Comparison
  readonly custom: Days
  /** Why the last click was not taken. */
  readonly refused?: DayProblem | undefined
}

/** What stands around a choice: its limits, and the day it is made on. */
export interface DateScene {
  readonly limits: DayLimits
  readonly today: string
}

/** A draft of what is applied now. */
export const draftOf = ({ range, days, compare, compared }: DateChoice): DateDraft => ({
  range,
  days,
  isHalf: false,
  compare,
  custom: compared ?? daysCompared(days, 'previous_period') ?? days,
})

/** The draft after a named range is chosen. */
export const named = (draft: DateDraft, range: DateRange, { today }: DateScene): DateDraft => ({
  ...draft,
  range,
  isHalf: false,
  refused: undefined,
  days: range === 'custom' ? draft.days : daysOf(range, today),
})

/** The draft after a day is clicked: the first click starts a range, and the second ends it, on whichever side. */
export function clicked(draft: DateDraft, day: string, { limits, today }: DateScene): DateDraft {
  const start = draft.days.start_date
  const days = !draft.isHalf
    ? { start_date: day, end_date: day }
    : { start_date: day < start ? day : start, end_date: day < start ? start : day }
  const may = mayChoose(days, limits, today)
  if (may !== true) return { ...draft, refused: may }
  return { ...draft, range: 'custom', days, isHalf: !draft.isHalf, refused: undefined }
}

/** The draft after something is typed. */
export const typed = (draft: DateDraft, days: Partial<Days>): DateDraft => ({
  ...draft,
  range: 'custom',
  isHalf: false,
  refused: undefined,
  days: { ...draft.days, ...days },
})

/** What a draft would be compared with. */
export const comparedIn = ({ compare, custom, days }: DateDraft): Days | undefined =>
  compare === 'custom' ? custom : daysCompared(days, compare)

/** The choice that a draft stands for, or why it is none. */
export function choiceIn(draft: DateDraft, { limits, today }: DateScene): DateChoice | DayProblem {
  const may = mayChoose(draft.days, limits, today)
  if (may !== true) return may
  const compared = comparedIn(draft)
  const mayCompare = compared ? mayChoose(compared, {}, today) : true
  return mayCompare === true ? { range: draft.range, days: draft.days, compare: draft.compare, compared } : mayCompare
}

/** Whether it is a choice. */
export const isChoice = (found: DateChoice | DayProblem): found is DateChoice => 'days' in found && 'range' in found

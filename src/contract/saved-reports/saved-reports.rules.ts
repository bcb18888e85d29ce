import { addDays, comparedOn, type DateRange, type Days, daysOf, reportDaysMost } from '../dates/date-ranges.ts'
import type { RuleAnswer } from '../reply.ts'
import type { ReportQuestion } from '../reports/reports.ts'
import type { SavedDates, SavedQuestion, SavedReport } from './saved-reports.ts'

/** A saved report that was removed can be taken back for so many days. */
export const restorableDays = 30
/** Nobody keeps more reports at one client than this. */
export const savedReportsMost = 500

/** The days that saved dates mean, seen from a day: what is relative stays relative. */
export function savedDays(dates: SavedDates, today: string): Days {
  if (dates.preset === 'custom') return { start_date: dates.start_date, end_date: dates.end_date }
  const preset: Exclude<DateRange, 'custom'> = dates.preset
  return daysOf(preset, today)
}

/** Whose clock says which day a report is seen from: that of its advertisers where they have one zone, else that of whoever reads it. */
export const dayZoneOf = <Zone extends string | undefined>(zones: readonly string[], reader: Zone): string | Zone =>
  (zones.length === 1 && zones[0]) || reader

/** What a saved report asks at a client on a day. */
export function reportQuestionOf(saved: Pick<SavedReport, 'member_group_id'> & { question: SavedQuestion }, today: string): ReportQuestion {
  const { date_range, chart: _, compare, ...asked } = saved.question
  const days = savedDays(date_range, today)
  return { member_group_id: saved.member_group_id, ...asked, ...days, ...(compare && { compare: comparedOn(today, days, compare) }) }
}

/** Whether saved dates can be asked at all: days of one's own go forward, and are not too many. */
export function savedDatesFit(dates: SavedDates): RuleAnswer {
  if (dates.preset !== 'custom') return true
  if (dates.end_date < dates.start_date) return { code: 'days_backwards' }
  return addDays(dates.start_date, reportDaysMost - 1) >= dates.end_date || { code: 'days_too_many', most: reportDaysMost }
}

/** Whether somebody may change a saved report: its owner, or, where it is shared, who reads all that its owner may read: it is mailed as its owner sees it. */
export const changesSaved = (
  saved: { readonly owner_id: number; readonly visibility: string },
  who: { readonly user_id: number | undefined; readonly readsWholeClient: boolean },
): RuleAnswer => saved.owner_id === who.user_id || (saved.visibility === 'shared' && who.readsWholeClient) || { code: 'not_yours' }

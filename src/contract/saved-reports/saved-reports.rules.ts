import { addDays, comparisonOn, type DateRange, type Days, daysOfRange, maxReportDays } from '../dates/date-ranges.ts'
import type { RuleResult } from '../reply.ts'
import type { ReportRequest } from '../reports/reports.ts'
import type { SavedDates, SavedReportQuery, SavedReport } from './saved-reports.ts'

/** A removed saved report can be restored for this many days. */
export const restorableDays = 30
/** Maximum number of saved reports of a user at one client. */
export const maxSavedReports = 500

/** The days of saved dates relative to a day; a relative range moves with the day. */
export function savedDays(dates: SavedDates, today: string): Days {
  if (dates.preset === 'custom') return { start_date: dates.start_date, end_date: dates.end_date }
  const preset: Exclude<DateRange, 'custom'> = dates.preset
  return daysOfRange(preset, today)
}

/** The time zone that decides which day it is: the advertisers' if they share one, otherwise the reader's. */
export const reportTimeZoneOf = <Zone extends string | undefined>(zones: readonly string[], reader: Zone): string | Zone =>
  (zones.length === 1 && zones[0]) || reader

/** The query of a saved report on a day. */
export function savedReportQueryOf(
  saved: Pick<SavedReport, 'member_group_id'> & { question: SavedReportQuery },
  today: string,
): ReportRequest {
  const { date_range, chart: _, compare, ...rest } = saved.question
  const days = savedDays(date_range, today)
  return { member_group_id: saved.member_group_id, ...rest, ...days, ...(compare && { compare: comparisonOn(today, days, compare) }) }
}

/** Whether saved dates are valid: custom dates must be in order and not too long. */
export function savedDatesRule(dates: SavedDates): RuleResult {
  if (dates.preset !== 'custom') return true
  if (dates.end_date < dates.start_date) return { code: 'days_backwards' }
  return addDays(dates.start_date, maxReportDays - 1) >= dates.end_date || { code: 'days_too_many', most: maxReportDays }
}

/**
 * Whether a user may change a saved report: its owner, or, if it is shared, a user who can read the whole client, because mails contain the
 * data that its owner sees.
 */
export const savedReportEditorRule = (
  saved: { readonly owner_id: number; readonly visibility: string },
  who: { readonly user_id: number | undefined; readonly readsWholeClient: boolean },
): RuleResult => saved.owner_id === who.user_id || (saved.visibility === 'shared' && who.readsWholeClient) || { code: 'not_yours' }

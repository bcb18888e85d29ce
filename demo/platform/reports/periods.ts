import { sql } from 'kysely'
import { daysIn } from '../../../src/contract/dates/date-ranges.ts'
import type { SqlPiece } from '../sql/pieces.ts'
import type { ReportScope } from './scope.ts'

const shiftedDay = sql`(summed.day + coalesce(period.shift, 0))`
export const dayText = (day: SqlPiece) => sql`to_char(${day}, 'YYYY-MM-DD')`
export const hourText = (day: SqlPiece, hour: SqlPiece) => sql`${dayText(day)} || 'T' || lpad(${hour}::text, 2, '0')`
export const timeKeys: Readonly<Record<string, SqlPiece>> = {
  hour: hourText(shiftedDay, sql`summed.hour`),
  day: dayText(shiftedDay),
  week: dayText(sql`date_trunc('week', ${shiftedDay})`),
  month: dayText(sql`date_trunc('month', ${shiftedDay})`),
}
export const isTime = (id: string) => Object.hasOwn(timeKeys, id)

/** Shifts the compared days onto the report's days, so that their buckets match. A day can be in both periods. */
export function periodValues({ days, before }: ReportScope): SqlPiece {
  const reportDays = sql`(0, ${days.start_date}::date, ${days.end_date}::date, 0)`
  const shift = before && daysIn({ start_date: before.start_date, end_date: days.start_date }) - 1
  const comparedDays = before ? sql`, (1, ${before.start_date}::date, ${before.end_date}::date, ${shift}::int)` : sql``
  return sql`(values ${reportDays}${comparedDays}) as period (number, first, last, shift)`
}

const periodsOverlap = ({ days, before }: ReportScope) => before !== undefined && before.end_date >= days.start_date

/**
 * Boolean columns that tell the period of a fact, to group by: one comparison for each fact instead of a filter for each sum.
 * Compared days start and end no later than the report's days, so one bound is enough, or two if the periods overlap.
 */
export function periodKeys(reportScope: ReportScope): SqlPiece[] {
  const { days, before } = reportScope
  const keys = [sql`day >= ${days.start_date}::date as is_now`, sql`day <= ${before?.end_date}::date as is_before`]
  return before ? keys.slice(0, periodsOverlap(reportScope) ? 2 : 1) : []
}

/** Filter clause that limits a sum to the report's days (0) or the compared days (1). */
export function periodFilter(number: 0 | 1, reportScope: ReportScope, isTimed: boolean): SqlPiece {
  if (!reportScope.before) return sql``
  if (isTimed) return sql` filter (where period.number = ${sql.lit(number)})`
  if (number === 0) return sql` filter (where summed.is_now)`
  return periodsOverlap(reportScope) ? sql` filter (where summed.is_before)` : sql` filter (where not summed.is_now)`
}

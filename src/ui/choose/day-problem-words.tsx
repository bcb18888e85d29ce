import { Trans, useLingui } from '@lingui/react/macro'
import { dayRange } from '../format.ts'
import type { DayProblem } from './day-limits.ts'
import { dayWithYear } from './day-names.ts'

/** Why days may not be chosen, in words. */
export function DayProblemWords({ problem, today }: { problem: DayProblem; today: string }) {
  const { i18n } = useLingui()
  const { locale } = i18n
  if (problem.code === 'future') return <Trans>Days after today cannot be chosen.</Trans>
  if (problem.code === 'before') return <Trans>Days before {dayWithYear(problem.day, locale)} cannot be chosen.</Trans>
  if (problem.code === 'after') return <Trans>Days after {dayWithYear(problem.day, locale)} cannot be chosen.</Trans>
  if (problem.code === 'bad_dates') return <Trans>Write days as YYYY-MM-DD, the first one first.</Trans>
  return <Trans>{dayRange(problem.days.start_date, problem.days.end_date, locale, today)} cannot be part of it.</Trans>
}

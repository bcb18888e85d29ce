import { Trans, useLingui } from '@lingui/react/macro'
import { dayRange } from '../format.ts'
import type { DayProblem } from './day-limits.ts'
import { dayWithYear } from './day-names.ts'

interface DayProblemWordsProps {
  readonly problem: DayProblem
  readonly today: string
  /** It is about one day and not about a range. */
  readonly isOneDay?: boolean
}

/** Why days may not be chosen, in words. */
export function DayProblemWords({ problem, today, isOneDay = false }: DayProblemWordsProps) {
  const { i18n } = useLingui()
  const { locale } = i18n
  if (problem.code === 'future') return <Trans>Days after today cannot be chosen.</Trans>
  if (problem.code === 'bad_dates')
    return isOneDay ? <Trans>Write the day as YYYY-MM-DD.</Trans> : <Trans>Write days as YYYY-MM-DD, the first one first.</Trans>
  if (problem.code === 'disabled') {
    const closed = dayRange(problem.days.start_date, problem.days.end_date, locale, today)
    return isOneDay ? <Trans>This day cannot be chosen.</Trans> : <Trans>{closed} cannot be part of it.</Trans>
  }
  const limit = dayWithYear(problem.day, locale)
  return problem.code === 'before' ? (
    <Trans>Days before {limit} cannot be chosen.</Trans>
  ) : (
    <Trans>Days after {limit} cannot be chosen.</Trans>
  )
}

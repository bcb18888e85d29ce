import { Trans, useLingui } from '@lingui/react/macro'
import { dayRange } from '../format/format.ts'
import type { DayProblem } from './day-limits.ts'
import { dayWithYear } from './day-names.ts'

interface DayProblemWordsProps {
  readonly problem: DayProblem
  readonly today: string
}

/** Why a range may not be chosen, in words. */
export function DayProblemWords({ problem, today }: DayProblemWordsProps) {
  const { i18n } = useLingui()
  const { locale } = i18n
  if (problem.code === 'future') return <Trans>Days after today cannot be chosen.</Trans>
  if (problem.code === 'bad_dates') return <Trans>Write days as YYYY-MM-DD, the first one first.</Trans>
  if (problem.code === 'disabled') {
    const closed = dayRange(problem.days.start_date, problem.days.end_date, locale, today)
    return <Trans>{closed} cannot be part of it.</Trans>
  }
  const limit = dayWithYear(problem.day, locale)
  return problem.code === 'before' ? (
    <Trans>Days before {limit} cannot be chosen.</Trans>
  ) : (
    <Trans>Days after {limit} cannot be chosen.</Trans>
  )
}

import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FieldFault } from '../../contract/fields/faults.ts'
import type { DayProblem } from './day-limits.ts'
import { dayWithYear } from './day-names.ts'

/** Why one day may not be chosen, as a field says it. */
export function dayFault(problem: DayProblem, i18n: I18n): FieldFault {
  switch (problem.code) {
    case 'bad_dates':
      return { code: 'date' }
    case 'future':
      return { code: 'future' }
    case 'disabled':
      return { code: 'said', text: i18n._(msg`This day cannot be chosen.`) }
    case 'before':
      return { code: 'said', text: i18n._(msg`Days before ${{ limit: dayWithYear(problem.day, i18n.locale) }} cannot be chosen.`) }
    case 'after':
      return { code: 'said', text: i18n._(msg`Days after ${{ limit: dayWithYear(problem.day, i18n.locale) }} cannot be chosen.`) }
  }
}

import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { TargetingProblem } from '../../contract/targeting/targetings.rules.ts'

function limitText(problem: TargetingProblem, i18n: I18n): string | undefined {
  if (!('most' in problem)) return undefined
  const { code, most } = problem
  if (code === 'too_many_groups')
    return i18n._(msg`${plural({ max: most }, { one: 'You can add up to # group', other: 'You can add up to # groups' })}`)
  if (code === 'too_many_conditions')
    return i18n._(
      msg`${plural({ max: most }, { one: 'A group can have up to # condition', other: 'A group can have up to # conditions' })}`,
    )
  return i18n._(msg`${plural({ max: most }, { one: 'Choose at most # option', other: 'Choose at most # options' })}`)
}

const words = {
  no_conditions: msg`Add a condition or remove the group`,
  no_options: msg`Choose at least one`,
  unknown_dimension: msg`This is no longer available. Remove the condition.`,
  unknown_option: msg`An option is no longer available. Choose another one.`,
  repeated_option: msg`An option is selected twice`,
  repeated_condition: msg`This condition is a duplicate`,
}

/** The text of a targeting problem. */
export function targetingProblemText(problem: TargetingProblem, i18n: I18n): string {
  const limit = limitText(problem, i18n)
  if (limit !== undefined) return limit
  if (problem.code === 'hidden_dimension') return i18n._(msg`${{ name: problem.name }} is not available for new conditions`)
  if (problem.code === 'contradiction') return i18n._(msg`No audience left: ${{ name: problem.name }} is both included and excluded`)
  return problem.code in words ? i18n._(words[problem.code as keyof typeof words]) : problem.code // just checked
}

import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { TargetingProblem } from '../../contract/targeting/targetings.rules.ts'

function limitText(problem: TargetingProblem, i18n: I18n): string | undefined {
  if (!('most' in problem)) return undefined
  const { code, most } = problem
  if (code === 'too_many_groups') return i18n._(msg`${plural({ most }, { one: 'At most # group fits', other: 'At most # groups fit' })}`)
  if (code === 'too_many_conditions')
    return i18n._(
      msg`${plural({ most }, { one: 'At most # condition fits into a group', other: 'At most # conditions fit into a group' })}`,
    )
  return i18n._(msg`${plural({ most }, { one: 'Choose at most # option', other: 'Choose at most # options' })}`)
}

const words = {
  no_conditions: msg`Add a condition, or take the group away`,
  no_options: msg`Choose at least one`,
  unknown_dimension: msg`This is no longer offered. Take the condition away.`,
  unknown_option: msg`One of these is no longer offered. Choose again.`,
  repeated_option: msg`One of these is chosen twice`,
  repeated_condition: msg`This condition stands here twice`,
}

/** The text of a targeting problem. */
export function targetingProblemText(problem: TargetingProblem, i18n: I18n): string {
  const limit = limitText(problem, i18n)
  if (limit !== undefined) return limit
  if (problem.code === 'hidden_dimension') return i18n._(msg`${{ name: problem.name }} is not offered for new conditions`)
  if (problem.code === 'contradiction') return i18n._(msg`Nobody is left: what is asked for of ${{ name: problem.name }} is also left out`)
  return problem.code in words ? i18n._(words[problem.code as keyof typeof words]) : problem.code // just checked
}

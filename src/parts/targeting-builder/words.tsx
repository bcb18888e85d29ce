import { Trans, useLingui } from '@lingui/react/macro'
import { matchTypeIds, type Targeting, type TargetingCondition, type TargetingDimension } from '../../contract/targeting/targetings.ts'
import { addStyles } from '../../ui/theme/styles.ts'
import css from './targeting-builder.css'
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

addStyles(css)

interface SummaryProps {
  readonly targeting: Targeting
  readonly dimensions: readonly TargetingDimension[]
}

/** A condition as text, such as "Country: any of Germany, Austria". */
function useConditionText(dimensions: readonly TargetingDimension[]) {
  const { t, i18n } = useLingui()
  const listOf = (names: string[]) => new Intl.ListFormat(i18n.locale, { type: 'unit', style: 'short' }).format(names)
  return ({ targeting_id, match_type_id, targeting_option_ids }: TargetingCondition) => {
    const dimension = dimensions.find((item) => item.targeting_id === targeting_id)
    const name = dimension?.name ?? t`No longer available`
    const nameOf = new Map(dimension?.options.map((option) => [option.targeting_option_id, option.name]))
    const options = listOf(targeting_option_ids.map((id) => nameOf.get(id) ?? t`No longer available (${id})`))
    return match_type_id === matchTypeIds.include ? t`${name}: any of ${options}` : t`${name}: none of ${options}`
  }
}

/** Describes a targeting in words. */
export function TargetingSummary({ targeting: { operator, groups }, dimensions }: SummaryProps) {
  const { t } = useLingui()
  const textOf = useConditionText(dimensions)
  if (groups.length === 0)
    return (
      <p>
        <Trans>Everyone can see your ads.</Trans>
      </p>
    )
  const words = { AND: t`and`, OR: t`or` }
  return (
    <ul className="targeting-summary">
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group has no id, and a read-only list does not reorder
        <li key={at}>
          {at > 0 && <p className="targeting-joint">{words[operator]}</p>}
          <ul className="targeting-group">
            {group.conditions.map((condition, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <li key={index}>
                {index > 0 && <span className="quiet">{words[group.operator]} </span>}
                {textOf(condition)}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { matchTypeIds, type Targeting, type TargetingCondition, type TargetingDimension } from '../../contract/targeting/targetings.ts'
import { addStyles } from '../../ui/theme/styles.ts'
import css from './targeting-builder.css'

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

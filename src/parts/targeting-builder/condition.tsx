import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { matchTypeIds, type TargetingCondition, type TargetingDimension } from '../../contract/targeting/targetings.ts'
import { IconButton } from '../../ui/button.tsx'
import { MultiSelect } from '../../ui/select/multi-select.tsx'
import type { Option } from '../../ui/select/option.ts'
import { Chips } from '../../ui/form/radio-group.tsx'
import { count } from '../../ui/format/format.ts'
import { cross } from '../../ui/icon/control-icons.ts'

interface ConditionProps {
  readonly condition: TargetingCondition
  readonly dimension: TargetingDimension | undefined
  /** The error to show. */
  readonly fault: string | undefined
  readonly disabledBecause: string | undefined
  readonly onChange: (change: Partial<TargetingCondition>) => void
  readonly onLeave: () => void
  readonly onRemove: () => void
}

/** The options of a dimension with their audience size. Chosen options that no longer exist stay, so that they can be removed. */
function useOptions(dimension: TargetingDimension | undefined, chosen: readonly number[]) {
  const { t, i18n } = useLingui()
  const options = useMemo(
    (): readonly Option[] =>
      (dimension?.options ?? []).map(({ targeting_option_id: id, name: label, audience_size }) => ({
        id,
        label,
        ...(audience_size > 0 && { note: count(audience_size, i18n.locale) }),
      })),
    [dimension, i18n.locale],
  )
  const labelOf = new Map(options.map((option) => [option.id, option.label]))
  return { options, value: chosen.map((id) => ({ id, label: labelOf.get(id) ?? t`No longer available (${id})` })) }
}

/** One condition: a dimension, include or exclude, and its options. */
export function Condition({ condition, dimension, fault, disabledBecause, onChange, onLeave, onRemove }: ConditionProps) {
  const { t } = useLingui()
  const { options, value } = useOptions(dimension, condition.targeting_option_ids)
  const name = dimension?.name ?? t`No longer available`
  const isIncluded = condition.match_type_id === matchTypeIds.include
  return (
    <fieldset className="condition" aria-label={name}>
      <span className="condition-name">{name}</span>
      <Chips
        isSegments
        label={t`Match ${name}`}
        isLabelHidden
        value={isIncluded ? 'include' : 'exclude'}
        disabledBecause={disabledBecause}
        choices={[
          { value: 'include', label: t`any of` },
          { value: 'exclude', label: t`none of` },
        ]}
        onChange={(way) => onChange({ match_type_id: matchTypeIds[way] })}
      />
      <div className="condition-options">
        <MultiSelect
          label={isIncluded ? t`${name}: any of` : t`${name}: none of`}
          isLabelHidden
          placeholder={t`Choose`}
          options={options}
          value={value}
          fault={fault === undefined ? undefined : { code: 'custom', text: fault }}
          disabledBecause={disabledBecause}
          onChange={(next) => onChange({ targeting_option_ids: next.flatMap(({ id }) => (typeof id === 'number' ? [id] : [])) })}
          onLeave={onLeave}
        />
      </div>
      <IconButton icon={cross} label={t`Remove ${name}`} disabledBecause={disabledBecause} onPress={onRemove} />
    </fieldset>
  )
}

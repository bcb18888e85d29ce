import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import {
  matchTypeIds,
  type Targeting,
  type TargetingCondition,
  type TargetingDimension,
  type TargetingGroup,
} from '../../contract/targeting/targetings.ts'
import { IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/select/select.tsx'
import { Chips } from '../../ui/form/radio-group.tsx'
import { count } from '../../ui/format/format.ts'
import { cross } from '../../ui/icon/control-icons.ts'
import { newCondition } from './edits.ts'
import { MultiSelect } from '../../ui/select/multi-select.tsx'
import type { Option } from '../../ui/select/option.ts'

interface AddProps {
  readonly label: string
  readonly dimensions: readonly TargetingDimension[]
  readonly disabledBecause: string | undefined
  readonly onAdd: (condition: TargetingCondition) => void
}

/** Adds a condition by choosing its dimension; hidden dimensions are not offered. */
export function AddCondition({ label, dimensions, disabledBecause, onAdd }: AddProps) {
  const { i18n } = useLingui()
  const options = useMemo(
    () =>
      dimensions
        .filter(({ hidden }) => !hidden)
        .map(({ targeting_id: id, name, options: all }) => ({ id, label: name, note: count(all.length, i18n.locale) })),
    [dimensions, i18n.locale],
  )
  return (
    <div className="targeting-add">
      <Select
        label={label}
        isLabelHidden
        placeholder={label}
        options={options}
        value={null}
        disabledBecause={disabledBecause}
        onChange={(chosen) => typeof chosen?.id === 'number' && onAdd(newCondition(chosen.id))}
      />
    </div>
  )
}

interface OperatorProps {
  readonly label: string
  readonly value: Targeting['operator']
  readonly all: string
  readonly any: string
  readonly disabledBecause: string | undefined
  readonly onChange: (operator: Targeting['operator']) => void
}

/** Chooses whether all or any of some items must match. */
export const OperatorChoice = ({ label, value, all, any, disabledBecause, onChange }: OperatorProps) => (
  <Chips
    isSegments
    isLabelHidden
    label={label}
    value={value}
    disabledBecause={disabledBecause}
    choices={[
      { value: 'AND', label: all },
      { value: 'OR', label: any },
    ]}
    onChange={onChange}
  />
)

/** The actions of a group. */
export interface GroupActions {
  readonly join: (operator: Targeting['operator']) => void
  readonly add: (condition: TargetingCondition) => void
  readonly change: (at: number, change: Partial<TargetingCondition>) => void
  readonly remove: (at: number) => void
  readonly leave: (at: number) => void
  readonly removeGroup: () => void
}

interface GroupProps {
  readonly number: number
  readonly group: TargetingGroup
  readonly dimensions: readonly TargetingDimension[]
  readonly maxConditions: number
  /** The error of a condition, or of the group if no index is given. */
  readonly faultOf: (at?: number) => string | undefined
  readonly disabledBecause: string | undefined
  readonly acts: GroupActions
}

/** A group of conditions, all or any of which must match. */
export function Group({ number, group, dimensions, maxConditions, faultOf, disabledBecause, acts }: GroupProps) {
  const { t } = useLingui()
  const { conditions, operator } = group
  const isFull = conditions.length >= maxConditions
  const fault = faultOf()
  return (
    <section className="targeting-group" aria-label={t`Group ${number}`}>
      <div className="row">
        <b>
          <Trans>Group {number}</Trans>
        </b>
        {conditions.length > 1 && (
          <OperatorChoice
            label={t`Match conditions of group ${number}`}
            value={operator}
            all={t`match all`}
            any={t`match any`}
            disabledBecause={disabledBecause}
            onChange={acts.join}
          />
        )}
        <span className="grow" />
        <span className="quiet">
          <Plural value={conditions.length} one="# condition" other="# conditions" />
        </span>
        <IconButton icon={cross} label={t`Remove group ${number}`} disabledBecause={disabledBecause} onPress={acts.removeGroup} />
      </div>
      {conditions.map((condition, at) => (
        <Condition
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no id, and its row keeps no state
          key={at}
          condition={condition}
          dimension={dimensions.find(({ targeting_id }) => targeting_id === condition.targeting_id)}
          fault={faultOf(at)}
          disabledBecause={disabledBecause}
          onChange={(change) => acts.change(at, change)}
          onLeave={() => acts.leave(at)}
          onRemove={() => acts.remove(at)}
        />
      ))}
      <AddCondition
        label={t`Add a condition`}
        dimensions={dimensions}
        disabledBecause={disabledBecause ?? (isFull ? t`This group is full` : undefined)}
        onAdd={acts.add}
      />
      {fault && <p className="note bad">{fault}</p>}
    </section>
  )
}

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

import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { Fragment, useMemo, useRef, useState } from 'react'
import {
  noTargeting,
  type Targeting,
  type TargetingDimension,
  type TargetingLimits,
  matchTypeIds,
  type TargetingCondition,
  type TargetingGroup,
} from '../../contract/targeting/targetings.ts'
import { type TargetingProblem, targetingProblems } from '../../contract/targeting/targetings.rules.ts'
import { problemText } from '../../kit/problem.ts'
import { addStyles } from '../../ui/theme/styles.ts'
import { ErrorState, EmptyState, LoadingSkeleton } from '../../ui/states.tsx'
import css from './targeting-builder.css'
import * as edits from './edits.ts'
import { TargetingSummary, targetingProblemText } from './words.tsx'
import type { TargetingOptions } from './targeting-reads.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/select/select.tsx'
import { Chips } from '../../ui/form/radio-group.tsx'
import { count } from '../../ui/format/format.ts'
import { cross } from '../../ui/icon/control-icons.ts'
import { MultiSelect } from '../../ui/select/multi-select.tsx'
import type { Option } from '../../ui/select/option.ts'

addStyles(css)

interface AddProps {
  readonly label: string
  readonly dimensions: readonly TargetingDimension[]
  readonly disabledBecause: string | undefined
  readonly onAdd: (condition: TargetingCondition) => void
}

/** Adds a condition by choosing its dimension; hidden dimensions are not offered. */
function AddCondition({ label, dimensions, disabledBecause, onAdd }: AddProps) {
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
        onChange={(chosen) => typeof chosen?.id === 'number' && onAdd(edits.newCondition(chosen.id))}
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
const OperatorChoice = ({ label, value, all, any, disabledBecause, onChange }: OperatorProps) => (
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
interface GroupActions {
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
function Group({ number, group, dimensions, maxConditions, faultOf, disabledBecause, acts }: GroupProps) {
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
function Condition({ condition, dimension, fault, disabledBecause, onChange, onLeave, onRemove }: ConditionProps) {
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

export interface TargetingBuilderProps {
  readonly value: Targeting
  readonly onChange: (value: Targeting) => void
  /** The dimensions and limits of the conditions; see `useTargetings`. */
  readonly options: TargetingOptions
  /** The saved targeting: its choices stay valid even if they are no longer offered. */
  readonly before?: Targeting
  /** The number of failed submits; each shows the input that was missing then. */
  readonly attempts?: number
  readonly isReadonly?: boolean
  /** Why it is disabled. */
  readonly disabledBecause?: string | undefined
}

/** Missing input is an error only after the user has left the condition; every other error shows at once. */
const isMissing = ({ code }: TargetingProblem) => code === 'no_options' || code === 'no_conditions'

type Faults = (group: number | undefined, condition?: number) => string | undefined

/** The errors to show, by path. */
function useFaults(problems: readonly TargetingProblem[], attempts: number) {
  const { i18n } = useLingui()
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  // A condition that is added after a failed submit is not an error yet.
  const [missing, setMissing] = useState<{ attempts: number; paths: ReadonlySet<string> }>({ attempts: 0, paths: new Set() })
  if (missing.attempts !== attempts) setMissing({ attempts, paths: new Set(problems.filter(isMissing).map(({ path }) => path)) })
  const textAt = (path: string, isWithin: boolean) => {
    const current = problems.find((problem) => {
      const isHere = isWithin ? problem.path === path || problem.path.startsWith(`${path}.`) : problem.path === path
      return isHere && (!isMissing(problem) || missing.paths.has(problem.path) || touched.has(path))
    })
    return current && targetingProblemText(current, i18n)
  }
  const faultOf: Faults = (group, condition) => {
    if (group === undefined) return textAt('groups', false)
    const conditions = `groups.${group}.conditions`
    return condition === undefined ? textAt(conditions, false) : textAt(`${conditions}.${condition}`, true)
  }
  return {
    faultOf,
    leave: (group: number, condition: number) => setTouched((known) => new Set(known).add(`groups.${group}.conditions.${condition}`)),
    /** Removing an item shifts the paths. */
    forget: () => {
      setTouched(new Set())
      setMissing({ attempts, paths: new Set() })
    },
  }
}

interface ReadyProps extends Omit<TargetingBuilderProps, 'options' | 'isReadonly'> {
  readonly dimensions: readonly TargetingDimension[]
  readonly limits: TargetingLimits
}

function LoadedBuilder({ value, onChange, dimensions, limits, before = noTargeting, attempts = 0, disabledBecause }: ReadyProps) {
  const { t } = useLingui()
  const node = useRef<HTMLElement>(null)
  const problems = useMemo(() => targetingProblems(value, dimensions, limits, before), [value, dimensions, limits, before])
  const { faultOf, leave, forget } = useFaults(problems, attempts)
  const take = (next: Targeting) => {
    forget()
    onChange(next)
    // The focused node was removed.
    node.current?.focus()
  }
  const actsOf = (group: number): GroupActions => ({
    join: (operator) => onChange(edits.withGroupOperator(value, group, operator)),
    add: (condition) => onChange(edits.withCondition(value, group, condition)),
    change: (at, change) => onChange(edits.withChanged(value, group, at, change)),
    remove: (at) => take(edits.withoutCondition(value, group, at)),
    leave: (at) => leave(group, at),
    removeGroup: () => take(edits.withoutGroup(value, group)),
  })
  const { groups, operator } = value
  const isFull = groups.length >= limits.groups
  const word = operator === 'AND' ? t`and` : t`or`
  const fault = faultOf(undefined)
  return (
    <section className="targeting" ref={node} tabIndex={-1} aria-label={t`Targeting`}>
      {groups.length === 0 && (
        <p className="quiet">
          <Trans>Everyone can see your ads. Add a condition to narrow the audience.</Trans>
        </p>
      )}
      {groups.length > 1 && (
        <OperatorChoice
          label={t`Match groups`}
          {...{ value: operator, disabledBecause }}
          all={t`match all groups`}
          any={t`match any group`}
          onChange={(next) => onChange(edits.withOperator(value, next))}
        />
      )}
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group has no id and keeps no state
        <Fragment key={at}>
          {at > 0 && <p className="targeting-joint">{word}</p>}
          <Group
            {...{ number: at + 1, group, dimensions, disabledBecause, maxConditions: limits.conditions, acts: actsOf(at) }}
            faultOf={(condition) => faultOf(at, condition)}
          />
        </Fragment>
      ))}
      <AddCondition
        label={groups.length === 0 ? t`Add a condition` : t`Add a group`}
        dimensions={dimensions}
        disabledBecause={disabledBecause ?? (isFull ? t`Maximum number of groups reached` : undefined)}
        onAdd={(condition) => onChange(edits.withGroup(value, condition))}
      />
      {fault && <p className="note bad">{fault}</p>}
    </section>
  )
}

/** Edits a targeting: groups of conditions about people, joined by AND or OR. */
export function TargetingBuilder({ options, isReadonly = false, ...rest }: TargetingBuilderProps) {
  const { t, i18n } = useLingui()
  const { dimensions, limits, problem, retry } = options
  if (problem)
    return (
      <ErrorState
        heading={t`Couldn’t load the options`}
        reason={problemText(problem, i18n)}
        requestId={problem.requestId}
        onRetry={retry}
      />
    )
  if (!dimensions || !limits) return <LoadingSkeleton height={96} />
  if (isReadonly) return <TargetingSummary targeting={rest.value} dimensions={dimensions} />
  if (dimensions.length === 0)
    return (
      <EmptyState
        heading={<Trans>Targeting is not set up yet</Trans>}
        text={<Trans>A client admin has to set up targeting first. Until then, everyone can see your ads.</Trans>}
      />
    )
  return <LoadedBuilder {...rest} dimensions={dimensions} limits={limits} />
}

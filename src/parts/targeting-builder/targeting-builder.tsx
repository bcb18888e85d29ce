import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, useMemo, useRef, useState } from 'react'
import { noTargeting, type Targeting, type TargetingDimension, type TargetingLimits } from '../../contract/targeting/targetings.ts'
import { type TargetingProblem, targetingProblems } from '../../contract/targeting/targetings.rules.ts'
import { problemText } from '../../kit/problem.ts'
import { addStyles } from '../../ui/theme/styles.ts'
import { ErrorState, EmptyState, LoadingSkeleton } from '../../ui/states.tsx'
import css from './targeting-builder.css'
import * as edits from './edits.ts'
import { AddCondition, Group, type GroupActions, OperatorChoice } from './group.tsx'
import { TargetingSummary } from './summary.tsx'
import { targetingProblemText } from './words.ts'
import type { TargetingOptions } from './use-targetings.ts'

addStyles(css)

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

import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import {
  type Targeting,
  type TargetingReach,
  targetings,
  type TargetingDimension,
  type TargetingLimits,
} from '../../contract/targeting/targetings.ts'
import { useRead } from '../../kit/cache.tsx'
import { problemText, type Problem } from '../../kit/problem.ts'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format/format.ts'
import { addStyles } from '../../ui/theme/styles.ts'
import { useDebouncedText } from '../time/use-debounced.ts'
import css from './targeting-builder.css'
import { withoutEmptyConditions } from './edits.ts'

/** The client, or one of its experiences, whose dimensions are offered. */
export interface TargetingSource {
  readonly memberGroupId: number
  readonly experienceId?: number | undefined
}

/** The dimensions and limits of conditions, as far as loaded. */
export interface TargetingOptions {
  readonly dimensions: readonly TargetingDimension[] | undefined
  readonly limits: TargetingLimits | undefined
  readonly problem: Problem | undefined
  retry(): void
}

/** Loads the dimensions of a client or an experience, and its limits for one targeting. */
export function useTargetings({ memberGroupId, experienceId }: TargetingSource): TargetingOptions {
  const ofClient = experienceId === undefined ? { path: { memberGroupId } } : null
  const ofExperience = experienceId === undefined ? null : { path: { memberGroupId, experienceId } }
  const list = useRead(targetings.list, ofClient)
  const limits = useRead(targetings.limits, ofClient)
  const experienceList = useRead(targetings.inExperience.list, ofExperience)
  const experienceLimits = useRead(targetings.inExperience.limits, ofExperience)
  const dimensions = list.data?.targeting_options ?? experienceList.data?.targeting_dimensions
  const loadedLimits = (limits.data ?? experienceLimits.data)?.limits
  const reads = [list, limits, experienceList, experienceLimits]
  const problem = reads.find(({ error }) => error)?.error
  const retry = () => void Promise.allSettled(reads.filter(({ error }) => error).map(({ mutate }) => mutate()))
  return { ...useMemo(() => ({ dimensions, limits: loadedLimits, problem }), [dimensions, loadedLimits, problem]), retry }
}

addStyles(css)

/** A reach as text: a range, or "fewer than" the privacy threshold. */
export function reachText({ least, most, fewer_than }: TargetingReach, i18n: I18n): string {
  const figure = (people: number) => count(people, i18n.locale)
  if (least === null || most === null) return i18n._(msg`fewer than ${{ figure: figure(fewer_than ?? 0) }}`)
  return least === most ? figure(least) : `${figure(least)} – ${figure(most)}`
}

/** The same in the user's language. */
export function useReachText() {
  const { i18n } = useLingui()
  return (reach: TargetingReach) => reachText(reach, i18n)
}

/** The estimated reach of a targeting, reloaded when it changes; the last result stays until the next one arrives. */
export function useReach(targeting: Targeting, { memberGroupId, experienceId }: TargetingSource) {
  const debouncedTargeting = useDebouncedText(JSON.stringify(withoutEmptyConditions(targeting)))
  const debounced = useMemo(() => JSON.parse(debouncedTargeting) as Targeting, [debouncedTargeting]) // serialized above
  const body = { targeting: debounced }
  const isOfExperience = experienceId !== undefined
  const options = { keepPreviousData: true }
  const plain = useRead(targetings.reach, isOfExperience ? null : { body: { ...body, member_group_id: memberGroupId } }, options)
  const inside = useRead(targetings.inExperience.reach, isOfExperience ? { path: { memberGroupId, experienceId }, body } : null, options)
  const { data, error, isValidating, mutate } = isOfExperience ? inside : plain
  return { reach: data?.reach, problem: error, isAsking: isValidating, retry: () => void mutate() }
}

/** Shows the current reach. */
export function ReachFigure({ read }: { readonly read: ReturnType<typeof useReach> }) {
  const { t, i18n } = useLingui()
  const textOf = useReachText()
  const { reach, problem, isAsking, retry } = read
  const outOf = reach && count(reach.out_of, i18n.locale)
  return (
    <section className="reach" aria-label={t`Reach`} aria-busy={isAsking}>
      <p className="quiet">
        <Trans>Reach</Trans>
      </p>
      {reach && (
        <p className="reach-figure" role="status">
          {reach.out_of === 0 ? <Trans>Not available yet</Trans> : textOf(reach)}
        </p>
      )}
      {!reach && !problem && <div className="skeleton-block" role="status" aria-label={t`Loading`} />}
      {outOf && reach.out_of > 0 && !problem && (
        <p className="note">
          <Trans>people of about {outOf}</Trans>
        </p>
      )}
      {problem && (
        <>
          <p className="note bad">{problemText(problem, i18n)}</p>
          <Button onPress={retry}>
            <Trans>Try again</Trans>
          </Button>
        </>
      )}
    </section>
  )
}

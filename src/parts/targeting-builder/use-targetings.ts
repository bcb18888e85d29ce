import { useMemo } from 'react'
import { type TargetingDimension, type TargetingLimits, targetings } from '../../contract/targeting/targetings.ts'
import { useRead } from '../../kit/cache.tsx'
import type { Problem } from '../../kit/problem.ts'

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

import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type GateRequirements, type GateRefusal, gateRule } from '../../contract/access/gate.rules.ts'
import { problemText } from '../../kit/problem.ts'
import { ErrorState, NoPermission } from '../../ui/states.tsx'
import { type ViewerState, useViewer } from './viewer.tsx'

/** The result of a gate: true, the reason for the refusal, or that the permissions are loading or unknown. */
export const gateResult = (
  viewer: ViewerState,
  requirements: GateRequirements,
): true | GateRefusal | { readonly code: 'waiting' } | { readonly code: 'unknown' } =>
  viewer.state === 'known' ? gateRule(viewer.access, requirements) : { code: viewer.state }

interface GateProps extends GateRequirements {
  /** Shown to users without access; by default the refused state. */
  readonly fallback?: ReactNode
  /** Shown while the permissions load. */
  readonly waiting?: ReactNode
  readonly children: ReactNode
}

/** Shows its children to users who have the roles and permissions. */
export function Gate({ fallback, waiting = null, children, ...requirements }: GateProps) {
  const { t, i18n } = useLingui()
  const viewer = useViewer()
  if (viewer.state === 'waiting') return waiting
  if (viewer.state === 'unknown') {
    if (fallback !== undefined) return fallback
    const heading = t`Couldn’t load your permissions`
    return (
      <ErrorState
        heading={heading}
        reason={problemText(viewer.problem, i18n)}
        requestId={viewer.problem.requestId}
        onRetry={viewer.retry}
      />
    )
  }
  return gateRule(viewer.access, requirements) === true
    ? children
    : (fallback ?? <NoPermission text={t`Ask your account administrator for access.`} />)
}

/** Returns why the user may not do something, for a button's `disabledBecause`; undefined if they may. */
export function useDisabledReason() {
  const { t } = useLingui()
  const viewer = useViewer()
  return (requirements: GateRequirements): string | undefined => {
    const result = gateResult(viewer, requirements)
    if (result === true) return undefined
    const reasons = {
      waiting: t`Loading your permissions. Wait a moment.`,
      unknown: t`Couldn’t load your permissions`,
      no_role: t`Your role doesn’t allow this. Ask your account administrator.`,
      no_permission: t`You don’t have permission to do this. Ask your account administrator.`,
      not_now: t`Not available right now`,
    }
    return reasons[result.code]
  }
}

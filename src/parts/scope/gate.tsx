import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type GateRequirements, type GateRefusal, checkGate } from '../../contract/access/gate.rules.ts'
import { problemText } from '../../kit/problem.ts'
import { ErrorState, NoPermission } from '../../ui/states.tsx'
import { type ViewerState, usePerson } from './person.tsx'

/** The result of a gate: true, the reason for the refusal, or that the permissions are loading or unknown. */
export const gateAnswer = (
  known: ViewerState,
  ask: GateRequirements,
): true | GateRefusal | { readonly code: 'waiting' } | { readonly code: 'unknown' } =>
  known.state === 'known' ? checkGate(known.standing, ask) : { code: known.state }

interface GateProps extends GateRequirements {
  /** Shown to users without access; by default the refused state. */
  readonly fallback?: ReactNode
  /** Shown while the permissions load. */
  readonly waiting?: ReactNode
  readonly children: ReactNode
}

/** Shows its children to users who have the roles and permissions. */
export function Gate({ fallback, waiting = null, children, ...ask }: GateProps) {
  const { t, i18n } = useLingui()
  const known = usePerson()
  if (known.state === 'waiting') return waiting
  if (known.state === 'unknown') {
    if (fallback !== undefined) return fallback
    const heading = t`Couldn’t load your permissions`
    return (
      <ErrorState heading={heading} reason={problemText(known.problem, i18n)} requestId={known.problem.requestId} onRetry={known.retry} />
    )
  }
  return checkGate(known.standing, ask) === true
    ? children
    : (fallback ?? <NoPermission text={t`Ask your account administrator for access.`} />)
}

/** Returns why the user may not do something, for a button's `disabledBecause`; undefined if they may. */
export function useDisabledReason() {
  const { t } = useLingui()
  const known = usePerson()
  return (ask: GateRequirements): string | undefined => {
    const answer = gateAnswer(known, ask)
    if (answer === true) return undefined
    const reasons = {
      waiting: t`Loading your permissions. Wait a moment.`,
      unknown: t`Couldn’t load your permissions`,
      no_role: t`Your role doesn’t allow this. Ask your account administrator.`,
      no_permission: t`You don’t have permission to do this. Ask your account administrator.`,
      not_now: t`Not available right now`,
    }
    return reasons[answer.code]
  }
}

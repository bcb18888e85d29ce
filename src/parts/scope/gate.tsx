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
    const heading = t`What you may do here could not be read`
    return (
      <ErrorState heading={heading} reason={problemText(known.problem, i18n)} requestId={known.problem.requestId} onRetry={known.retry} />
    )
  }
  return checkGate(known.standing, ask) === true
    ? children
    : (fallback ?? <NoPermission text={t`Ask an administrator of your account for access.`} />)
}

/** Returns why the user may not do something, for a button's `disabledBecause`; undefined if they may. */
export function useDisabledReason() {
  const { t } = useLingui()
  const known = usePerson()
  return (ask: GateRequirements): string | undefined => {
    const answer = gateAnswer(known, ask)
    if (answer === true) return undefined
    const reasons = {
      waiting: t`Wait a moment: what you may do is being read`,
      unknown: t`What you may do here could not be read`,
      no_role: t`Your role does not allow this. Ask an administrator of your account.`,
      no_permission: t`You do not have the permission for this. Ask an administrator of your account.`,
      not_now: t`This is not possible now`,
    }
    return reasons[answer.code]
  }
}

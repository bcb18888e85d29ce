import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type GateAsk, type GateRefusal, passes } from '../../contract/access/gate.rules.ts'
import { problemText } from '../../kit/problem.ts'
import { Broken, Refused } from '../../ui/states.tsx'
import { type Known, usePerson } from './person.tsx'

/** The result of a gate: true, the reason for the refusal, or that the permissions are loading or unknown. */
export const gateAnswer = (known: Known, ask: GateAsk): true | GateRefusal | { readonly code: 'waiting' } | { readonly code: 'unknown' } =>
  known.state === 'known' ? passes(known.standing, ask) : { code: known.state }

interface GateProps extends GateAsk {
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
    return <Broken heading={heading} reason={problemText(known.problem, i18n)} requestId={known.problem.requestId} onRetry={known.retry} />
  }
  return passes(known.standing, ask) === true
    ? children
    : (fallback ?? <Refused text={t`Ask an administrator of your account for access.`} />)
}

/** Returns why the user may not do something, for a button's `disabledBecause`; undefined if they may. */
export function useMayDo() {
  const { t } = useLingui()
  const known = usePerson()
  return (ask: GateAsk): string | undefined => {
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

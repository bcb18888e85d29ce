import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type GateAsk, type GateRefusal, passes } from '../../contract/access/gate.rules.ts'
import { problemText } from '../../kit/problem.ts'
import { Broken, Refused } from '../../ui/states.tsx'
import { type Known, usePerson } from './person.tsx'

/** What a gate says to somebody: that they pass, why not, or that it is not known. */
export const gateAnswer = (known: Known, ask: GateAsk): true | GateRefusal | { readonly code: 'waiting' } | { readonly code: 'unknown' } =>
  known.state === 'known' ? passes(known.standing, ask) : { code: known.state }

interface GateProps extends GateAsk {
  /** Stands in its place for those who may not; the refused state when it is not given. */
  readonly fallback?: ReactNode
  /** Holds the place until it is known. */
  readonly waiting?: ReactNode
  readonly children: ReactNode
}

/** Shows what is behind it to those who may see it. */
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

/** Says why somebody may not do a thing, for a button's `disabledBecause`; nothing when they may. */
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

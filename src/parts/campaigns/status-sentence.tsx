import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { InlineStatus, useStatusAppearance } from '../../ui/badge/status-badge.tsx'
import { Link, type LinkTarget } from '../../ui/navigation/link.tsx'

/** Reasons for a status, as the end of a sentence. */
export const statusReasons = {
  no_funds: msg`because funds ran out`,
  spend_limit: msg`because the spend limit is reached`,
  order_closed: msg`because its insertion order is closed`,
  review_denied: msg`because it was rejected in review`,
  client_paused: msg`because the client is paused`,
  schedule: msg`because its end date has passed`,
  rule: msg`by an automated action`,
} satisfies Record<string, MessageDescriptor>
export type StatusReason = keyof typeof statusReasons

interface StatusSentenceProps {
  readonly status: string
  /** A formatted day. */
  readonly since?: string | undefined
  readonly by?: string | undefined
  readonly reason?: StatusReason | undefined
  /** An action that solves the problem. */
  readonly remedy?: { readonly label: string; readonly target: LinkTarget } | undefined
}

/** One message per combination of known facts, so that each language can use its own word order. */
function Sentence({ status, since, by, reason }: Omit<StatusSentenceProps, 'remedy'>) {
  const { i18n } = useLingui()
  const { word } = useStatusAppearance(status)
  const because = reason && i18n._(statusReasons[reason])
  const which = [since && 'since', by && 'by', because && 'because'].filter(Boolean).join(' ')
  const sentences: Readonly<Record<string, ReactNode>> = {
    '': <b>{word}</b>,
    since: (
      <Trans>
        <b>{word}</b> since {since}
      </Trans>
    ),
    by: (
      <Trans>
        <b>{word}</b> by {by}
      </Trans>
    ),
    because: (
      <Trans>
        <b>{word}</b> {because}
      </Trans>
    ),
    'since by': (
      <Trans>
        <b>{word}</b> since {since} by {by}
      </Trans>
    ),
    'since because': (
      <Trans>
        <b>{word}</b> since {since} {because}
      </Trans>
    ),
    'by because': (
      <Trans>
        <b>{word}</b> by {by} {because}
      </Trans>
    ),
    'since by because': (
      <Trans>
        <b>{word}</b> since {since} by {by} {because}
      </Trans>
    ),
  }
  return sentences[which]
}

/** A status with its date, author, reason and remedy: Paused since Nov 3 by Dana because funds ran out. Add funds. */
export function StatusSentence({ remedy, ...rest }: StatusSentenceProps) {
  const help = remedy?.label
  return (
    <InlineStatus status={rest.status}>
      {remedy ? (
        <Trans>
          <Sentence {...rest} />. <Link target={remedy.target}>{help}</Link>
        </Trans>
      ) : (
        <Sentence {...rest} />
      )}
    </InlineStatus>
  )
}

import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { StatusIcon } from '../../contract/statuses.ts'
import { missingValue } from '../format/format.ts'
import { Icon } from '../icon/icon.tsx'
import { addStyles } from '../theme/styles.ts'
import { statusShapes } from './status-icons.ts'
import css from './badge.css'
import { iconOf, isStatus, reviewStatuses, statusTones, statusLabel, type Tone } from './status-labels.ts'

addStyles(css)

interface StatusLineProps {
  readonly icon: StatusIcon
  readonly tone: Tone
  readonly children: ReactNode
}

/** The icon of a status and a text. */
const StatusLine = ({ icon, tone, children }: StatusLineProps) => (
  <span className={`status ${tone}`}>
    <Icon shape={statusShapes[icon]} />
    <span>{children}</span>
  </span>
)

interface StatusAppearance {
  readonly icon: StatusIcon
  readonly tone: Tone
  readonly word: string
}

/** Icon, tone and label of a status. A status that a newer server added shows its raw value. */
export function useStatusAppearance(status: string): StatusAppearance {
  const { i18n } = useLingui()
  const word = statusLabel(status, i18n)
  return isStatus(status) ? { icon: iconOf(status), tone: statusTones[status], word } : { icon: 'inactive', tone: 'idle', word }
}

const BadgeLine = ({ mark: { word, ...line }, note }: { readonly mark: StatusAppearance; readonly note?: ReactNode }) => (
  <StatusLine {...line}>
    <b>{word}</b>
    {note && <small>{note}</small>}
  </StatusLine>
)

/** A status as icon, colour and label, so that none is needed alone; an optional note below. */
export const StatusBadge = ({ status, note }: { readonly status: string; readonly note?: ReactNode }) => (
  <BadgeLine mark={useStatusAppearance(status)} note={note} />
)

/** Badge for an active item that is not serving. The idle tone means an expected pause, other tones a problem. */
export function NotServing({ tone, note }: { readonly tone: Tone; readonly note?: ReactNode }) {
  const { t } = useLingui()
  return <BadgeLine mark={{ icon: tone === 'idle' ? 'pending' : 'closed', tone, word: t`Not serving` }} note={note} />
}

/** The icon of a status with the caller's text. */
export const InlineStatus = ({ status, children }: { readonly status: string; readonly children: ReactNode }) => (
  <StatusLine {...useStatusAppearance(status)}>{children}</StatusLine>
)

/** Badge of a review status id. */
export function ReviewBadge({ reviewStatusId, note }: { readonly reviewStatusId: number; readonly note?: ReactNode }) {
  const { i18n } = useLingui()
  const mark = reviewStatuses[reviewStatusId]
  return mark ? <BadgeLine mark={{ ...mark, word: i18n._(mark.word) }} note={note} /> : <span className="quiet">{missingValue}</span>
}

import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Status, type StatusIcon, statusIcons } from '../../contract/statuses.ts'

/** Every status that a person can meet. */
export type AnyStatus = Status | StatusIcon

/** What each status is called. */
export const statusWords: Readonly<Record<AnyStatus, MessageDescriptor>> = {
  active: msg`Active`,
  inactive: msg`Inactive`,
  pending: msg`Pending`,
  paused: msg`Paused`,
  ended: msg`Ended`,
  locked: msg`Locked`,
  deactivated: msg`Deactivated`,
  invalid: msg`Invalid`,
  archived: msg`Archived`,
  approved: msg`Approved`,
  closed: msg`Closed`,
  open: msg`Open`,
  reserved: msg`Reserved`,
  launched: msg`Launched`,
  disabled: msg`Disabled`,
}

/** What a status means at a glance: it runs, it waits for somebody, it is broken, it rests, or it is on its way. */
export type Tone = 'good' | 'warn' | 'bad' | 'idle' | 'info'

/** The meaning of each status; red, amber and green are for nothing else. */
export const statusTones: Readonly<Record<AnyStatus, Tone>> = {
  active: 'good',
  launched: 'good',
  approved: 'good',
  pending: 'warn',
  locked: 'warn',
  invalid: 'bad',
  deactivated: 'bad',
  open: 'idle',
  reserved: 'idle',
  paused: 'idle',
  inactive: 'idle',
  ended: 'idle',
  archived: 'idle',
  closed: 'idle',
  disabled: 'idle',
}

/** The icon of a status; the one without an icon of its own takes that of its nearest kin. */
export const iconOf = (status: AnyStatus): StatusIcon => statusIcons.find((icon) => icon === status) ?? 'deactivated'

/** Whether a word from the wire is a status that we know. */
export const isStatus = (word: string): word is AnyStatus => Object.hasOwn(statusWords, word)

/** The word of a status in the person's language; one of a newer platform stands for itself. */
export const statusWord = (status: string, i18n: I18n) => (isStatus(status) ? i18n._(statusWords[status]) : status)

/** The three labels of a review, by the specification's ids. */
export const reviewMarks: Readonly<Record<number, { readonly word: MessageDescriptor; readonly icon: StatusIcon; readonly tone: Tone }>> = {
  1: { word: msg`Under Review`, icon: 'pending', tone: 'warn' },
  2: { word: msg`Rejected`, icon: 'closed', tone: 'bad' },
  3: { word: msg`Approved`, icon: 'approved', tone: 'good' },
}

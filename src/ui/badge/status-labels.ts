import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Status, type StatusIcon, statusIcons } from '../../contract/statuses.ts'

/** Every status that the UI shows. */
export type AnyStatus = Status | StatusIcon

export const statusLabels: Readonly<Record<AnyStatus, MessageDescriptor>> = {
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

/** Tone of a status: running, needs action, broken, inactive, or in progress. */
export type Tone = 'good' | 'warn' | 'bad' | 'idle' | 'info'

/** Red, amber and green are reserved for statuses. */
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

/** The icon of a status. `disabled` has none and uses that of `deactivated`. */
export const iconOf = (status: AnyStatus): StatusIcon => statusIcons.find((icon) => icon === status) ?? 'deactivated'

/** Whether a value from the API is a known status. */
export const isStatus = (word: string): word is AnyStatus => Object.hasOwn(statusLabels, word)

/** Label of a status. A status that a newer server added shows its raw value. */
export const statusLabel = (status: string, i18n: I18n) => (isStatus(status) ? i18n._(statusLabels[status]) : status)

/** The review statuses, by the ids of the specification. */
export const reviewStatuses: Readonly<
  Record<number, { readonly word: MessageDescriptor; readonly icon: StatusIcon; readonly tone: Tone }>
> = {
  1: { word: msg`Under Review`, icon: 'pending', tone: 'warn' },
  2: { word: msg`Rejected`, icon: 'closed', tone: 'bad' },
  3: { word: msg`Approved`, icon: 'approved', tone: 'good' },
}

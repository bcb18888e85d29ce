import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const labels = { onsite: msg`Onsite`, media: msg`Media`, offsite: msg`Offsite`, reservations: msg`Reservations` }

/** The label of a channel; an unknown channel keeps its own name. */
export const channelLabel = (channel: string, i18n: I18n) => (channel in labels ? i18n._(labels[channel as keyof typeof labels]) : channel) // just checked

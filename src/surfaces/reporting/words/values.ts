import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { channelLabel } from '../../../parts/campaigns/channel-label.ts'
import { hourTitle, monthTitle } from '../../../ui/format/format.ts'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { dayText } from '../../../ui/format/moment.ts'

const deviceWords: Readonly<Record<string, MessageDescriptor>> = { desktop: msg`Desktop`, mobile: msg`Mobile`, app: msg`App` }

const deviceWord = (device: string, i18n: I18n) => (deviceWords[device] ? i18n._(deviceWords[device]) : device)

const texts: Readonly<Record<string, (value: string, i18n: I18n) => string>> = {
  campaign_status: statusLabel,
  channel: channelLabel,
  device: deviceWord,
  hour: (moment, { locale }) => hourTitle(moment, locale),
  day: (day, { locale }) => dayText(day, locale, 'full'),
  week: (day, i18n) => i18n._(msg`Week of ${dayText(day, i18n.locale, 'full')}`),
  month: (day, { locale }) => monthTitle(day, locale),
}

export const fieldValueText = (field: string, value: string | number, i18n: I18n) => texts[field]?.(String(value), i18n) ?? String(value)

import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { DraftAttribution } from '../../contract/drafts/drafts.data.ts'
import { orderValues, userHistories } from '../../contract/reports/purchases.ts'

/** Labels of the customers whose purchases count. */
export const historyLabels = { all: msg`All`, 'new customers': msg`New customers` } as const
/** Labels of order sizes. */
export const orderValueLabels = { large: msg`Large`, medium: msg`Medium`, small: msg`Small` } as const

/** Describes attribution settings in one line. */
export function attributionText(
  { click_days, view_days, user_history, order_value }: Readonly<Record<string, unknown>> | DraftAttribution,
  i18n: I18n,
): string {
  const clicks = Number(click_days ?? 0)
  const views = Number(view_days ?? 0)
  const history = userHistories.find((item) => item === user_history)
  const order = orderValues.find((item) => item === order_value)
  return [
    i18n._(msg`${plural({ clicks }, { one: '# day after a click', other: '# days after a click' })}`),
    i18n._(msg`${plural({ views }, { one: '# day after a view', other: '# days after a view' })}`),
    ...(history ? [i18n._(historyLabels[history])] : []),
    ...(order ? [i18n._(orderValueLabels[order])] : []),
  ].join(' · ')
}

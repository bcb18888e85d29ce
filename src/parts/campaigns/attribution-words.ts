import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { DraftAttribution } from '../../contract/drafts/drafts.data.ts'
import { orderValues, userHistories } from '../../contract/reports/purchases.ts'

/** Whose purchases count. */
export const historyWords = { all: msg`All`, 'new customers': msg`New customers` } as const
/** How large an order is. */
export const valueWords = { large: msg`Large`, medium: msg`Medium`, small: msg`Small` } as const

/** How a purchase is put down to a campaign, in words. */
export function attributionText(
  { click_days, view_days, user_history, order_value }: Readonly<Record<string, unknown>> | DraftAttribution,
  i18n: I18n,
): string {
  const [clicks, views] = [Number(click_days ?? 0), Number(view_days ?? 0)]
  const history = userHistories.find((one) => one === user_history)
  const order = orderValues.find((one) => one === order_value)
  return [
    i18n._(msg`${plural({ clicks }, { one: '# day after a click', other: '# days after a click' })}`),
    i18n._(msg`${plural({ views }, { one: '# day after a view', other: '# days after a view' })}`),
    ...(history ? [i18n._(historyWords[history])] : []),
    ...(order ? [i18n._(valueWords[order])] : []),
  ].join(' · ')
}

import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { DraftAttribution } from '../../contract/drafts/drafts.data.ts'
import { orderValues, userHistories } from '../../contract/reports/purchases.rules.ts'

/** Labels of the fields of campaigns and ad groups. */
const fieldLabels: Readonly<Record<string, MessageDescriptor>> = {
  name: msg`Name`,
  status: msg`Status`,
  review_status_id: msg`Review`,
  review_comment: msg`Comment`,
  budget: msg`Budget`,
  budget_period: msg`Budget period`,
  start_date: msg`Start date`,
  end_date: msg`End date`,
  always_on: msg`Always on`,
  pacing: msg`Pacing`,
  goal_type: msg`Goal`,
  goal_roas: msg`Goal ROAS`,
  attribution: msg`Attribution`,
  base_bid: msg`Base bid`,
  bid: msg`Bid`,
  pictures: msg`Images`,
  ad_group_drafts: msg`Ad groups`,
  targeting: msg`Targeting`,
  entities: msg`Entities`,
  channel: msg`Channel`,
  insertion_order: msg`Insertion order`,
}

/** Labels of budget periods. */
export const periodLabels: Readonly<Record<string, MessageDescriptor>> = {
  Daily: msg`Daily`,
  Weekly: msg`Weekly`,
  Monthly: msg`Monthly`,
  'One Time': msg`One time`,
}

/** Labels of pacing values. */
export const pacingLabels: Readonly<Record<string, MessageDescriptor>> = { ASAP: msg`As fast as possible`, Evenly: msg`Evenly` }

/** The label of a value in a table; an unknown value is returned as it is. */
export const labelIn = (table: Readonly<Record<string, MessageDescriptor>>, word: string, i18n: I18n) => {
  const label = table[word]
  return label ? i18n._(label) : word
}
/** The label of a field. */
export const fieldLabel = (field: string, i18n: I18n) => labelIn(fieldLabels, field, i18n)

const labels = { onsite: msg`Onsite`, media: msg`Media`, offsite: msg`Offsite`, reservations: msg`Reservations` }

/** The label of a channel; an unknown channel keeps its own name. */
export const channelLabel = (channel: string, i18n: I18n) => (channel in labels ? i18n._(labels[channel as keyof typeof labels]) : channel) // just checked

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

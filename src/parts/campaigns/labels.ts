import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

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

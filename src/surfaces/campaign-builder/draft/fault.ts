import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { FieldFault } from '../../../contract/fields/faults.ts'
import type { RuleResult } from '../../../contract/reply.ts'
import { faultText } from '../../../ui/form/fault-text.tsx'
import { type CurrencyFormat, money } from '../../../ui/format/format.ts'
import { dayText } from '../../../ui/format/moment.ts'
import { withBidDigits } from '../../../parts/scope/client.tsx'

/** Why a campaign rule refuses a value. */
export type CampaignFault = Exclude<RuleResult, true>

interface FaultValues {
  readonly day: (name: string) => string
  readonly amount: (name: string) => string
  readonly bid: (name: string) => string
  readonly text: (name: string) => string
}

const sentences: Readonly<Record<string, (values: FaultValues) => MessageDescriptor>> = {
  start_past: ({ day }) => msg`Choose ${{ today: day('today') }} or later`,
  ends_before_start: ({ day }) => msg`Choose ${{ start: day('start_date') }} or later`,
  end_missing_for_one_time_budget: () => msg`A one-time budget needs an end date`,
  not_offered: () => msg`This option isn’t available for this advertiser`,
  budget_below_bid: ({ bid }) => msg`Enter at least ${{ bid: bid('base_bid') }}, the base bid`,
  picture_missing: ({ text }) => msg`Add an image for ${{ name: text('name') }}`,
  picture_twice: () => msg`Choose one image for this placement`,
  name_taken: ({ text }) => msg`Another ad group is already named ${{ name: text('name') }}`,
  above_campaign: ({ amount }) => msg`Enter at most ${{ budget: amount('budget') }}, the campaign budget`,
  starts_before_campaign: ({ day }) => msg`The campaign starts on ${{ start: day('start_date') }}`,
  ends_after_campaign: ({ day }) => msg`The campaign ends on ${{ end: day('end_date') }}`,
}

/** Converts a rule's answer to a field error. A code without a text here is a general field error. */
export function campaignFault(fault: CampaignFault, currency: CurrencyFormat, i18n: I18n): FieldFault {
  const sentence = sentences[fault.code]
  if (!sentence) return fault as unknown as FieldFault // the remaining codes are those of the field rules
  const values: Readonly<Record<string, unknown>> = { ...fault }
  const text = (name: string) => String(values[name] ?? '')
  const sentenceValues = {
    text,
    day: (name: string) => dayText(text(name), i18n.locale, 'full'),
    amount: (name: string) => money(text(name), currency, i18n.locale),
    bid: (name: string) => money(text(name), withBidDigits(currency), i18n.locale),
  }
  return { code: 'custom', text: i18n._(sentence(sentenceValues)) }
}

export function useCampaignFault(currency: CurrencyFormat) {
  const { i18n } = useLingui()
  return {
    faultOf: (fault: CampaignFault) => campaignFault(fault, currency, i18n),
    textOf: (fault: CampaignFault) => faultText(campaignFault(fault, currency, i18n), i18n),
  }
}

import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { EntrySource } from '../../contract/money/balances.ts'
import type { FundingEvent } from '../../contract/money/funding-events.ts'

export const eventWords: Readonly<Record<FundingEvent, MessageDescriptor>> = {
  FundingAuto: msg`Automatic payment`,
  FundingUIForm: msg`Payment`,
  FundingAPI: msg`Credit`,
  SystemDebitUIForm: msg`Debit`,
  SystemDebitAPI: msg`System debit`,
  Expiration: msg`Expiration`,
  Click: msg`Clicks`,
  Invoice: msg`Paid invoice`,
  BalanceRefill: msg`Balance refill`,
  ServiceFee: msg`Service fee`,
  Surcharge: msg`Surcharge`,
  TrueUp: msg`Rounding correction`,
}

/** What a ledger entry belongs to. */
export const sourceWords: Readonly<Record<EntrySource['kind'], MessageDescriptor>> = {
  payment: msg`Payment`,
  invoice: msg`Invoice`,
  insertion_order: msg`Insertion order`,
  wire_transfer: msg`Bank transfer`,
  spend_limit: msg`Spend limit`,
}

/** The reasons that the platform writes itself, as they are stored. People write others in their own words. */
const reasonWords: Readonly<Record<string, MessageDescriptor>> = {
  'Bank transfer': msg`Bank transfer`,
  'Credit expired': msg`Credit expired`,
  'Credit line': msg`Credit line`,
  'Credit line reduced': msg`Credit line reduced`,
  Delivery: msg`Delivery`,
  'Invoice paid': msg`Invoice paid`,
  Payment: msg`Payment`,
  'Payment that was taken back': msg`Payment that was taken back`,
  'Rounding of the invoice': msg`Rounding of the invoice`,
  'Service fee': msg`Service fee`,
  Surcharge: msg`Surcharge`,
  'What was owed': msg`What was owed`,
}

export function reasonText(reason: string, i18n: I18n): string {
  const words = Object.hasOwn(reasonWords, reason) ? reasonWords[reason] : undefined
  return words ? i18n._(words) : reason
}

/** The time zone of the user's device. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

import type { MessageDescriptor } from '@lingui/core'
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

/** Funding types by id. */
export const fundingTypeWords: Readonly<Record<number, MessageDescriptor>> = {
  1: msg`Card payments`,
  2: msg`Credit line`,
  3: msg`Promotional credit`,
  4: msg`Bank transfers`,
}

/** What a ledger entry belongs to. */
export const sourceWords: Readonly<Record<EntrySource['kind'], MessageDescriptor>> = {
  payment: msg`Payment`,
  invoice: msg`Invoice`,
  insertion_order: msg`Insertion order`,
  wire_transfer: msg`Bank transfer`,
}

/** The time zone of the user's device. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

import type { Kysely, Selectable } from 'kysely'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { roundHalfUp, takenBack } from '../../../src/contract/money/funds.rules.ts'
import { minAmount } from '../../../src/contract/money/money.ts'
import type { DeclineReason, PaymentState } from '../../../src/contract/payments/payments.ts'
import { timeZoneOf } from '../advertisers/read.ts'
import { settleRebill } from '../auto-rebills/check.ts'
import { type LedgerEntry, lockBalance } from '../money/ledger.ts'
import { debitOwnFunds, ownFundsOf } from '../money/own-funds.ts'
import { dayIn } from '../sql/days.ts'
import type { Tables } from '../tables/index.ts'
import { addReceivable, type Funding, writeFunding } from './funding.ts'
import type { ProviderCharge } from './provider.ts'

type PaymentRow = Selectable<Tables['payments']>

/** Called in the transaction of a settlement, once for each payment: when it reaches its first final state. */
export type PaymentSettled = (
  kysely: Kysely<Tables>,
  payment: {
    readonly payment_id: number
    readonly member_group_id: number
    readonly advertiser_id: number
    readonly origin: PaymentRow['origin']
    readonly state: PaymentState
    readonly decline: DeclineReason | null
    /** Micros that are added to the funds. */
    readonly amount: bigint
  },
  now: Date,
) => Promise<void>

/** Other nouns that follow payments. */
export const paymentListeners: PaymentSettled[] = [settleRebill]

/** The key of a payment's charge at the provider. */
export const chargeKey = ({ member_group_id, payment_id }: Pick<PaymentRow, 'member_group_id' | 'payment_id'>) =>
  `payment-${member_group_id}-${payment_id}`

const paymentOf = (key: string) => {
  const [, member_group_id, payment_id] = /^payment-(\d{1,10})-(\d{1,10})$/.exec(key) ?? []
  return payment_id === undefined ? undefined : { member_group_id: Number(member_group_id), payment_id: Number(payment_id) }
}

/** A message with an earlier state than the stored one changes nothing: messages come in any order. */
const order: Readonly<Record<PaymentState, number>> = {
  processing: 0,
  needs_action: 1,
  declined: 2,
  canceled: 2,
  succeeded: 3,
  refunded: 4,
}
const isFinal = (state: PaymentState) => order[state] >= order.declined

export const chargedOf = ({ amount, fee, surcharge, tax }: Pick<PaymentRow, 'amount' | 'fee' | 'surcharge' | 'tax'>) =>
  BigInt(amount) + BigInt(fee) + BigInt(surcharge) + BigInt(tax)

/** Entries of a payment that have succeeded: the amount with its fees, and the fees. Tax is not in the ledger. */
function creditEntries(payment: PaymentRow, entry: Pick<LedgerEntry, 'day' | 'at' | 'user_id' | 'reference'>): LedgerEntry[] {
  const { payment_id, origin } = payment
  const amount = BigInt(payment.amount)
  const fee = BigInt(payment.fee)
  const surcharge = BigInt(payment.surcharge)
  const key = (part: string) => `payment ${payment_id} ${part}`
  const event = origin === 'rebill' ? ('FundingAuto' as const) : ('FundingUIForm' as const)
  return [
    { ...entry, event, micros: amount + fee + surcharge, reason: 'Payment', unique_key: key('credit') },
    ...(fee > 0n ? [{ ...entry, event: 'ServiceFee' as const, micros: -fee, reason: 'Service fee', unique_key: key('fee') }] : []),
    ...(surcharge > 0n
      ? [{ ...entry, event: 'Surcharge' as const, micros: -surcharge, reason: 'Surcharge', unique_key: key('surcharge') }]
      : []),
  ]
}

async function credit(kysely: Kysely<Tables>, payment: PaymentRow, entry: Funding['entry']) {
  const account = { member_group_id: payment.member_group_id, advertiser_id: payment.advertiser_id }
  const key = `payment ${payment.payment_id}`
  await writeFunding(kysely, account, { amount: BigInt(payment.amount), entries: creditEntries(payment, entry), entry, key })
}

/** Money that the advertiser has paid. A refund takes neither its credit line nor promotional credit. */
const paidTypes = [fundingTypes.card, fundingTypes.wire]

/**
 * Debits what a refund or a chargeback took back of the amount, from what is left of paid money. The balance never becomes negative; the
 * rest is owed.
 */
async function takeBack(
  kysely: Kysely<Tables>,
  payment: PaymentRow,
  refunded: bigint,
  entry: Pick<LedgerEntry, 'day' | 'at' | 'user_id' | 'reference'>,
) {
  const account = { member_group_id: payment.member_group_id, advertiser_id: payment.advertiser_id }
  const { digits } = await kysely
    .selectFrom('currencies')
    .select('digits')
    .where('currency_code', '=', payment.currency_code)
    .executeTakeFirstOrThrow()
  const shareOf = (micros: bigint) => roundHalfUp((BigInt(payment.amount) * micros) / chargedOf(payment), digits)
  const { balance } = await lockBalance(kysely, account)
  const paid = minAmount(balance, await ownFundsOf(kysely, account, paidTypes))
  const { debit, receivable } = takenBack(paid, shareOf(refunded) - shareOf(BigInt(payment.refunded)))
  const unique_key = `payment ${payment.payment_id} refund ${refunded}`
  const reason = 'Payment that was taken back'
  if (debit > 0n) await debitOwnFunds(kysely, account, { ...entry, event: 'SystemDebitAPI', micros: -debit, reason, unique_key }, paidTypes)
  if (receivable > 0n) await addReceivable(kysely, account, receivable)
}

/** The state that a charge gives its payment. */
function nextState(charge: ProviderCharge): PaymentState {
  if (charge.refunded > 0n) return charge.refunded >= charge.charged ? 'refunded' : 'succeeded'
  return charge.state
}

export type Settlement = 'settled' | 'unchanged' | 'unknown'

/**
 * Brings a payment, its ledger entries and its method to the state of its charge, in the caller's transaction. Charges may be passed
 * repeatedly and in any order. A charge of an unknown payment changes nothing.
 */
export async function settle(kysely: Kysely<Tables>, charge: ProviderCharge, now: Date): Promise<Settlement> {
  const key = paymentOf(charge.key)
  const payment =
    key &&
    (await kysely
      .selectFrom('payments')
      .selectAll()
      .where('member_group_id', '=', key.member_group_id)
      .where('payment_id', '=', key.payment_id)
      .forUpdate()
      .executeTakeFirst())
  if (!payment) return 'unknown'
  if (charge.charged !== chargedOf(payment) || charge.currency_code !== payment.currency_code)
    throw new Error(`Charge ${charge.id} has another amount than payment ${payment.payment_id}`)
  const reached = nextState(charge)
  const state = order[reached] > order[payment.state] ? reached : payment.state
  const refunded = charge.refunded > BigInt(payment.refunded) ? charge.refunded : BigInt(payment.refunded)
  if (state === payment.state && refunded === BigInt(payment.refunded) && payment.provider_id === charge.id) return 'unchanged'
  const entry = {
    day: dayIn(now, await timeZoneOf(kysely, payment)),
    at: now,
    user_id: payment.user_id,
    reference: `payment ${payment.payment_id}`,
  }
  const isCredited = order[payment.state] >= order.succeeded
  const decline = state === 'declined' ? charge.decline : null
  if (!isCredited && order[state] >= order.succeeded) await credit(kysely, payment, { ...entry, request_id: payment.request_id })
  if (refunded > BigInt(payment.refunded)) await takeBack(kysely, payment, refunded, entry)
  // A refund is no new result: the payment was settled when it succeeded.
  const isResult = state !== payment.state && isFinal(state) && !isCredited
  await kysely
    .updateTable('payments')
    .set({ state, decline, refunded, provider_id: charge.id, ...(isResult && { settled_at: now }) })
    .where('member_group_id', '=', payment.member_group_id)
    .where('payment_id', '=', payment.payment_id)
    .execute()
  if (!isResult) return 'settled'
  await kysely
    .updateTable('payment_methods')
    .set({ last_result_at: now, last_decline: decline })
    .where('member_group_id', '=', payment.member_group_id)
    .where('payment_method_id', '=', payment.payment_method_id)
    .execute()
  if (isFinal(payment.state)) return 'settled'
  const { payment_id, member_group_id, advertiser_id, origin } = payment
  for (const listener of paymentListeners)
    await listener(kysely, { payment_id, member_group_id, advertiser_id, origin, state, decline, amount: BigInt(payment.amount) }, now)
  return 'settled'
}

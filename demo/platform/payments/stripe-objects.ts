import type Stripe from 'stripe'
import type { DeclineReason } from '../../../src/contract/payments/payments.ts'
import type { ChargeState, ProviderCharge, ProviderMethod } from './provider.ts'

const zeroDigits = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const threeDigits = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** Micros of Stripe's smallest unit of a currency. Its digits are not always those of ISO 4217: ISK and UGX have two. */
const microsPerMinor = (currency: string) => (zeroDigits.has(currency) ? 1_000_000n : threeDigits.has(currency) ? 1000n : 10_000n)

/** An amount in Stripe's smallest unit. Amounts with three digits must end in zero there. */
export function toMinor(micros: bigint, currency: string): number {
  const minor = microsPerMinor(currency)
  const steps = threeDigits.has(currency) ? 10n : 1n
  const step = minor * steps
  return Number(((micros + step / 2n) / step) * steps)
}

const toMicros = (minor: number, currency: string) => BigInt(minor) * microsPerMinor(currency)

const declines: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired',
  invalid_expiry_month: 'expired',
  invalid_expiry_year: 'expired',
  fraudulent: 'fraud',
  highest_risk_level: 'fraud',
  lost_card: 'fraud',
  merchant_blacklist: 'fraud',
  pickup_card: 'fraud',
  stolen_card: 'fraud',
  authentication_not_handled: 'authentication_failed',
  authentication_required: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
  incorrect_number: 'other',
  invalid_number: 'other',
  incorrect_cvc: 'other',
  invalid_cvc: 'other',
  card_not_supported: 'other',
  currency_not_supported: 'other',
  processing_error: 'other',
}

/** The parts of an error that say why a card was declined; the issuer's code is more exact than Stripe's own. */
export interface DeclineError {
  readonly type?: string
  readonly code?: string
  readonly decline_code?: string
}

export function toDecline({ type, code = '', decline_code = '' }: DeclineError): DeclineReason {
  return declines[decline_code] ?? declines[code] ?? (type === 'card_error' ? 'declined' : 'other')
}

const states: Readonly<Record<string, ChargeState>> = {
  requires_action: 'needs_action',
  requires_payment_method: 'declined',
  succeeded: 'succeeded',
  canceled: 'canceled',
}

/** Names in the metadata of a payment, which return with each answer and message. */
export const metadataKeys = { key: 'placard_key', database: 'placard_database', micros: 'placard_micros' } as const

/** The price in micros. Stripe may have charged it rounded; the metadata has the exact one. */
function chargedOf({ amount, metadata }: Stripe.PaymentIntent, currency: string): bigint {
  const exact = metadata[metadataKeys.micros] ?? ''
  return /^\d{1,18}$/.test(exact) && toMinor(BigInt(exact), currency) === amount ? BigInt(exact) : toMicros(amount, currency)
}

/** A payment as a charge. `takenBack` is in Stripe's smallest unit: refunds, and disputes that are not won. */
export function toCharge(intent: Stripe.PaymentIntent, takenBack: number): ProviderCharge {
  const currency_code = intent.currency.toUpperCase()
  const charged = chargedOf(intent, currency_code)
  const state = states[intent.status] ?? 'processing'
  return {
    id: intent.id,
    key: intent.metadata[metadataKeys.key] ?? '',
    state,
    decline: state === 'declined' ? toDecline(intent.last_payment_error ?? {}) : null,
    charged,
    refunded: takenBack >= intent.amount ? charged : toMicros(takenBack, currency_code),
    currency_code,
  }
}

/** Disputes in these states have not moved money, or have moved it back. */
const harmless = new Set(['prevented', 'warning_closed', 'warning_needs_response', 'warning_under_review', 'won'])

export const disputedOf = (disputes: readonly Pick<Stripe.Dispute, 'amount' | 'status'>[]) =>
  disputes.reduce((sum, { amount, status }) => (harmless.has(status) ? sum : sum + amount), 0)

/** A stored card. Undefined for a method of another kind, which has no number to show. */
export function toMethod({ id, card }: Stripe.PaymentMethod): ProviderMethod | undefined {
  if (!card) return undefined
  const { brand, last4, exp_month, exp_year } = card
  return { id, type: 'card', brand: brand === 'unknown' ? 'card' : brand, last_four: last4, exp_month, exp_year }
}

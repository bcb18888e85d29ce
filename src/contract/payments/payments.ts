import { array, boolean, enums, type Infer, integer, nullable, object, optional, pattern, string, type } from 'superstruct'
import { BillingAddress } from '../advertisers/advertisers.ts'
import { del, get, patch, post, postQuery, put } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id, IsoDay, Moment, Text } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { locales } from '../locales.ts'

/** Amounts stay below nine billion, because the platform reads stored micros as safe integers. */
export const Amount = pattern(string(), /^(\d{1,9}|[0-8]\d{9})(\.\d{1,6})?$/)
export const PositiveAmount = pattern(string(), /^(?!0+(\.0+)?$)(\d{1,9}|[0-8]\d{9})(\.\d{1,6})?$/)

export const paymentMethodTypes = ['card', 'bank_debit'] as const
export type PaymentMethodType = (typeof paymentMethodTypes)[number]

/** Why a payment was declined; `other` has no further reason. */
export const declineReasons = ['declined', 'insufficient_funds', 'expired', 'fraud', 'authentication_failed', 'other'] as const
export type DeclineReason = (typeof declineReasons)[number]

/** A card or bank debit as far as anyone may see it. */
export const PaymentMethod = object({
  payment_method_id: Id,
  name: string(),
  type: enums(paymentMethodTypes),
  data: object({
    brand: string(),
    last_four: pattern(string(), /^\d{4}$/),
    /** Null for a bank debit. */
    exp_month: nullable(integer()),
    exp_year: nullable(integer()),
  }),
  /** Null for a caller who may not change the methods of the advertiser. */
  billing_address: nullable(BillingAddress),
  is_default: boolean(),
  is_used_by_rebill: boolean(),
  /** The auto-rebill that uses it is on. */
  is_rebill_on: boolean(),
  validity: enums(['valid', 'expiring', 'expired']),
  last_result: nullable(object({ at: Moment, decline: nullable(enums(declineReasons)) })),
  version: integer(),
})
export type PaymentMethod = Infer<typeof PaymentMethod>

export const paymentStates = ['processing', 'needs_action', 'succeeded', 'declined', 'canceled', 'refunded'] as const
export type PaymentState = (typeof paymentStates)[number]

/** What adding an amount costs, and what it buys. */
export const PaymentPrice = object({
  /** Added to the funds. */
  amount: Decimal,
  fee: Decimal,
  surcharge: Decimal,
  tax: Decimal,
  charged: Decimal,
  currency_code: CurrencyCode,
  currency_digits: integer(),
})
export type PaymentPrice = Infer<typeof PaymentPrice>

/** A payment by a stored method. */
export const Payment = object({
  ...PaymentPrice.schema,
  payment_id: Id,
  state: enums(paymentStates),
  decline: nullable(enums(declineReasons)),
  /** How much of the charged amount went back to the payer; a part of it leaves the state `succeeded`. */
  refunded: Decimal,
  payment_method: nullable(object({ payment_method_id: Id, brand: string(), last_four: string() })),
  /** Started by a person, or by the auto-rebill. */
  origin: enums(['person', 'rebill']),
  user: nullable(string()),
  created_at: Moment,
  settled_at: nullable(Moment),
  /** The page for the second step of the bank, while the payment waits for it. */
  action_path: nullable(string()),
  /** The funds after the payment. */
  available: Decimal,
})
export type Payment = Infer<typeof Payment>

/** A session of the payment page: the frame that takes card numbers, on the second origin. */
export const PaymentSession = object({
  /** The address of the frame; the element adds nothing to it. */
  url: string(),
  expires_at: Moment,
})
export type PaymentSession = Infer<typeof PaymentSession>

/** Everything that the form for adding funds needs. */
export const FundsOffer = object({
  currency_code: CurrencyCode,
  currency_digits: integer(),
  minimum: Decimal,
  day_maximum: Decimal,
  left_today: Decimal,
  suggestions: array(Decimal),
  /** Average spend of a day in the last seven days; null without spend. */
  usual_day: nullable(Decimal),
  available: Decimal,
  /** What was taken back of earlier payments beyond the funds. The next payment or transfer pays it first. */
  owed: Decimal,
  /** What the spend limit has left, which bounds what campaigns can spend; null without a limit. */
  limit_left: nullable(Decimal),
  /** The parts of the available funds that expire, and their last days. */
  expiring: array(object({ left: Decimal, expires_on: IsoDay })),
  /** The current day of the advertiser. */
  today: IsoDay,
  active_campaigns: integer(),
  /** Whether the platform has a payment provider, or an account for bank transfers. */
  has_provider: boolean(),
  may_pay_by_card: boolean(),
  may_pay_by_wire: boolean(),
  may_add_methods: boolean(),
  fee_percent: Decimal,
  surcharge: Decimal,
  tax_percent: Decimal,
  default_address: nullable(BillingAddress),
})
export type FundsOffer = Infer<typeof FundsOffer>

const advertiser = 'v1/member_groups/:memberGroupId/advertisers/:advertiserId'
const provider = `${advertiser}/payment_provider` as const
const method = `${provider}/payment_methods/:paymentMethodId` as const
const reading = 'payment_methods.read'
const changing = 'payment_methods.change'

const Edited = object({
  name: optional(Text(1, 120)),
  billing_address: optional(BillingAddress),
  exp_month: optional(integer()),
  exp_year: optional(integer()),
})
export type PaymentMethodChange = Infer<typeof Edited>

/** Payments of an advertiser through the payment provider. Card numbers go only to the payment page in a frame. */
export const payments = {
  offer: get(`${advertiser}/funds_offer`, { may: 'funds.read', result: FundsOffer }),
  /** The customer at the provider; made if there is none. */
  customer: post(`${provider}/customer`, { may: changing, idempotent: 'optional', result: object({ customer_id: string() }) }),
  /** Opens a session of the payment page for a new method. */
  clientSecret: post(`${provider}/client_secret`, {
    may: changing,
    body: object({
      /** The origin of the page that frames the payment page. */
      parent_origin: Text(1, 300),
      billing_address: BillingAddress,
      is_default: boolean(),
      /** The language of the payment page; English without it. */
      locale: optional(enums(locales)),
    }),
    result: PaymentSession,
  }),
  /** Pays with a stored method. `charged` is the price that the caller has seen; another one is refused. */
  pay: post(`${provider}/payment_intent`, {
    may: 'funds.add',
    idempotent: true,
    body: object({
      amount: PositiveAmount,
      payment_method_id: Id,
      charged: optional(Decimal),
      parent_origin: optional(Text(1, 300)),
      /** The language of the page for the second step of the bank. */
      locale: optional(enums(locales)),
    }),
    result: Payment,
  }),
  price: postQuery(`${provider}/price`, { may: 'funds.read', body: object({ amount: PositiveAmount }), result: PaymentPrice }),
  one: get(`${advertiser}/payments/:paymentId`, { may: 'funds.read', result: Payment }),
  report: postQuery(`${advertiser}/payments_report`, {
    may: 'funds.read',
    body: object(listQueryFields),
    result: object({ payments: array(Payment), total: integer() }),
  }),
  methods: get(`${provider}/payment_methods`, { may: reading, result: object({ payment_methods: array(PaymentMethod) }) }),
  changeMethod: patch(method, { may: changing, versioned: true, body: Edited, result: PaymentMethod }),
  removeMethod: del(method, { may: changing, versioned: true, result: object({ payment_method_id: Id }) }),
  setDefault: put(`${method}/set_default_payment_method`, { may: changing, versioned: true, result: PaymentMethod }),
  /** The provider's messages, signed; they can come twice, late or out of order. */
  webhook: post('v1/webhooks/payments', {
    open: true,
    signed: true,
    body: type({ id: Text(1, 255), type: Text(1, 120) }),
    result: object({ received: boolean() }),
  }),
}

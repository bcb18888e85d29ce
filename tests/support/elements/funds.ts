import type { FundsOffer, Payment, PaymentMethod, PaymentPrice } from '../../../src/contract/payments/payments.ts'
import { type Answer, answerRequests, client, person, success, token } from './insertion-orders.ts'
import { dayAgo } from '../time/days.ts'
import { put } from './page-parts.ts'

const usd = { currency_code: 'USD', currency_digits: 2 }

export const address = {
  name: 'Fernhill',
  line_1: '1 High Street',
  line_2: '',
  city: 'Leeds',
  region: '',
  postal_code: 'LS1 4AB',
  country_code: 'GB',
}

/** A week of 140.00, and 40.00 left: today and tomorrow. */
export const offer: FundsOffer = {
  ...usd,
  minimum: '10',
  day_maximum: '25000',
  left_today: '2000',
  suggestions: ['140', '280', '560'],
  usual_day: '20',
  available: '40',
  owed: '0',
  limit_left: null,
  expiring: [],
  today: dayAgo(0),
  active_campaigns: 6,
  has_provider: true,
  may_pay_by_card: true,
  may_pay_by_wire: true,
  may_add_methods: true,
  fee_percent: '3',
  surcharge: '0.30',
  tax_percent: '19',
  default_address: address,
}

/** The sheet's example: 100.00 with a fee of 3 %, a surcharge of 0.30 and 19 % tax on both. */
export const price: PaymentPrice = { ...usd, amount: '100', fee: '3.00', surcharge: '0.30', tax: '0.63', charged: '103.93' }

export const method = (payment_method_id: number, change: Partial<PaymentMethod> = {}): PaymentMethod => ({
  payment_method_id,
  name: 'Marketing',
  type: 'card',
  data: { brand: 'visa', last_four: '4242', exp_month: 8, exp_year: new Date().getFullYear() + 2 },
  billing_address: address,
  is_default: false,
  is_used_by_rebill: false,
  is_rebill_on: false,
  validity: 'valid',
  last_result: null,
  version: 4,
  ...change,
})

const mastercard = { brand: 'mastercard', last_four: '5100', exp_month: 1, exp_year: 2024 }

/** A default card that auto-rebill uses, an expired card, and a bank debit that was declined. */
export const methods = [
  method(11, {
    is_default: true,
    is_used_by_rebill: true,
    is_rebill_on: true,
    last_result: { at: new Date(Date.now() - 7_200_000).toISOString(), decline: null },
  }),
  method(12, { name: 'Old card', data: mastercard, validity: 'expired' }),
  method(14, {
    name: '',
    type: 'bank_debit',
    data: { brand: 'Leeds Bank', last_four: '7788', exp_month: null, exp_year: null },
    last_result: { at: new Date(Date.now() - 7_200_000).toISOString(), decline: 'insufficient_funds' },
  }),
]

export const payment = (change: Partial<Payment> = {}): Payment => ({
  ...price,
  payment_id: 501,
  state: 'succeeded',
  decline: null,
  refunded: '0',
  payment_method: { payment_method_id: 11, brand: 'visa', last_four: '4242' },
  origin: 'person',
  user: 'Ada Lind',
  created_at: new Date().toISOString(),
  settled_at: new Date().toISOString(),
  action_path: null,
  available: '140',
  ...change,
})

export const session = () => ({ url: `${location.origin}/pages/pay`, expires_at: new Date(Date.now() + 900_000).toISOString() })

export const payPermissions = ['funds.read', 'funds.add', 'payment_methods.read', 'payment_methods.change']

interface Platform {
  readonly permissions?: readonly string[]
  /** Replies by method and path below the advertiser, such as `GET funds_offer`. */
  readonly replies?: Readonly<Record<string, Answer>>
}

/** Answers the requests of the page as a platform does that takes payments. */
export const answerFunds = ({ permissions = payPermissions, replies = {} }: Platform = {}) =>
  answerRequests(
    {
      'POST v1/sso/login': success(person(permissions)),
      'GET v1/member_groups/1': success(client),
      'GET funds_offer': success(offer),
      'GET payment_provider/payment_methods': success({ payment_methods: methods }),
      'POST payment_provider/price': success(price),
      'POST payment_provider/payment_intent': success(payment()),
      'POST payment_provider/client_secret': () => success(session()),
      ...replies,
    },
    (path) => path.replace('v1/member_groups/1/advertisers/7/', ''),
  )

let platform: ReturnType<typeof answerFunds> | undefined

/** Removes the element and its answers. */
export function closeFunds() {
  document.body.replaceChildren()
  platform?.stop()
  platform = undefined
}

/** Shows the funds of an advertiser; `events` lists what the element emitted about payments. */
export function openFunds(path: string, answers: Platform = {}, attributes: Readonly<Record<string, string>> = {}) {
  platform = answerFunds(answers)
  const own: typeof token = (...ask) => token(...ask) // a host of its own, so that nothing is cached from another test
  const element = put('ad-funds', { 'client-id': '1', 'advertiser-id': '7', path, ...attributes }, { getToken: own })
  const events: { readonly type: string; readonly detail: unknown }[] = []
  element.addEventListener('placard', (event) => {
    const { type, detail } = (event as CustomEvent<CustomEvent>).detail // the event that carries all others
    if (/^ad-(before-pay|funds-added|payment-method-added|wire-announced)$/.test(type)) events.push({ type, detail })
  })
  return { element, events, platform }
}

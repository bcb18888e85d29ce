import { priceOf } from '../../../src/contract/money/funds.rules.ts'
import type { payments } from '../../../src/contract/payments/payments.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import { keyOf } from '../advertisers/key.ts'
import type { Context } from '../context/context.ts'
import { Refused } from '../context/refusal.ts'
import type { Handlers } from '../http/implement.ts'
import { refuseFunds } from '../money/refusals.ts'
import { customerOf, startCharge } from './charge.ts'
import { changeMethod, methodList, openSession, removeMethod, requireParentOrigin, setDefault } from './methods.ts'
import type { PaymentProvider } from './provider.ts'
import { fundsOffer, paymentById, paymentsPage, toPrice } from './read.ts'
import { settle } from './settle.ts'
import { paymentTerms, requireAmount } from './terms.ts'

export interface PaymentOptions {
  /** Null where none is set up. */
  readonly provider: PaymentProvider | null
  /** Whether there is an account for bank transfers. */
  readonly hasBank: boolean
  /** The platform's own origins, whose pages may frame the payment page. */
  readonly ownOrigins: readonly string[]
  /** The second origin, which serves the payment page. */
  readonly pageOrigin: string
}

function requireProvider(provider: PaymentProvider | null): PaymentProvider {
  if (!provider) throw refuseFunds('Payment', 'no_provider')
  return provider
}

/** Takes a message of the provider once; the event, the ledger and the payment are written in one transaction. */
async function receiveEvent({ database: { kysely }, machineNow, now, received, log }: Context, provider: PaymentProvider) {
  const event = received && (await provider.eventOf({ kysely, now: machineNow() }, received.text, received.headers))
  if (!event) throw new Refused('not_authenticated', { subject: 'Signature', rule: 'The message is not signed by the payment provider' })
  const { id, type, charge } = event
  const inserted = await kysely
    .insertInto('payment_events')
    .values({ provider_event_id: id, type, payload: JSON.stringify({ charge: charge?.id ?? null }), received_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('provider_event_id')
    .executeTakeFirst()
  if (inserted && charge && (await settle(kysely, charge, now())) === 'unknown') log('error', 'payments.unknown', { charges: [charge.id] })
  return { received: true }
}

export const paymentHandlers = ({ provider, hasBank, ownOrigins, pageOrigin }: PaymentOptions): Handlers<typeof payments> => ({
  offer: ({ path }, context) => fundsOffer(context, keyOf(path), { hasProvider: provider !== null, hasBank }),
  customer: async ({ path }, { database, now }) => ({
    customer_id: await customerOf({ database, now, provider: requireProvider(provider) }, keyOf(path)),
  }),
  clientSecret: async ({ path, body }, context) => {
    requireProvider(provider)
    return openSession(context, keyOf(path), body, { ownOrigins, pageOrigin })
  },
  pay: async ({ path, body }, context) => {
    requireProvider(provider)
    const { amount, payment_method_id, charged, parent_origin, locale } = body
    if (parent_origin !== undefined) await requireParentOrigin(context, path.memberGroupId, parent_origin, ownOrigins)
    const { payment_id } = await startCharge(context, {
      ...keyOf(path),
      amount: microsOf(amount),
      payment_method_id,
      origin: 'person',
      key: `${context.caller.name} ${context.received?.headers.get('idempotency-key') ?? context.requestId}`,
      user_id: context.caller.person?.user_id ?? null,
      request_id: context.requestId,
      expectedCharge: charged === undefined ? undefined : microsOf(charged),
      parentOrigin: parent_origin,
      locale,
    })
    return paymentById(context, keyOf(path), payment_id, pageOrigin)
  },
  price: async ({ path, body }, { database: { kysely }, now }) => {
    const terms = await paymentTerms(kysely, keyOf(path), now())
    const amount = microsOf(body.amount)
    await requireAmount(kysely, keyOf(path), amount, terms)
    return toPrice(priceOf(amount, terms, terms.currency_digits), terms)
  },
  one: ({ path }, context) => paymentById(context, keyOf(path), path.paymentId, pageOrigin),
  report: ({ path, body }, context) => paymentsPage(context, keyOf(path), body, pageOrigin),
  methods: async ({ path }, context) => ({ payment_methods: await methodList(context, keyOf(path)) }),
  changeMethod: ({ path, body }, context) => changeMethod(context, keyOf(path), path.paymentMethodId, body),
  removeMethod: ({ path }, context) => removeMethod(context, keyOf(path), path.paymentMethodId),
  setDefault: ({ path }, context) => setDefault(context, keyOf(path), path.paymentMethodId),
  webhook: (_, context) => receiveEvent(context, requireProvider(provider)),
})

import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import Stripe from 'stripe'
import type { DeclineReason } from '../../../src/contract/payments/payments.ts'
import type { Log } from '../context/log.ts'
import type { ChargeRequest, MethodUpdate, PaymentForm, PaymentProvider, ProviderCharge, ProviderDeps, ProviderEvent } from './provider.ts'
import { disputedOf, metadataKeys, toCharge, toDecline, toMethod, toMinor } from './stripe-objects.ts'

export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly publishableKey: string
  /** The origin of the API, when it is not Stripe's own. */
  readonly apiBase: string | undefined
}

/** What the script of the payment page gets. */
export interface StripePageData {
  readonly publishableKey: string
  /** Of a second step of the bank. */
  readonly clientSecret?: string
}

const { StripeCardError, StripeInvalidRequestError, StripeSignatureVerificationError } = Stripe.errors

const clientOf = ({ secretKey, apiBase }: StripeSettings) => {
  const { hostname, port, protocol } = new URL(apiBase ?? 'https://api.stripe.com')
  const isHttps = protocol === 'https:'
  return new Stripe(secretKey, {
    host: hostname,
    port: port || (isHttps ? 443 : 80),
    protocol: isHttps ? 'https' : 'http',
    // The jobs of payments run one at a time; a request that hangs holds up the others.
    timeout: 20_000,
    maxNetworkRetries: 1,
    telemetry: false,
  })
}

/** A name of this database, for an account that several use: a hash of the secret that each makes for its sandbox. */
async function databaseOf({ kysely }: ProviderDeps): Promise<string> {
  const { secret } = await kysely.selectFrom('sandbox_state').select('secret').executeTakeFirstOrThrow()
  return createHash('sha256').update(secret).digest('hex').slice(0, 12)
}

/** The page's script with Stripe's loader, in one text. */
async function pageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('stripe-page.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    write: false,
  })
  return outputFiles.map(({ text }) => text).join('')
}

const frames = 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com'
/** What Stripe's script loads. It styles its frames by attributes. */
const pagePolicy = {
  'script-src': 'https://js.stripe.com https://*.js.stripe.com',
  'connect-src': 'https://api.stripe.com https://js.stripe.com',
  'frame-src': frames,
  'style-src-attr': "'unsafe-inline'",
}

/** Why an answer with an error declines a card. */
const declineOf = ({ rawType, code, decline_code }: Stripe.errors.StripeError) => toDecline({ type: rawType, code, decline_code })

const isMissing = (error: unknown) => error instanceof StripeInvalidRequestError && error.code === 'resource_missing'
const isOtherState = (error: unknown) => error instanceof StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state'
const idOf = (one: string | { readonly id: string } | null) => (typeof one === 'string' ? one : one?.id)

/** The payment that a message is about: the object itself, or the one that it names. */
function intentIn({ data: { object } }: Stripe.Event): string | undefined {
  const {
    object: kind,
    id,
    payment_intent = null,
  } = object as { object: string; id?: string; payment_intent?: string | { id: string } | null } // parts that objects of messages share
  return kind === 'payment_intent' ? id : idOf(payment_intent)
}

/** Stripe forgets keys after 24 hours; a charge that was started earlier is looked for before it is made. */
const keptMs = 20 * 3_600_000
const listedMs = 3 * 86_400_000
const expand = ['latest_charge']

/** Payments by Stripe: an own PaymentIntent for each charge, and a SetupIntent for each new card. */
export function stripeProvider(settings: StripeSettings, log: Log): PaymentProvider {
  const stripe = clientOf(settings)
  const { publishableKey, webhookSecret } = settings
  let script: Promise<string> | undefined

  async function pageOf(fields: string, data: Omit<StripePageData, 'publishableKey'> = {}): Promise<PaymentForm> {
    script ??= pageScript()
    return { fields, script: { text: await script, data: { publishableKey, ...data }, policy: pagePolicy } }
  }

  /** A payment with what went back to the payer; its charge must be expanded. */
  async function chargeOf(intent: Stripe.PaymentIntent): Promise<ProviderCharge> {
    const { latest_charge: latest } = intent
    if (latest === null || typeof latest === 'string') return toCharge(intent, 0)
    const disputes = latest.disputed ? (await stripe.disputes.list({ payment_intent: intent.id, limit: 100 })).data : []
    return toCharge(intent, latest.amount_refunded + disputedOf(disputes))
  }

  /** A payment of this database; undefined for those of other systems in the account. */
  async function findCharge(deps: ProviderDeps, id: string): Promise<ProviderCharge | undefined> {
    try {
      const intent = await stripe.paymentIntents.retrieve(id, { expand })
      return intent.metadata[metadataKeys.database] === (await databaseOf(deps)) ? await chargeOf(intent) : undefined
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async function requireCharge(deps: ProviderDeps, id: string): Promise<ProviderCharge> {
    const charge = await findCharge(deps, id)
    if (!charge) throw new Error(`Stripe has no payment ${id} of this database`)
    return charge
  }

  async function cancel(deps: ProviderDeps, id: string): Promise<ProviderCharge> {
    try {
      await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
    } catch (error) {
      if (!isOtherState(error)) throw error
    }
    return requireCharge(deps, id)
  }

  async function chargeByKey({ customer_id, key }: ChargeRequest, database: string): Promise<ProviderCharge | undefined> {
    for await (const intent of stripe.paymentIntents.list({ customer: customer_id, limit: 100, expand: ['data.latest_charge'] })) {
      const { metadata } = intent
      if (metadata[metadataKeys.key] === key && metadata[metadataKeys.database] === database) return chargeOf(intent)
    }
    return undefined
  }

  async function makeCharge(deps: ProviderDeps, request: ChargeRequest): Promise<ProviderCharge> {
    const { key, customer_id, method_id, charged, currency_code, isPersonPresent, started_at } = request
    const database = await databaseOf(deps)
    const isLate = deps.now.getTime() - started_at.getTime() > keptMs
    const existing = isLate ? await chargeByKey(request, database) : undefined
    if (existing) return existing
    /** A charge that Stripe refuses to start, such as one of a removed card, has no payment there. */
    const refused = (decline: DeclineReason): ProviderCharge => {
      return { id: `refused ${key}`, key, state: 'declined', decline, charged, refunded: 0n, currency_code }
    }
    try {
      const intent = await stripe.paymentIntents.create(
        {
          amount: toMinor(charged, currency_code),
          currency: currency_code.toLowerCase(),
          customer: customer_id,
          payment_method: method_id,
          confirm: true,
          ...(isPersonPresent ? { use_stripe_sdk: true } : { off_session: true }),
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          metadata: { [metadataKeys.key]: key, [metadataKeys.database]: database, [metadataKeys.micros]: String(charged) },
        },
        { idempotencyKey: `${database}-${key}` },
      )
      return toCharge(intent, 0)
    } catch (error) {
      if (error instanceof StripeCardError) return error.payment_intent ? toCharge(error.payment_intent, 0) : refused(declineOf(error))
      if (!(error instanceof StripeInvalidRequestError)) throw error
      log('error', 'payments.stripe', { key, code: error.code, message: error.message })
      return refused('other')
    }
  }

  /** Makes the SetupIntent of a token from the form, or reads it after the second step of the bank. */
  async function setupOf(deps: ProviderDeps, customer: string, fields: URLSearchParams): Promise<Stripe.SetupIntent | undefined> {
    const made = /^seti_\w{1,250}$/.exec(fields.get('setup_intent') ?? '')?.[0]
    if (made) return stripe.setupIntents.retrieve(made, { expand: ['payment_method'] })
    const token = /^ctoken_\w{1,250}$/.exec(fields.get('confirmation_token') ?? '')?.[0]
    if (!token) return undefined
    return stripe.setupIntents.create(
      {
        customer,
        confirm: true,
        confirmation_token: token,
        usage: 'off_session',
        use_stripe_sdk: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        expand: ['payment_method'],
      },
      { idempotencyKey: `${await databaseOf(deps)}-${token}` },
    )
  }

  async function method(deps: ProviderDeps, customerId: string, fields: URLSearchParams) {
    try {
      const intent = await setupOf(deps, customerId, fields)
      if (!intent || idOf(intent.customer) !== customerId) return { decline: 'other' as const }
      const { id, status, payment_method, client_secret, last_setup_error } = intent
      if (status === 'requires_action' && client_secret !== null)
        return { step: await pageOf(`<input type="hidden" name="setup_intent" value="${id}">`, { clientSecret: client_secret }) }
      if (status !== 'succeeded' || payment_method === null || typeof payment_method === 'string')
        return { decline: toDecline(last_setup_error ?? {}) }
      return toMethod(payment_method) ?? { decline: 'other' as const }
    } catch (error) {
      if (error instanceof StripeCardError || error instanceof StripeInvalidRequestError) return { decline: declineOf(error) }
      throw error
    }
  }

  async function updateMethod({ id, isRemoved, exp_month, exp_year }: MethodUpdate) {
    try {
      // A removed card cannot be removed again.
      if (isRemoved && (await stripe.paymentMethods.retrieve(id)).customer !== null) await stripe.paymentMethods.detach(id)
      if (!isRemoved && exp_month !== null && exp_year !== null) await stripe.paymentMethods.update(id, { card: { exp_month, exp_year } })
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }

  /** Messages come in any order, so the current payment is read instead of the one in the message. */
  async function eventOf(deps: ProviderDeps, text: string, headers: Headers): Promise<ProviderEvent | undefined> {
    try {
      const signature = headers.get('stripe-signature') ?? ''
      const event = stripe.webhooks.constructEvent(text, signature, webhookSecret, undefined, undefined, deps.now.getTime())
      const id = intentIn(event)
      return { id: event.id, type: event.type, charge: (id === undefined ? undefined : await findCharge(deps, id)) ?? null }
    } catch (error) {
      if (error instanceof StripeSignatureVerificationError) return undefined
      throw error
    }
  }

  return {
    name: 'stripe',
    customer: async (deps, { key, name }) => {
      const database = await databaseOf(deps)
      const metadata = { [metadataKeys.key]: key, [metadataKeys.database]: database }
      return (await stripe.customers.create({ name, metadata }, { idempotencyKey: `${database}-customer-${key}` })).id
    },
    charge: makeCharge,
    chargeById: findCharge,
    chargesSince: async (deps, since) => {
      const database = await databaseOf(deps)
      const charges: ProviderCharge[] = []
      // The clock of the demonstration may be ahead of Stripe's.
      const created = { gte: Math.floor(Math.min(since.getTime(), Date.now() - listedMs) / 1000) }
      for await (const intent of stripe.paymentIntents.list({ created, limit: 100, expand: ['data.latest_charge'] }))
        if (intent.metadata[metadataKeys.database] === database) charges.push(await chargeOf(intent))
      return charges
    },
    cancel,
    refund: async (deps, { key, chargeId, micros }) => {
      const { currency_code, key: payment } = await requireCharge(deps, chargeId)
      await stripe.refunds.create(
        { payment_intent: chargeId, amount: toMinor(micros, currency_code) },
        { idempotencyKey: `${await databaseOf(deps)}-${payment}-refund-${key}` },
      )
      return requireCharge(deps, chargeId)
    },
    updateMethod: (_, update) => updateMethod(update),
    eventOf,
    form: () => pageOf('<div id="card"></div>'),
    method,
    step: async (_, chargeId) => {
      const { client_secret } = await stripe.paymentIntents.retrieve(chargeId)
      return pageOf('', client_secret === null ? {} : { clientSecret: client_secret })
    },
    confirm: (deps, chargeId, isConfirmed) => (isConfirmed ? requireCharge(deps, chargeId) : cancel(deps, chargeId)),
  }
}

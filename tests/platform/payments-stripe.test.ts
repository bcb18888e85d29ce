import { beforeEach, describe, expect, test } from 'vitest'
import { configurationOf } from '../../demo/platform/configuration.ts'
import { handlersFor } from '../../demo/platform/handlers.ts'
import { failuresMost } from '../../demo/platform/payments/attempts.ts'
import { addMethod } from '../../demo/platform/payments/methods.ts'
import type { PaymentProvider } from '../../demo/platform/payments/provider.ts'
import { reconcile } from '../../demo/platform/payments/reconcile.ts'
import { stripeProvider } from '../../demo/platform/payments/stripe.ts'
import { contract } from '../../src/contract/index.ts'
import {
  address,
  advertiser,
  at,
  balanceOf,
  ledgerOf,
  messageIn,
  openSession,
  pageAt,
  pay,
  paymentOf,
  work,
} from '../support/money/paying.ts'
import { publishableKey, secretKey, StripeServer, webhookSecret } from '../support/payments/stripe-server.ts'
import { people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { allowedOrigin } from '../support/world/small-seed.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

const application = {
  environment: 'development',
  cloud_provider: '',
  issuer: 'x',
  client_id: 'x',
  is_provider_embedded: true,
  flags_url: 'x',
  other_origin: 'x',
} as const

let world: SmallWorld
let stripeWorld: SmallWorld
let server: StripeServer
let provider: PaymentProvider
const logged: unknown[] = []
setUpSmallWorld((made) => {
  world = made
})
beforeEach(async () => {
  server = new StripeServer(fixedNow)
  const settings = { secretKey, publishableKey, webhookSecret, apiBase: await server.listen() }
  provider = stripeProvider(settings, (...line) => void logged.push(line))
  const handlers = handlersFor(application, {}, { provider, hasBank: true, ownOrigins: [] })
  stripeWorld = await world.startSecondPlatform({ database: world.database, contract, handlers })
  return async () => {
    expect(server.problems).toEqual([])
    await stripeWorld.close()
    await server.close()
  }
})

const later = (seconds: number) => new Date(fixedNow().getTime() + seconds * 1000)
const page = () => pageAt(world, fixedNow(), provider)
let tokens = 0
const tokenFields = (last4: string) => ({ action: 'submit', confirmation_token: `ctoken_${last4}_${++tokens}` })
const methods = async () => (await world.as('advertiserAdmin').send(contract.payments.methods, { path: at })).reply.result.payment_methods
const sent = (path: string) => server.received.filter((one) => one.method === 'POST' && one.path === path)
const runJobs = (now = later(0)) => work(world, { now, provider })
const reconcileAt = (now: Date) =>
  reconcile({ database: world.database, provider, now: () => now, log: (...line) => void logged.push(line) })
const dataIn = (text: string) => JSON.parse(/<script type="application\/json" id="provider">(.*?)<\/script>/.exec(text)?.[1] ?? '{}')

/** A card that was added through the payment page; it is older than a day. */
async function addedCard(last4: string): Promise<number> {
  const { url } = (await openSession(world)).reply.result
  const text = await (await page().post(url, tokenFields(last4))).text()
  await world.database.kysely
    .updateTable('payment_methods')
    .set({ created_at: later(-2 * 86_400) })
    .execute()
  return messageIn(text)?.message.payment_method_id
}

async function paid(last4: string, body: object = {}): Promise<number> {
  return (await pay(world, await addedCard(last4), body)).reply.result.payment_id
}

/** Sends a message of Stripe to the platform by HTTP. */
const receive = async ({ text, headers }: ReturnType<StripeServer['message']>) =>
  (await stripeWorld.raw('v1/webhooks/payments', { method: 'POST', body: text, headers })).status

describe('the payment page', () => {
  test('loads Stripe under a policy of its own, and stores the card of its token', async () => {
    const { url } = (await openSession(world)).reply.result
    const response = await page().get(url)
    const policy = Object.fromEntries(
      (response.headers.get('content-security-policy') ?? '').split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]),
    )
    expect(policy['script-src']).toEqual([expect.stringMatching(/^'sha256-/), 'https://js.stripe.com', 'https://*.js.stripe.com'])
    expect(policy['connect-src']).toEqual(['https://api.stripe.com', 'https://js.stripe.com'])
    expect(policy['frame-src']).toEqual(['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'])
    expect(policy['default-src']).toEqual(["'none'"])
    expect(policy['frame-ancestors']).toEqual([allowedOrigin])
    const text = await response.text()
    expect(text).toContain('<div id="card"></div>')
    expect(text).toContain('https://js.stripe.com')
    expect(dataIn(text)).toEqual({ publishableKey })
    for (const secret of [secretKey, webhookSecret]) expect(text).not.toContain(secret)
    const saved = await page().post(url, tokenFields('4444'))
    expect(messageIn(await saved.text())?.message.status).toBe('succeeded')
    expect(saved.headers.get('content-security-policy')).not.toContain('stripe.com')
    expect(await methods()).toMatchObject([{ data: { brand: 'mastercard', last_four: '4444', exp_month: 12, exp_year: 2030 } }])
    expect(sent('/v1/setup_intents')).toMatchObject([
      { params: { customer: server.one('customer').id, confirm: 'true', usage: 'off_session' } },
    ])
  })

  test('says why a card is refused, and counts it', async () => {
    const { url } = (await openSession(world)).reply.result
    const reasons = []
    for (const last4 of ['0002', '0000']) reasons.push(messageIn(await (await page().post(url, tokenFields(last4))).text())?.message.reason)
    reasons.push(messageIn(await (await page().post(url, { action: 'submit' })).text())?.message.reason)
    expect(reasons).toEqual(['declined', 'other', 'other'])
    await world.database.kysely.updateTable('payment_sessions').set({ failures: failuresMost.user }).execute()
    expect(messageIn(await (await page().post(url, tokenFields('4242'))).text())?.message.reason).toBe('too_many')
    expect(await methods()).toEqual([])
  })

  test('does the second step of a new card, for its own customer only', async () => {
    const { url } = (await openSession(world)).reply.result
    const html = await (await page().post(url, tokenFields('3155'))).text()
    const intent = server.one('setup_intent')
    expect(dataIn(html)).toEqual({ publishableKey, clientSecret: intent.client_secret })
    const step = { action: 'confirm', setup_intent: intent.id }
    expect(await (await page().post(url, step)).text()).toContain('Your bank asks you to confirm this card')
    server.finish(intent)
    const owner = intent.customer
    intent.customer = 'cus_another'
    expect(messageIn(await (await page().post(url, step)).text())?.message.reason).toBe('other')
    intent.customer = owner
    expect(messageIn(await (await page().post(url, step)).text())?.message.status).toBe('succeeded')
    expect(await methods()).toMatchObject([{ data: { last_four: '3155' } }])
  })

  test('does the second step of a payment', async () => {
    const card = await addedCard('3184')
    const started = async () => {
      const { payment_id } = (await pay(world, card, { parent_origin: allowedOrigin })).reply.result
      await runJobs()
      return paymentOf(world, payment_id)
    }
    const { payment_id, action_path: path, state } = await started()
    const intent = server.one('payment_intent')
    expect(state).toBe('needs_action')
    expect(dataIn(await (await page().get(path)).text())).toEqual({ publishableKey, clientSecret: intent.client_secret })
    // The payer has closed the bank's window.
    const again = await (await page().post(path, { action: 'confirm' })).text()
    expect([messageIn(again), dataIn(again).clientSecret]).toEqual([undefined, intent.client_secret])
    server.finish(intent)
    expect(messageIn(await (await page().post(path, { action: 'confirm' })).text())?.message.status).toBe('succeeded')
    expect(await paymentOf(world, payment_id)).toMatchObject({ state: 'succeeded', available: '1100' })
    const refused = await started()
    expect(messageIn(await (await page().post(refused.action_path, { action: 'refuse' })).text())?.message.status).toBe('canceled')
    expect(await paymentOf(world, refused.payment_id)).toMatchObject({ state: 'canceled', available: '1100' })
    const failed = await started()
    server.finish(server.of('payment_intent')[2] ?? {}, false)
    expect(messageIn(await (await page().post(failed.action_path, { action: 'confirm' })).text())?.message.reason).toBe(
      'authentication_failed',
    )
  })
})

describe('a charge', () => {
  test('whose answers are lost is made once, also when Stripe has forgotten its key', async () => {
    for (const [count, seconds] of [61, 86_400].entries()) {
      const id = await paid('4242')
      // The request and its repeat by Stripe's package.
      server.lostAnswers = 2
      await expect(runJobs()).rejects.toThrow('connection')
      expect(await paymentOf(world, id)).toMatchObject({ state: 'processing' })
      if (seconds === 86_400) server.forgetKeys()
      await reconcileAt(later(seconds))
      expect(await paymentOf(world, id)).toMatchObject({ state: 'succeeded', available: String(1100 + count * 100) })
      expect(server.of('payment_intent')).toHaveLength(count + 1)
      const request = sent('/v1/payment_intents').at(-1)
      const metadata = { 'metadata[placard_key]': `payment-1-${id}` }
      expect(request?.params).toMatchObject({ amount: '10000', currency: 'usd', confirm: 'true', off_session: 'true', ...metadata })
      expect(request?.key).toMatch(new RegExp(`^[0-9a-f]{12}-payment-1-${id}$`))
    }
  })

  test('that is declined says why, also if Stripe does not know the card', async () => {
    const method = { id: 'pm_of_the_sandbox', type: 'card' as const, brand: 'visa', last_four: '4242', exp_month: 12, exp_year: 2030 }
    const added = { method, address, isDefault: false, userId: people.superUser.userId, now: later(-2 * 86_400) }
    const ids = [(await pay(world, await addMethod(world.database.kysely, advertiser, added))).reply.result.payment_id]
    for (const last4 of ['9995', '0341', '0069', '9979', '3184']) {
      ids.push(await paid(last4))
      await runJobs()
      // Too many declined payments in an hour are refused.
      await world.database.kysely
        .updateTable('payments')
        .set({ created_at: later(-2 * 3600) })
        .execute()
    }
    const payments = await Promise.all(ids.map((id) => paymentOf(world, id)))
    expect(payments.map(({ decline }) => decline)).toEqual([
      'other',
      'insufficient_funds',
      'declined',
      'expired',
      'fraud',
      'authentication_failed',
    ])
    expect(logged.at(-1)).toEqual(['error', 'payments.stripe', expect.objectContaining({ code: 'resource_missing' })])
    expect(await balanceOf(world)).toBe(1000)
  })
})

describe('a message', () => {
  test('is taken if it is signed, once, and in any order', async () => {
    const id = await paid('3220')
    await runJobs()
    const intent = server.one('payment_intent')
    const early = server.message('payment_intent.processing', structuredClone(intent), { id: 'evt_early' })
    server.finish(intent)
    const right = { id: 'evt_right' }
    for (const wrong of [{ secret: 'whsec_other' }, { at: later(-301) }])
      expect(await receive(server.message('payment_intent.succeeded', intent, { ...right, ...wrong }))).toBe(401)
    expect(await paymentOf(world, id)).toMatchObject({ state: 'processing' })
    const message = server.message('payment_intent.succeeded', intent, right)
    expect([await receive(message), await receive(message), await receive(early)]).toEqual([200, 200, 200])
    expect(await paymentOf(world, id)).toMatchObject({ state: 'succeeded', available: '1100' })
    expect(await ledgerOf(world)).toEqual([[2, 100]])
  })

  test('of another kind, or about a payment of another system, changes nothing', async () => {
    await paid('3220')
    await runJobs()
    const intent = server.one('payment_intent')
    server.finish(intent)
    const foreign = { ...intent, id: 'pi_foreign', metadata: { placard_key: intent.metadata.placard_key } }
    server.objects.set(foreign.id, foreign)
    const others = [
      server.message('payment_intent.succeeded', foreign),
      server.message('charge.updated', { object: 'charge', id: 'ch_gone', payment_intent: 'pi_gone' }),
      server.message('customer.created', server.one('customer')),
    ]
    for (const message of others) expect(await receive(message)).toBe(200)
    expect(await ledgerOf(world)).toEqual([])
  })

  test('that is lost is repaired by the reconciler', async () => {
    const id = await paid('3220')
    await runJobs()
    server.finish(server.one('payment_intent'))
    expect(await reconcileAt(later(300))).toEqual({ repaired: 1, unknown: [] })
    expect(await paymentOf(world, id)).toMatchObject({ state: 'succeeded', available: '1100' })
  })

  test('of a refund or a dispute takes the money back', async () => {
    const id = await paid('4242')
    await runJobs()
    const intent = server.one('payment_intent')
    const refund = { key: 'half', chargeId: intent.id, micros: 30_000_000n }
    for (const _ of [1, 2]) await provider.refund({ kysely: world.database.kysely, now: later(0) }, refund)
    const charge = server.one('charge')
    expect(await receive(server.message('charge.refunded', charge))).toBe(200)
    expect(await balanceOf(world)).toBe(1070)
    const dispute = server.dispute(intent, 7000, 'warning_needs_response')
    expect(await receive(server.message('charge.dispute.created', dispute))).toBe(200)
    expect(await balanceOf(world)).toBe(1070)
    dispute.status = 'needs_response'
    expect(await receive(server.message('charge.dispute.funds_withdrawn', dispute))).toBe(200)
    expect(await paymentOf(world, id)).toMatchObject({ state: 'refunded', available: '1000' })
  })
})

test('a card is changed and removed at Stripe, and a repeat of it changes nothing', async () => {
  await addedCard('4242')
  const card = server.one('payment_method')
  const deps = { kysely: world.database.kysely, now: later(0) }
  const update = { id: card.id, isRemoved: false, exp_month: 1, exp_year: 2031 }
  await provider.updateMethod(deps, update)
  expect(card.card).toMatchObject({ exp_month: 1, exp_year: 2031 })
  for (const _ of [1, 2]) await provider.updateMethod(deps, { ...update, isRemoved: true })
  await provider.updateMethod(deps, { ...update, id: 'pm_of_the_sandbox', isRemoved: true })
  expect(card.customer).toBe(null)
  expect(sent(`/v1/payment_methods/${card.id}/detach`)).toHaveLength(1)
})

test('a part of the configuration is refused with what to set', () => {
  const whole = { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret }
  const stripeIn = (env: NodeJS.ProcessEnv) => configurationOf([], env).stripe
  expect(stripeIn({})).toBe(undefined)
  expect(stripeIn(whole)).toEqual({ secretKey, publishableKey, webhookSecret, apiBase: undefined })
  expect(() => stripeIn({ STRIPE_SECRET_KEY: secretKey })).toThrow('Set STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET too')
  expect(() => stripeIn({ STRIPE_API_BASE: 'http://localhost:1' })).toThrow('Set STRIPE_SECRET_KEY and')
  expect(() => stripeIn({ ...whole, STRIPE_WEBHOOK_SECRET: 'x' })).toThrow('STRIPE_WEBHOOK_SECRET must begin with whsec_')
  expect(() => stripeIn({ ...whole, STRIPE_PUBLISHABLE_KEY: 'pk_live_public' })).toThrow('both be test keys or both be live keys')
})

import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A Stripe object, with the fields that the API documents for its kind. */
type StripeObject = Record<string, any> // shapes of another system

const decline = (code: string, decline_code: string, message: string) => ({ type: 'card_error', code, decline_code, message })
const declined = decline('card_declined', 'generic_decline', 'Your card was declined.')
const unauthenticated = {
  type: 'card_error',
  code: 'payment_intent_authentication_failure',
  message: 'The provided PaymentMethod has failed authentication.',
}

/** How Stripe's test cards behave, by their last four digits. */
const cards: Readonly<
  Record<string, { refused?: object; declined?: object; asksAt?: 'setup' | 'charge'; isSlow?: boolean; brand?: string }>
> = {
  '4242': {},
  '4444': { brand: 'mastercard' },
  '0002': { refused: declined },
  '0341': { declined },
  '9995': { declined: decline('card_declined', 'insufficient_funds', 'Your card has insufficient funds.') },
  '0069': { declined: { type: 'card_error', code: 'expired_card', message: 'Your card has expired.' } },
  '9979': { declined: decline('card_declined', 'stolen_card', 'Your card was declined.') },
  '3155': { asksAt: 'setup' },
  '3184': { asksAt: 'charge' },
  '3220': { isSlow: true },
}

interface Received {
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly key: string
}
interface Answer {
  readonly status: number
  readonly body: StripeObject
}

const ok = (body: StripeObject): Answer => ({ status: 200, body })
const failed = (status: number, error: object): Answer => ({ status, body: { error } })
const missing = (kind: string, id: string) =>
  failed(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}: '${id}'` })

/** Names with brackets, as in `metadata[a]=b`, that begin with a name. */
const nested = (params: Received['params'], name: string) =>
  Object.fromEntries(
    Object.entries(params).flatMap(([key, value]) => (key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), value]] : [])),
  )

export const secretKey = 'sk_test_secret'
export const publishableKey = 'pk_test_public'
export const webhookSecret = 'whsec_signing'

/** A small server with the shapes of Stripe's API; `now` is its clock. */
export class StripeServer {
  readonly received: Received[] = []
  readonly problems: string[] = []
  readonly objects = new Map<string, StripeObject>()
  /** Answers that get lost after the request was processed. */
  lostAnswers = 0
  #answers = new Map<string, { params: string; answer: Answer }>()
  #ids = 0
  #server = createServer((request, response) => void this.#handle(request, response))

  constructor(readonly now: () => Date) {}

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}` // it listens on a port
  }

  async close() {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Forgets the keys of requests, as Stripe does after 24 hours. */
  forgetKeys() {
    this.#answers.clear()
  }

  of(kind: string): StripeObject[] {
    return [...this.objects.values()].filter(({ object }) => object === kind)
  }

  one(kind: string): StripeObject {
    const [only, another] = this.of(kind)
    if (!only || another) throw new Error(`There is not one ${kind}`)
    return only
  }

  #make(prefix: string, object: string, fields: StripeObject): StripeObject {
    const id = `${prefix}_${++this.#ids}`
    const made = { id, object, created: Math.floor(this.now().getTime() / 1000), livemode: false, ...fields }
    this.objects.set(id, made)
    return made
  }

  /** The bank's answer to the second step, or the end of a slow payment. */
  finish(intent: StripeObject, isSuccess = true) {
    if (intent.object === 'setup_intent') return this.#endSetup(intent, isSuccess)
    if (!isSuccess)
      return Object.assign(intent, { status: 'requires_payment_method', last_payment_error: unauthenticated, next_action: null })
    const charge = this.#make('ch', 'charge', {
      amount: intent.amount,
      amount_refunded: 0,
      currency: intent.currency,
      disputed: false,
      payment_intent: intent.id,
      refunded: false,
      status: 'succeeded',
    })
    return Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, latest_charge: charge.id, next_action: null })
  }

  #endSetup(intent: StripeObject, isSuccess: boolean) {
    const method = this.objects.get(intent.payment_method)
    if (method && isSuccess) method.customer = intent.customer
    return Object.assign(intent, { status: isSuccess ? 'succeeded' : 'requires_payment_method', next_action: null })
  }

  refund(intent: StripeObject, amount: number) {
    const charge = this.objects.get(intent.latest_charge) ?? {}
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
    return this.#make('re', 'refund', {
      amount,
      charge: charge.id,
      currency: intent.currency,
      payment_intent: intent.id,
      status: 'succeeded',
    })
  }

  dispute(intent: StripeObject, amount: number, status: string) {
    Object.assign(this.objects.get(intent.latest_charge) ?? {}, { disputed: true })
    return this.#make('du', 'dispute', {
      amount,
      charge: intent.latest_charge,
      currency: intent.currency,
      payment_intent: intent.id,
      status,
    })
  }

  /** A message with its signature. Its object is a copy of this moment. */
  message(type: string, object: StripeObject, { at = this.now(), secret = webhookSecret, id = `evt_${++this.#ids}` } = {}) {
    const created = Math.floor(at.getTime() / 1000)
    const event = {
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      created,
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    }
    const text = JSON.stringify(event, null, 2)
    const hash = createHmac('sha256', secret).update(`${created}.${text}`).digest('hex')
    return { text, headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': `t=${created},v1=${hash}` } }
  }

  async #handle(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // without an encoding, chunks are buffers
    const { pathname, search } = new URL(request.url ?? '/', 'http://stripe.test')
    const { method = 'GET', headers } = request
    const text = method === 'POST' ? Buffer.concat(chunks).toString() : search
    const params = Object.fromEntries(new URLSearchParams(text))
    const key = String(headers['idempotency-key'] ?? '')
    const { status, body } = this.#answer({ method, path: pathname, params, key }, headers)
    if (this.lostAnswers > 0) {
      this.lostAnswers--
      return void request.socket.destroy()
    }
    response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': `req_${++this.#ids}` }).end(JSON.stringify(body))
  }

  #answer(request: Received, headers: IncomingMessage['headers']): Answer {
    const { method, path, params, key } = request
    this.received.push(request)
    if (headers.authorization !== `Bearer ${secretKey}`)
      return failed(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
    if (!headers['stripe-version']) this.problems.push(`${path} has no version`)
    if (method !== 'POST') return this.#read(path, params)
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
    if (!isForm || !key) this.problems.push(`${path} is no form, or has no key`)
    const known = this.#answers.get(key)
    const text = JSON.stringify([path, params])
    if (known && known.params !== text)
      return failed(400, { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used with the same parameters.' })
    // A copy: a repeat gets the first answer, not the present state.
    const answer = known?.answer ?? structuredClone(this.#write(path, params))
    this.#answers.set(key, { params: text, answer })
    return answer
  }

  #expanded(object: StripeObject, params: Received['params'], at = ''): StripeObject {
    const fields = Object.values(nested(params, 'expand')).map((name) => name.slice(at.length))
    return { ...object, ...Object.fromEntries(fields.map((name) => [name, this.objects.get(object[name]) ?? object[name]])) }
  }

  #read(path: string, params: Received['params']): Answer {
    const [, , collection = '', id] = path.split('/')
    if (id !== undefined) {
      const found = this.objects.get(decodeURIComponent(id))
      return found ? ok(this.#expanded(found, params)) : missing(collection, id)
    }
    const kind = { disputes: 'dispute', payment_intents: 'payment_intent' }[collection] ?? collection
    const since = Number(params['created[gte]'] ?? 0)
    const { customer, payment_intent, starting_after, limit } = params
    const all = this.of(kind).filter(
      (one) =>
        one.created >= since && (!customer || one.customer === customer) && (!payment_intent || one.payment_intent === payment_intent),
    )
    const rest = all.slice(all.findIndex((one) => one.id === starting_after) + 1)
    const data = rest.slice(0, Number(limit ?? 10)).map((one) => this.#expanded(one, params, 'data.'))
    return ok({ object: 'list', url: path, has_more: data.length < rest.length, data })
  }

  #write(path: string, params: Received['params']): Answer {
    const [, , collection = '', id, action] = path.split('/')
    const object = id === undefined ? undefined : this.objects.get(id)
    if (id !== undefined && !object) return missing(collection, id)
    if (collection === 'customers') return ok(this.#make('cus', 'customer', { name: params.name, metadata: nested(params, 'metadata') }))
    if (collection === 'setup_intents') return this.#setUp(params)
    if (collection === 'refunds') return ok(this.refund(this.objects.get(params.payment_intent ?? '') ?? {}, Number(params.amount)))
    if (collection === 'payment_methods' && object) {
      if (action === 'detach') Object.assign(object, { customer: null })
      else for (const [name, value] of Object.entries(nested(params, 'card'))) object.card[name] = Number(value)
      return ok(object)
    }
    if (collection !== 'payment_intents') return failed(404, { type: 'invalid_request_error', message: `Unrecognized request URL ${path}` })
    if (action !== 'cancel' || !object) return this.#charge(params)
    if (!['requires_action', 'requires_payment_method'].includes(object.status))
      return failed(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: 'You cannot cancel this PaymentIntent.',
      })
    return ok(Object.assign(object, { status: 'canceled', cancellation_reason: params.cancellation_reason }))
  }

  #setUp(params: Received['params']): Answer {
    const { customer, confirmation_token = '', confirm, usage } = params
    const [, last4 = ''] = /^ctoken_(\d{4})/.exec(confirmation_token) ?? []
    const card = cards[last4]
    if (!card || confirm !== 'true' || params['automatic_payment_methods[allow_redirects]'] !== 'never')
      return missing('confirmationtoken', confirmation_token)
    const shown = { brand: card.brand ?? 'visa', country: 'US', exp_month: 12, exp_year: 2030, funding: 'credit', last4 }
    const method = this.#make('pm', 'payment_method', { type: 'card', card: shown, customer: null })
    const intent = this.#make('seti', 'setup_intent', {
      customer,
      usage,
      payment_method: method.id,
      last_setup_error: null,
      metadata: {},
      next_action: null,
      status: 'processing',
    })
    intent.client_secret = `${intent.id}_secret_step`
    if (card.refused) {
      Object.assign(intent, { status: 'requires_payment_method', last_setup_error: card.refused, payment_method: null })
      return failed(402, { ...card.refused, setup_intent: intent })
    }
    if (card.asksAt === 'setup')
      Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} } })
    else this.#endSetup(intent, true)
    return ok(this.#expanded(intent, params))
  }

  #charge(params: Received['params']): Answer {
    const { amount, currency, customer, payment_method = '', off_session } = params
    const method = this.objects.get(payment_method)
    if (!method) return missing('PaymentMethod', payment_method)
    const intent = this.#make('pi', 'payment_intent', {
      amount: Number(amount),
      amount_received: 0,
      currency,
      customer,
      payment_method,
      last_payment_error: null,
      latest_charge: null,
      metadata: nested(params, 'metadata'),
      next_action: null,
      status: 'processing',
    })
    intent.client_secret = `${intent.id}_secret_step`
    const card = cards[method.card.last4]
    const error =
      card?.declined ??
      (card?.asksAt === 'charge' && off_session === 'true'
        ? decline('authentication_required', 'authentication_required', 'Your card was declined. This transaction requires authentication.')
        : undefined)
    if (error) {
      Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error })
      return failed(402, { ...error, payment_intent: intent })
    }
    if (card?.asksAt === 'charge')
      return ok(Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} } }))
    return ok(card?.isSlow ? intent : this.finish(intent))
  }
}

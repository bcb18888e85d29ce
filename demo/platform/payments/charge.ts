import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DeclineReason, PaymentState } from '../../../src/contract/payments/payments.ts'
import { priceOf } from '../../../src/contract/money/funds.rules.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import type { Context } from '../context/context.ts'
import { conflict, Refused, ruleProblem } from '../context/refusal.ts'
import { refuseFundsField } from '../money/refusals.ts'
import type { Database } from '../database/database.ts'
import { lockBalance } from '../money/ledger.ts'
import { enqueue } from '../sql/queue.ts'
import { requireFewDeclines } from './attempts.ts'
import type { Tables } from '../tables/index.ts'
import type { PaymentProvider } from './provider.ts'
import { chargedOf, chargeKey, settle } from './settle.ts'
import { paymentTerms, requireAmount, requireCards, requireTrust } from './terms.ts'

/** A session of the payment page ends after this time. */
export const sessionMs = 900_000

export const secretHash = (secret: string) => createHash('sha256').update(secret).digest('base64url')
export const newSecret = () => randomBytes(32).toString('base64url')

/** The secret of the page for the second step of a payment. It is derived from a key of the database, so that no row of payments or sessions has it. */
export async function actionSecret(
  kysely: Kysely<Tables>,
  { member_group_id, payment_id }: { readonly member_group_id: number; readonly payment_id: number },
): Promise<string> {
  const { value } = await kysely.selectFrom('secrets').select('value').where('name', '=', 'payment-pages').executeTakeFirstOrThrow()
  return createHmac('sha256', String(value)).update(`payment ${member_group_id} ${payment_id}`).digest('base64url')
}

export interface ChargeStart extends AdvertiserKey {
  /** Micros that are added to the funds. */
  readonly amount: bigint
  readonly payment_method_id: number
  readonly origin: 'person' | 'rebill'
  /** Calls with the same key of a client start one charge. */
  readonly key: string
  readonly user_id: number | null
  /** The request that pays; an auto-rebill has none. */
  readonly request_id?: string
  /** The price that the payer has seen, in micros; another price is refused. */
  readonly expectedCharge?: bigint | undefined
  /** The page's origin, where the payer can do a second step of the bank. */
  readonly parentOrigin?: string | undefined
  /** The language of the page for a second step. */
  readonly locale?: string | undefined
}

export interface StartedCharge {
  readonly payment_id: number
  readonly state: PaymentState
  readonly decline: DeclineReason | null
}

type ChargeContext = { readonly database: Pick<Database, 'kysely'> } & Pick<Context, 'now'> & Partial<Pick<Context, 'machineNow'>>

async function requireMethod({ database: { kysely } }: ChargeContext, { member_group_id, advertiser_id, payment_method_id }: ChargeStart) {
  const method = await kysely
    .selectFrom('payment_methods')
    .select(['payment_method_id', 'created_at'])
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('payment_method_id', '=', payment_method_id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!method) throw refuseFundsField('payment_method_id', 'method_missing')
  return method
}

/** The charge that a key has started. A key of another amount or advertiser is refused. */
async function startedBefore({ database: { kysely } }: ChargeContext, start: ChargeStart): Promise<StartedCharge | undefined> {
  const existing = await kysely
    .selectFrom('payments')
    .select(['payment_id', 'state', 'decline', 'amount', 'advertiser_id', 'payment_method_id'])
    .where('member_group_id', '=', start.member_group_id)
    .where('key', '=', start.key)
    .executeTakeFirst()
  if (!existing) return undefined
  const { payment_id, state, decline, amount, advertiser_id, payment_method_id } = existing
  const isSame = BigInt(amount) === start.amount && advertiser_id === start.advertiser_id && payment_method_id === start.payment_method_id
  if (!isSame) throw new Refused('key_reused', { subject: 'Payment', rule: 'This key was already used for another payment' })
  return { payment_id, state, decline }
}

async function requireNoneInFlight({ database: { kysely } }: ChargeContext, { member_group_id, advertiser_id }: ChargeStart) {
  const existing = await kysely
    .selectFrom('payments')
    .select('payment_id')
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('origin', '=', 'rebill')
    .where('state', 'in', ['processing', 'needs_action'])
    .executeTakeFirst()
  if (existing) throw conflict('Payment', 'An automatic payment is under way')
}

function priceChanged(expected: bigint, charged: bigint) {
  const rule = 'The price has changed since it was shown'
  return conflict('charged', rule, [
    ruleProblem('charged', rule, { code: 'price_changed', expected: decimalOf(expected), charged: decimalOf(charged) }),
  ])
}

/** Lets the payer open the page for a second step. */
async function openActionPage(context: ChargeContext, start: ChargeStart, payment_id: number) {
  const now = (context.machineNow ?? context.now)()
  await context.database.kysely
    .insertInto('payment_sessions')
    .values({
      member_group_id: start.member_group_id,
      advertiser_id: start.advertiser_id,
      secret_hash: secretHash(await actionSecret(context.database.kysely, { member_group_id: start.member_group_id, payment_id })),
      user_id: start.user_id ?? 0,
      parent_origin: start.parentOrigin ?? '',
      purpose: 'payment',
      payment_id,
      billing_address: null,
      ...(start.locale !== undefined && { locale: start.locale }),
      created_at: now,
      expires_at: new Date(now.getTime() + sessionMs),
      used_at: null,
    })
    .execute()
}

/**
 * Starts a charge in the caller's transaction. The provider is called by a job after the commit, so a transaction that rolls back
 * charges nothing, and a crash repeats the call with the same key.
 */
export async function startCharge(context: ChargeContext, start: ChargeStart): Promise<StartedCharge> {
  const { kysely } = context.database
  const { member_group_id, advertiser_id, amount, payment_method_id, origin, key, user_id } = start
  const owner = { member_group_id, advertiser_id }
  // Payments of an advertiser start one after the other, so that the limits hold for all of them together.
  await lockBalance(kysely, owner)
  const before = await startedBefore(context, start)
  if (before) return before
  await requireCards(kysely, member_group_id)
  const method = await requireMethod(context, start)
  const now = context.now()
  const terms = await paymentTerms(kysely, owner, now)
  await requireAmount(kysely, owner, amount, terms)
  await requireTrust(kysely, owner, { amount, payment_method_id, addedAt: method.created_at, now, terms })
  if (origin === 'person') await requireFewDeclines(kysely, start, now)
  if (origin === 'rebill') await requireNoneInFlight(context, start)
  const { fee, surcharge, tax, charged } = priceOf(amount, terms, terms.currency_digits)
  if (start.expectedCharge !== undefined && start.expectedCharge !== charged) throw priceChanged(start.expectedCharge, charged)
  const has_action_page = Boolean(start.parentOrigin) && user_id !== null
  const { currency_code } = terms
  const { payment_id } = await kysely
    .insertInto('payments')
    .values({
      ...owner,
      key,
      provider_id: null,
      payment_method_id,
      state: 'processing',
      decline: null,
      origin,
      amount,
      fee,
      surcharge,
      tax,
      currency_code,
      user_id,
      has_action_page,
      request_id: start.request_id ?? null,
      created_at: now,
      settled_at: null,
    })
    .returning('payment_id')
    .executeTakeFirstOrThrow()
  if (has_action_page) await openActionPage(context, start, payment_id)
  await enqueue(kysely, { kind: 'payment-charge', payload: { member_group_id, payment_id }, runAt: now })
  return { payment_id, state: 'processing', decline: null }
}

export interface ChargeDeps {
  readonly database: Pick<Database, 'kysely'>
  readonly provider: PaymentProvider
  readonly now: () => Date
}

/** The advertiser's customer at the provider; made there if there is none. */
export async function customerOf({ database: { kysely }, provider, now }: ChargeDeps, key: AdvertiserKey): Promise<string> {
  const { member_group_id, advertiser_id } = key
  const find = () =>
    kysely
      .selectFrom('payment_customers')
      .select('customer_id')
      .where('member_group_id', '=', member_group_id)
      .where('advertiser_id', '=', advertiser_id)
      .where('provider', '=', provider.name)
      .executeTakeFirst()
  const existing = await find()
  if (existing) return existing.customer_id
  // An advertiser that was removed after its payment has started is still charged.
  const { name } = await kysely
    .selectFrom('advertisers')
    .select('name')
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .executeTakeFirstOrThrow()
  const customer_id = await provider.customer({ kysely, now: now() }, { key: `${member_group_id}-${advertiser_id}`, name })
  await kysely
    .insertInto('payment_customers')
    .values({ member_group_id, advertiser_id, provider: provider.name, customer_id })
    .onConflict((conflictBuilder) =>
      conflictBuilder
        .columns(['member_group_id', 'advertiser_id'])
        .doUpdateSet({ provider: provider.name, customer_id })
        .where('payment_customers.provider', '<>', provider.name),
    )
    .execute()
  return (await find())?.customer_id ?? customer_id
}

/** Charges a started payment at the provider, and settles it. A repeat changes nothing. */
export async function runCharge(deps: ChargeDeps, key: { readonly member_group_id: number; readonly payment_id: number }): Promise<void> {
  const { database, provider, now } = deps
  const { kysely } = database
  const payment = await kysely
    .selectFrom('payments as p')
    .innerJoin('payment_methods as m', (join) =>
      join.onRef('m.member_group_id', '=', 'p.member_group_id').onRef('m.payment_method_id', '=', 'p.payment_method_id'),
    )
    .selectAll('p')
    .select('m.provider_id as method_id')
    .where('p.member_group_id', '=', key.member_group_id)
    .where('p.payment_id', '=', key.payment_id)
    .executeTakeFirst()
  if (payment?.state !== 'processing' || payment.provider_id !== null) return
  const charge = await provider.charge(
    { kysely, now: now() },
    {
      key: chargeKey(payment),
      customer_id: await customerOf(deps, payment),
      method_id: payment.method_id,
      charged: chargedOf(payment),
      currency_code: payment.currency_code,
      isPersonPresent: payment.has_action_page,
      started_at: payment.created_at,
    },
  )
  await kysely.transaction().execute((transaction) => settle(transaction, charge, now()))
}

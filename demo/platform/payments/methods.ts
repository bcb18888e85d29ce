import type { Kysely, Selectable } from 'kysely'
import { hasPermission } from '../../../src/contract/access/permissions.ts'
import { isOriginAllowed } from '../../../src/contract/clients/origins.rules.ts'
import { cardValidity } from '../../../src/contract/money/funds.rules.ts'
import { removalRule } from '../../../src/contract/payments/payment-methods.rules.ts'
import type { PaymentMethod, PaymentMethodChange, PaymentSession } from '../../../src/contract/payments/payments.ts'
import type { BillingAddress } from '../../../src/contract/advertisers/advertisers.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import { fullAdvertiser } from '../advertisers/read.ts'
import { type Fields, recordChange, type Writer } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { noPermission, notFound, refuseField, staleVersion } from '../context/refusal.ts'
import { originsOf } from '../http/cors.ts'
import { refuseFunds, refuseFundsField } from '../money/refusals.ts'
import { dayIn } from '../sql/days.ts'
import { enqueue } from '../sql/queue.ts'
import { updateVersioned } from '../sql/versioned.ts'
import type { Tables } from '../tables/index.ts'
import { requireFewFailures } from './attempts.ts'
import { newSecret, secretHash, sessionMs } from './charge.ts'
import type { ProviderMethod } from './provider.ts'
import { payUrl } from './read.ts'
import { requireCards } from './terms.ts'

/** The method of the advertiser's auto-rebill, which may be off. */
const rebillOf = (kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey) =>
  kysely
    .selectFrom('auto_rebills')
    .select(['payment_method_id', 'is_on'])
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .executeTakeFirst()

const methodsFrom = (kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey) =>
  kysely
    .selectFrom('payment_methods')
    .selectAll()
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('removed_at', 'is', null)

/** Whether a method can be charged on a day of its advertiser. */
const validityOf = ({ exp_month, exp_year }: Pick<Selectable<Tables['payment_methods']>, 'exp_month' | 'exp_year'>, today: string) =>
  exp_month === null || exp_year === null ? 'valid' : cardValidity({ month: exp_month, year: exp_year }, today)

const todayOf = async ({ database: { kysely }, now }: Context, { advertiser_id }: AdvertiserKey) =>
  dayIn(now(), (await fullAdvertiser({ kysely }, advertiser_id)).time_zone)

/** Reads methods for a caller; only one who may change them sees addresses. */
async function toMethods(
  context: Context,
  key: AdvertiserKey,
  rows: readonly Selectable<Tables['payment_methods']>[],
): Promise<PaymentMethod[]> {
  const { kysely } = context.database
  const { time_zone, advertiser_group_id } = await fullAdvertiser({ kysely }, key.advertiser_id)
  const mayChange = hasPermission(context.caller.permissionsAt({ ...key, advertiser_group_id }), 'payment_methods.change')
  const rebill = await rebillOf(kysely, key)
  const today = dayIn(context.now(), time_zone)
  return rows.map((row) => ({
    payment_method_id: row.payment_method_id,
    name: row.name,
    type: row.type,
    data: { brand: row.brand, last_four: row.last_four, exp_month: row.exp_month, exp_year: row.exp_year },
    billing_address: mayChange ? row.billing_address : null,
    is_default: row.is_default,
    is_used_by_rebill: rebill?.payment_method_id === row.payment_method_id,
    is_rebill_on: rebill?.payment_method_id === row.payment_method_id && rebill.is_on,
    validity: validityOf(row, today),
    last_result: row.last_result_at && { at: row.last_result_at.toISOString(), decline: row.last_decline },
    version: row.version,
  }))
}

export async function methodList(context: Context, key: AdvertiserKey): Promise<PaymentMethod[]> {
  const rows = await methodsFrom(context.database.kysely, key).orderBy('is_default', 'desc').orderBy('payment_method_id').execute()
  return toMethods(context, key, rows)
}

/** Locks a method. One that was removed is stale for a caller who has an earlier version. */
async function requireMethod({ database: { kysely }, version }: Context, key: AdvertiserKey, id: number) {
  const row = await methodsFrom(kysely, key).where('payment_method_id', '=', id).forUpdate().executeTakeFirst()
  if (row) return row
  const removed = await kysely
    .selectFrom('payment_methods')
    .select('version')
    .where('member_group_id', '=', key.member_group_id)
    .where('advertiser_id', '=', key.advertiser_id)
    .where('payment_method_id', '=', id)
    .executeTakeFirst()
  throw removed && version !== undefined && version < removed.version ? staleVersion('Payment method') : notFound('Payment method')
}

async function oneMethod(context: Context, key: AdvertiserKey, id: number): Promise<PaymentMethod> {
  const [method] = await toMethods(context, key, [await requireMethod(context, key, id)])
  if (!method) throw notFound('Payment method')
  return method
}

/** Tells the provider about a change of a method after the commit. */
const enqueueUpdate = ({ database, now }: Context, { member_group_id }: AdvertiserKey, payment_method_id: number) =>
  enqueue(database.kysely, { kind: 'payment-method', payload: { member_group_id, payment_method_id }, runAt: now() })

const writeMethod = (
  context: Context,
  { member_group_id }: AdvertiserKey,
  payment_method_id: number,
  change: Parameters<typeof updateVersioned<'payment_methods'>>[2]['change'],
) => updateVersioned(context, 'payment_methods', { key: { member_group_id, payment_method_id }, change, subject: 'Payment method' })

/** Records a change of a method. Of its card, the log has the brand and the last four digits only. */
const recordMethod = (
  writer: Writer,
  { payment_method_id, brand, last_four }: Pick<Selectable<Tables['payment_methods']>, 'payment_method_id' | 'brand' | 'last_four'>,
  kind: 'created' | 'changed' | 'removed',
  after: Fields = {},
) =>
  recordChange(writer, { entity: 'payment_method', entityId: payment_method_id, kind, before: {}, after: { brand, last_four, ...after } })

export async function changeMethod(context: Context, key: AdvertiserKey, id: number, body: PaymentMethodChange): Promise<PaymentMethod> {
  const current = await requireMethod(context, key, id)
  const exp_month = body.exp_month ?? current.exp_month
  const exp_year = body.exp_year ?? current.exp_year
  const hasExpiration = current.exp_month !== null
  if (!hasExpiration && (body.exp_month ?? body.exp_year) !== undefined) throw refuseFundsField('exp_month', 'no_expiry')
  if (exp_month !== null && (exp_month < 1 || exp_month > 12)) throw refuseFundsField('exp_month', 'month_invalid')
  if (exp_year !== null && (exp_year < 2000 || exp_year > 2099)) throw refuseFundsField('exp_year', 'year_invalid')
  await writeMethod(context, key, id, {
    name: body.name ?? current.name,
    billing_address: JSON.stringify(body.billing_address ?? current.billing_address),
    exp_month,
    exp_year,
    ...((exp_month !== current.exp_month || exp_year !== current.exp_year) && { expiry_notified_at: null }),
  })
  await recordMethod(context, current, 'changed', { changed: Object.keys(body).toSorted() })
  await enqueueUpdate(context, key, id)
  return oneMethod(context, key, id)
}

/** Lets one transaction at a time choose the default method of an advertiser. Rows that refer to the advertiser can still be written. */
const lockDefault = (kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey) =>
  kysely
    .selectFrom('advertisers')
    .select('advertiser_id')
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .forNoKeyUpdate()
    .execute()

const clearDefault = (kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey) =>
  kysely
    .updateTable('payment_methods')
    .set(({ eb }) => ({ is_default: false, version: eb('version', '+', 1) }))
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('is_default', '=', true)
    .execute()

export async function setDefault(context: Context, key: AdvertiserKey, id: number): Promise<PaymentMethod> {
  await lockDefault(context.database.kysely, key)
  const method = await requireMethod(context, key, id)
  if (validityOf(method, await todayOf(context, key)) === 'expired') throw refuseFunds('Payment method', 'card_expired')
  if (!method.is_default) await clearDefault(context.database.kysely, key)
  await writeMethod(context, key, id, { is_default: true })
  if (!method.is_default) await recordMethod(context, method, 'changed', { is_default: true })
  return oneMethod(context, key, id)
}

/** The method that becomes the default: the newest that is not expired, otherwise the newest. */
async function nextDefault(context: Context, key: AdvertiserKey) {
  const others = await methodsFrom(context.database.kysely, key).orderBy('payment_method_id', 'desc').execute()
  const today = await todayOf(context, key)
  return others.find((method) => validityOf(method, today) !== 'expired') ?? others[0]
}

/** Removes a method. Another one becomes the default if it was it. */
export async function removeMethod(context: Context, key: AdvertiserKey, id: number) {
  const { kysely } = context.database
  await lockDefault(kysely, key)
  const method = await requireMethod(context, key, id)
  const methods = await methodList(context, key)
  const removable = methods.find(({ payment_method_id }) => payment_method_id === id)
  const allowed = removable ? removalRule(removable, methods) : true
  if (allowed !== true) throw refuseFunds('Payment method', allowed.code)
  await writeMethod(context, key, id, { removed_at: context.now(), is_default: false })
  await recordMethod(context, method, 'removed')
  await enqueueUpdate(context, key, id)
  const next = method.is_default && (await nextDefault(context, key))
  if (next) await writeMethod({ ...context, version: next.version }, key, next.payment_method_id, { is_default: true })
  return { payment_method_id: id }
}

/** Adds a method that the provider has made. The first one of an advertiser is its default. */
export async function addMethod(
  kysely: Kysely<Tables>,
  key: AdvertiserKey,
  added: { method: ProviderMethod; address: BillingAddress; isDefault: boolean; userId: number | null; now: Date },
): Promise<number> {
  const { method, address, isDefault, userId, now } = added
  await lockDefault(kysely, key)
  const isFirst = (await methodsFrom(kysely, key).limit(1).execute()).length === 0
  if (isDefault && !isFirst) await clearDefault(kysely, key)
  const { id: provider_id, ...data } = method
  const { payment_method_id } = await kysely
    .insertInto('payment_methods')
    .values({
      member_group_id: key.member_group_id,
      advertiser_id: key.advertiser_id,
      ...data,
      provider_id,
      name: address.name,
      billing_address: JSON.stringify(address),
      is_default: isFirst || isDefault,
      last_result_at: null,
      last_decline: null,
      created_by: userId,
      created_at: now,
      removed_at: null,
    })
    .returning('payment_method_id')
    .executeTakeFirstOrThrow()
  const scope = { memberGroupId: key.member_group_id, advertisers: 'all' as const }
  const caller = userId === null ? {} : { person: { user_id: userId } }
  await recordMethod({ database: { kysely }, now: () => now, scope, caller }, { ...method, payment_method_id }, 'created')
  return payment_method_id
}

/** Locks a method, so that it is not removed before the transaction ends. Throws if it is not one of the advertiser. */
export async function requireUsable(kysely: Kysely<Tables>, key: AdvertiserKey, id: number): Promise<void> {
  const method = await methodsFrom(kysely, key).where('payment_method_id', '=', id).forShare().executeTakeFirst()
  if (!method) throw refuseFundsField('payment_method_id', 'method_missing')
}

interface SessionRequest {
  readonly parent_origin: string
  readonly billing_address: BillingAddress
  readonly is_default: boolean
  readonly locale?: string | undefined
}

/** Where a payment page may be framed: the platform's own pages and the pages of the client. */
export async function requireParentOrigin(
  { database, received }: Context,
  memberGroupId: number,
  parentOrigin: string,
  ownOrigins: readonly string[],
) {
  const isAllowed = ownOrigins.includes(parentOrigin) || isOriginAllowed(await originsOf(database, memberGroupId), parentOrigin)
  const sender = received?.headers.get('origin') ?? null
  if (!isAllowed || (sender !== null && sender !== parentOrigin))
    throw refuseField('parent_origin', 'Send the origin of the page that frames the payment page; its client must allow it')
}

/** Opens a session of the payment page for a new method. Its secret is in the page's address and nowhere else. */
export async function openSession(
  context: Context,
  key: AdvertiserKey,
  { parent_origin, billing_address, is_default, locale }: SessionRequest,
  { ownOrigins, pageOrigin }: { ownOrigins: readonly string[]; pageOrigin: string },
): Promise<PaymentSession> {
  const { kysely } = context.database
  const userId = context.caller.person?.user_id
  if (userId === undefined) throw noPermission()
  await requireCards(kysely, key.member_group_id)
  await requireParentOrigin(context, key.member_group_id, parent_origin, ownOrigins)
  const now = context.machineNow()
  await requireFewFailures(kysely, { member_group_id: key.member_group_id, user_id: userId, parent_origin }, now)
  const secret = newSecret()
  const expiresAt = new Date(now.getTime() + sessionMs)
  await kysely
    .insertInto('payment_sessions')
    .values({
      ...key,
      secret_hash: secretHash(secret),
      user_id: userId,
      parent_origin,
      purpose: 'method',
      payment_id: null,
      billing_address: JSON.stringify(billing_address),
      is_default,
      ...(locale !== undefined && { locale }),
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute()
  return { url: payUrl(pageOrigin, secret), expires_at: expiresAt.toISOString() }
}

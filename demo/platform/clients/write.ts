import { changeClientRule, clientStatusAfter, loginKeyOf } from './clients.rules.ts'
import { newFundingTypes } from '../../../src/contract/money/funding-types.ts'
import { defaultLabel, type MemberGroupChange, type NewMemberGroup } from '../../../src/contract/clients/clients.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import type { Context } from '../context/context.ts'
import type { Database } from '../database/database.ts'
import { conflict, noPermission, notFound, refuseField } from '../context/refusal.ts'
import { lock } from '../sql/lock.ts'
import { updateVersioned } from '../sql/versioned.ts'

type Money = NewMemberGroup['default_currency']

/** Currency ids by code. An unknown code is refused with the field's path. */
async function currencyIds({ kysely }: Database, codes: readonly string[], field: string): Promise<number[]> {
  const currencies = await kysely
    .selectFrom('currencies')
    .select(['currency_id', 'currency_code'])
    .where('currency_code', 'in', [...codes])
    .execute()
  if (!codes.every((code) => currencies.some(({ currency_code }) => currency_code === code)))
    throw refuseField(field, 'Enter valid currency codes')
  return currencies.map(({ currency_id }) => currency_id)
}

async function requireType({ kysely }: Database, id: number | null | undefined) {
  if (id === null || id === undefined) return
  const type = await kysely.selectFrom('member_group_types').select('name').where('member_group_type_id', '=', id).executeTakeFirst()
  if (!type) throw refuseField('member_group_type_id', 'Choose a client type from the list')
}

async function addCurrencies({ kysely }: Database, member_group_id: number, ids: readonly number[]) {
  const rows = ids.map((currency_id) => ({ member_group_id, currency_id }))
  await kysely
    .insertInto('member_group_currencies')
    .values(rows)
    .onConflict((conflictBuilder) => conflictBuilder.doNothing())
    .execute()
}

const moneyOf = ({ currency_code, min_bid }: Money) => ({ default_currency_code: currency_code, min_bid: microsOf(min_bid) })

/** Throws for a host name or login key that another client has. The lock makes concurrent requests wait. */
async function requireFreeHostAndLoginKey(
  { kysely }: Database,
  { host_name, login_key }: Pick<MemberGroupChange, 'host_name' | 'login_key'>,
  exceptId = 0,
) {
  await lock(kysely, 'clientHostsAndLoginKeys')
  if (!host_name && !login_key) return
  const otherClient = await kysely
    .selectFrom('member_groups')
    .select(['host_name', 'login_key'])
    .where('member_group_id', '!=', exceptId)
    .where((where) => where.or([where('host_name', '=', host_name ?? ''), where('login_key', '=', login_key ?? '')]))
    .executeTakeFirst()
  if (otherClient) throw conflict(otherClient.host_name === host_name ? 'Host name' : 'Login key', 'Already used by another client')
}

/** A login key from the name; null if the key is empty or in use. */
async function unusedLoginKey({ kysely }: Database, name: string): Promise<string | null> {
  const login_key = loginKeyOf(name) || null
  const otherClient =
    login_key && (await kysely.selectFrom('member_groups').select('name').where('login_key', '=', login_key).executeTakeFirst())
  return otherClient ? null : login_key
}

/** Creates a client with its currencies, funding types, first billing method and entity group. Its status is `pending`. */
export async function createClient({ database, now }: Context, client: NewMemberGroup): Promise<number> {
  const { name, default_currency, currency_codes = [], label = defaultLabel, host_name = null, registration_enabled = false } = client
  const [defaultCurrencyId] = await currencyIds(database, [default_currency.currency_code], 'default_currency.currency_code')
  const otherCurrencyIds = currency_codes.length > 0 ? await currencyIds(database, currency_codes, 'currency_codes') : []
  await requireType(database, client.member_group_type_id)
  await requireFreeHostAndLoginKey(database, client)
  const { member_group_id } = await database.kysely
    .insertInto('member_groups')
    .values({
      name,
      member_group_type_id: client.member_group_type_id ?? null,
      status: 'pending',
      host_name,
      registration_enabled,
      created_at: now(),
      ...moneyOf(default_currency),
      label_singular: label.singular,
      label_plural: label.plural,
      login_key: client.login_key ?? (await unusedLoginKey(database, name)),
    })
    .returning('member_group_id')
    .executeTakeFirstOrThrow()
  await addCurrencies(database, member_group_id, [...new Set([defaultCurrencyId ?? 0, ...otherCurrencyIds])])
  const fundingTypes = newFundingTypes().map(({ id: funding_type_id, status }) => ({ member_group_id, funding_type_id, status }))
  await database.kysely.insertInto('member_group_funding_types').values(fundingTypes).execute()
  await database.kysely.insertInto('member_group_billing_methods').values({ member_group_id, billing_method_id: 1 }).execute()
  await database.kysely.insertInto('entity_groups').values({ member_group_id, label_singular: null, label_plural: null }).execute()
  return member_group_id
}

/** The change as column values. */
function columnsOf({ default_currency, label, status: _, ...otherFields }: MemberGroupChange) {
  return {
    ...otherFields,
    ...(default_currency && moneyOf(default_currency)),
    ...(label && { label_singular: label.singular, label_plural: label.plural }),
  }
}

/** Writes the next version of a client. Throws a `stale` refusal if the caller has an older version. */
async function nextVersion(context: Context, memberGroupId: number, change: object) {
  await updateVersioned(context, 'member_groups', {
    key: { member_group_id: memberGroupId },
    change,
    subject: 'Client',
  })
}

/** Changes a client. New details need a review by internal staff, so the status becomes `pending`. */
export async function writeClient(context: Context, memberGroupId: number, change: MemberGroupChange) {
  const { database, caller } = context
  requireWholeClient(context, memberGroupId)
  const row = await database.kysely
    .selectFrom('member_groups')
    .select('status')
    .where('member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  if (!row) throw notFound('Client')
  const result = changeClientRule(row.status, change, caller.access.all)
  if (result !== true && result.code === 'under_review') throw conflict('Status', 'The client is under review')
  if (result !== true) throw noPermission()
  await requireType(database, change.member_group_type_id)
  if (change.host_name || change.login_key) await requireFreeHostAndLoginKey(database, change, memberGroupId)
  const code = change.default_currency?.currency_code
  const ids = code === undefined ? [] : await currencyIds(database, [code], 'default_currency.currency_code')
  await nextVersion(context, memberGroupId, { ...columnsOf(change), status: clientStatusAfter(row.status, change) })
  if (ids.length > 0) await addCurrencies(database, memberGroupId, ids)
}

import { hasPermission } from '../../../src/contract/access/permissions.ts'
import {
  changeClientRule,
  changesHosts,
  clientStatusAfter,
  type hostFields,
  loginKeyOf,
} from '../../../src/contract/clients/clients.rules.ts'
import { newFundingTypes } from '../../../src/contract/money/funding-types.ts'
import { defaultLabel, type MemberGroupChange, type NewMemberGroup } from '../../../src/contract/clients/clients.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import type { Context } from '../context/context.ts'
import type { Database } from '../database/database.ts'
import { conflict, noPermission, notFound, refuseField } from '../context/refusal.ts'
import { isReservedKey } from './confusables.rules.ts'
import { type ClientChangeCause, type ClientFields, clientState, recordClient } from './history.ts'
import { requireFreeNames } from './host-names.ts'
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

/** A login key from the name; null if the key is empty or in use. */
async function unusedLoginKey({ kysely }: Database, name: string): Promise<string | null> {
  const login_key = loginKeyOf(name) || null
  if (login_key === null || isReservedKey(login_key)) return null
  const otherClient = await kysely
    .selectFrom('member_groups')
    .select('name')
    .where((where) => where.or([where('login_key', '=', login_key), where('requested_login_key', '=', login_key)]))
    .executeTakeFirst()
  return otherClient ? null : login_key
}

/** Creates a client with its currencies, funding types, first billing method and entity group. Its status is `pending`. */
export async function createClient(context: Context, client: NewMemberGroup): Promise<number> {
  const { database, now } = context
  const { name, default_currency, currency_codes = [], label = defaultLabel, host_name = null, registration_enabled = false } = client
  const [defaultCurrencyId] = await currencyIds(database, [default_currency.currency_code], 'default_currency.currency_code')
  const otherCurrencyIds = currency_codes.length > 0 ? await currencyIds(database, currency_codes, 'currency_codes') : []
  await requireType(database, client.member_group_type_id)
  await requireFreeNames(database, client)
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
  await recordClient(context, { memberGroupId: member_group_id, cause: { kind: 'created' } })
  return member_group_id
}

type HostNames = Pick<MemberGroupChange, (typeof hostFields)[number]>

/** The columns of new names. Those of internal staff are in force at once; the client's own wait for a confirmation. */
function hostColumns({ host_name, login_key }: HostNames, fields: ClientFields, isInternal: boolean) {
  const isRequested = (name: string | null | undefined, current: string | null): name is string =>
    !isInternal && typeof name === 'string' && name !== current
  return {
    ...(host_name !== undefined &&
      (isRequested(host_name, fields.host_name) ? { requested_host_name: host_name } : { host_name, requested_host_name: null })),
    ...(login_key !== undefined &&
      (isRequested(login_key, fields.login_key) ? { requested_login_key: login_key } : { login_key, requested_login_key: null })),
  }
}

/** The columns of names that a confirmation brings into force. */
const confirmedNames = ({ requested_host_name, requested_login_key }: ClientFields) => ({
  ...(requested_host_name !== null && { host_name: requested_host_name, requested_host_name: null }),
  ...(requested_login_key !== null && { login_key: requested_login_key, requested_login_key: null }),
})

/** The change as column values. */
function columnsOf({ default_currency, label, status: _, host_name: __, login_key: ___, ...otherFields }: MemberGroupChange) {
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

const mayChangeHosts = ({ caller }: Context, member_group_id: number) =>
  hasPermission(caller.permissionsAt({ member_group_id }), 'hosts.change')

/**
 * Changes a client, and returns the id of the change in its history. New details need a review by internal staff, so the status becomes
 * `pending`.
 */
export async function writeClient(
  context: Context,
  memberGroupId: number,
  change: MemberGroupChange,
  cause: ClientChangeCause = { kind: 'changed' },
): Promise<number | null> {
  const { database, caller } = context
  requireWholeClient(context, memberGroupId)
  const state = await clientState(context, memberGroupId)
  if (!state) throw notFound('Client')
  const { status } = state.fields
  const result = changeClientRule(status, change, caller.access.all)
  if (result !== true && result.code === 'under_review') throw conflict('Status', 'The client is under review')
  if (result !== true || (changesHosts(change) && !mayChangeHosts(context, memberGroupId))) throw noPermission()
  await requireType(database, change.member_group_type_id)
  if (changesHosts(change)) await requireFreeNames(database, change, memberGroupId)
  const code = change.default_currency?.currency_code
  const ids = code === undefined ? [] : await currencyIds(database, [code], 'default_currency.currency_code')
  const nextStatus = clientStatusAfter(status, change)
  await nextVersion(context, memberGroupId, {
    ...columnsOf(change),
    ...hostColumns(change, state.fields, caller.access.all),
    ...(status === 'pending' && nextStatus === 'active' && confirmedNames(state.fields)),
    status: nextStatus,
  })
  if (ids.length > 0) await addCurrencies(database, memberGroupId, ids)
  return recordClient(context, { memberGroupId, before: state.fields, cause })
}

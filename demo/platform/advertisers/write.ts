import { canAccessAdvertiser } from '../../../src/contract/access/access.rules.ts'
import type { Advertiser, AdvertiserChange, NewAdvertiser } from '../../../src/contract/advertisers/advertisers.ts'
import { advertiserStatusRule } from '../../../src/contract/advertisers/advertisers.rules.ts'
import { hasPermission } from '../../../src/contract/access/permissions.ts'
import type { Context } from '../context/context.ts'
import type { Database } from '../database/database.ts'
import type { UndoCause } from '../changes/nouns.ts'
import { recordAdvertiser, recordArchival } from './history.ts'
import { fullAdvertiser, industryName } from './read.ts'
import { refuseAdvertiser } from './refusals.ts'
import { clientCurrency } from '../clients/lookups.ts'
import { conflict, noPermission, refuseField, staleVersion } from '../context/refusal.ts'
import { lockBalance } from '../money/ledger.ts'
import { removeLimitWithAdvertiser } from '../spend-limits/write.ts'
import { anyOf } from '../sql/pieces.ts'
import { softDelete, updateVersioned } from '../sql/versioned.ts'

interface Ids {
  readonly member_group_id: number
  readonly advertiser_id: number
}
type AdvertiserDetails = Pick<AdvertiserChange, 'industry_id' | 'channel_ids' | 'billing_address' | 'metadata'>

async function requireIndustry(database: Database, id: number | null | undefined) {
  if (typeof id === 'number' && !(await industryName(database, id))) throw refuseField('industry_id', 'Choose an industry from the list')
}

function requireUniqueKeys(metadata: AdvertiserDetails['metadata'] = []) {
  const duplicateIndex = metadata.findIndex(({ key }, index) => metadata.findIndex((other) => other.key === key) !== index)
  if (duplicateIndex >= 0) throw refuseField(`metadata.${duplicateIndex}.key`, 'Each key can be listed only once')
}

/** True for `UTC` or Area/City, such as Europe/Berlin. Offsets are not accepted: browser and database read their sign in opposite ways. */
export function isZoneName(zone: string): boolean {
  if (!/^(UTC|[A-Z][A-Za-z_]+(\/[A-Za-z][\w-]*){1,2})$/.test(zone) || zone.startsWith('Etc/')) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

function requireZone(zone: string) {
  if (!isZoneName(zone)) throw refuseField('time_zone', 'Enter a time zone such as Europe/Berlin')
}

/** The requested currency, which must be one of the client's; by default the client's default currency. */
async function currencyFor(database: Database, memberGroupId: number, requested: string | undefined) {
  const usual = await clientCurrency(database, memberGroupId)
  if (requested === undefined || requested === usual) return usual
  const currency = await database.kysely
    .selectFrom('member_group_currencies')
    .innerJoin('currencies', 'currencies.currency_id', 'member_group_currencies.currency_id')
    .select('currency_code')
    .where('member_group_id', '=', memberGroupId)
    .where('currency_code', '=', requested)
    .executeTakeFirst()
  if (!currency) throw refuseField('currency_code', 'Choose a currency of this client')
  return currency.currency_code
}

/** Replaces the advertiser's channels. */
async function writeChannels({ kysely }: Database, { member_group_id, advertiser_id }: Ids, channelIds: readonly number[]) {
  const ids = [...new Set(channelIds)]
  const channels = await kysely
    .selectFrom('channels')
    .select('channel_id')
    .where('member_group_id', '=', member_group_id)
    .where('channel_id', '=', anyOf(ids))
    .execute()
  if (channels.length < ids.length) throw refuseField('channel_ids', 'Choose channels of this client')
  await kysely
    .deleteFrom('advertiser_channels')
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .execute()
  const rows = ids.map((channel_id) => ({ member_group_id, advertiser_id, channel_id }))
  if (rows.length > 0) await kysely.insertInto('advertiser_channels').values(rows).execute()
}

/** Replaces the experiences in which the advertiser may advertise. */
async function writeExperiences({ kysely }: Database, { member_group_id, advertiser_id }: Ids, experienceIds: readonly number[]) {
  const ids = [...new Set(experienceIds)]
  const experiences = await kysely
    .selectFrom('experiences')
    .select('experience_id')
    .where('member_group_id', '=', member_group_id)
    .where('experience_id', '=', anyOf(ids))
    .execute()
  if (experiences.length < ids.length) throw refuseField('advertiser_experience_ids', 'Choose experiences of this client')
  await kysely
    .deleteFrom('advertiser_experiences')
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .execute()
  const rows = ids.map((experience_id) => ({ member_group_id, advertiser_id, experience_id }))
  if (rows.length > 0) await kysely.insertInto('advertiser_experiences').values(rows).execute()
}

/** Validates the change and converts it to column values. Fields that are not given are left out. */
async function columnsOf(database: Database, { industry_id, billing_address, metadata }: AdvertiserDetails) {
  await requireIndustry(database, industry_id)
  requireUniqueKeys(metadata)
  return {
    ...(industry_id !== undefined && { industry_id }),
    ...(billing_address !== undefined && { billing_address: billing_address && JSON.stringify(billing_address) }),
    ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
  }
}

/** A client that waits for its confirmation gets no advertisers. */
export async function requireOpenClient({ kysely }: Database, memberGroupId: number) {
  const { status } = await kysely
    .selectFrom('member_groups')
    .select('status')
    .where('member_group_id', '=', memberGroupId)
    .executeTakeFirstOrThrow()
  if (status === 'pending') throw refuseAdvertiser('client_pending')
}

/** Creates an advertiser. It is `pending` by default; another status needs the permission advertisers.activate. */
export async function createAdvertiser(context: Context, member_group_id: number, { name, ...fields }: NewAdvertiser) {
  const { database, caller, now } = context
  const { status = 'pending', time_zone = 'UTC', advertiser_group_id = null } = fields
  const tenant = { member_group_id, advertiser_group_id }
  // The caller needs access and the permission at the tenant of the new advertiser: its client or its advertiser group.
  const permissions = caller.permissionsAt(tenant)
  if (!canAccessAdvertiser(caller.access, tenant) || !hasPermission(permissions, 'advertisers.create')) throw noPermission()
  if (status !== 'pending' && !hasPermission(permissions, 'advertisers.activate')) throw noPermission()
  await requireOpenClient(database, member_group_id)
  requireZone(time_zone)
  const currency_code = await currencyFor(database, member_group_id, fields.currency_code)
  const { advertiser_id } = await database.kysely
    .insertInto('advertisers')
    .values({ ...tenant, currency_code, time_zone, created_at: now(), name: name.trim(), status, ...(await columnsOf(database, fields)) })
    .returning('advertiser_id')
    .executeTakeFirstOrThrow()
  const ids = { member_group_id, advertiser_id }
  if (fields.channel_ids?.length) await writeChannels(database, ids, fields.channel_ids)
  if (fields.advertiser_experience_ids?.length) await writeExperiences(database, ids, fields.advertiser_experience_ids)
  await recordAdvertiser(context, { advertiserId: advertiser_id, cause: { kind: 'created' } })
  return advertiser_id
}

/** Writes the next version of an advertiser. Throws a `stale` refusal if the caller has an older version. */
export async function nextAdvertiserVersion(context: Context, { member_group_id, advertiser_id }: Ids, change: object) {
  await updateVersioned(context, 'advertisers', {
    key: { member_group_id, advertiser_id },
    change,
    subject: 'Advertiser',
  })
}

const isSameSet = (left: readonly number[], right: readonly number[]) =>
  left.every((id) => right.includes(id)) && right.every((id) => left.includes(id))

/** Changes of status, group and experiences need permissions of their own. */
function requireChangeAllowed({ caller }: Context, current: Advertiser, change: AdvertiserChange) {
  const { status, advertiser_group_id, advertiser_experience_ids: experienceIds } = change
  const permissions = caller.permissionsAt(current)
  // Only users who may activate advertisers change this.
  const changesExperiences = experienceIds !== undefined && !isSameSet(experienceIds, current.advertiser_experience_ids)
  if (changesExperiences && !hasPermission(permissions, 'advertisers.activate')) throw noPermission()
  if (status !== current.status && !hasPermission(permissions, 'advertisers.activate')) throw noPermission()
  const isMoved = advertiser_group_id !== undefined && advertiser_group_id !== current.advertiser_group_id
  if (isMoved && !hasPermission(permissions, 'advertiser_groups.change')) throw noPermission()
  if (advertiserStatusRule(current.status, status) !== true)
    throw conflict('Advertiser', `An advertiser with the status ${current.status} can’t become ${status}`)
}

/** Changes an advertiser, and returns the id of the change. Throws a `stale` refusal if the caller has an older version. */
export async function writeAdvertiser(
  context: Context,
  current: Advertiser,
  change: AdvertiserChange,
  cause: UndoCause | { readonly kind: 'changed' } = { kind: 'changed' },
) {
  if (context.version !== current.version) throw staleVersion('Advertiser')
  requireChangeAllowed(context, current, change)
  const { name, status, advertiser_group_id } = change
  const group = advertiser_group_id === undefined ? {} : { advertiser_group_id }
  await nextAdvertiserVersion(context, current, { name: name.trim(), status, ...group, ...(await columnsOf(context.database, change)) })
  if (change.channel_ids) await writeChannels(context.database, current, change.channel_ids)
  if (change.advertiser_experience_ids) await writeExperiences(context.database, current, change.advertiser_experience_ids)
  return recordAdvertiser(context, { advertiserId: current.advertiser_id, before: current, cause })
}

/** Writes the industry alone; null removes it. */
export async function writeIndustry(context: Context, ids: Ids, industry_id: number | null) {
  await requireIndustry(context.database, industry_id)
  const before = await fullAdvertiser(context.database, ids.advertiser_id)
  await nextAdvertiserVersion(context, ids, { industry_id })
  await recordAdvertiser(context, { advertiserId: ids.advertiser_id, before, cause: { kind: 'changed' } })
}

/** Refuses while a payment is under way, with the balance locked, so that none starts before the transaction ends. */
async function requireNoPayment({ database: { kysely } }: Context, { member_group_id, advertiser_id }: Ids) {
  await lockBalance(kysely, { member_group_id, advertiser_id })
  const open = await kysely
    .selectFrom('payments')
    .select('payment_id')
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('state', 'in', ['processing', 'needs_action'])
    .executeTakeFirst()
  if (open) throw refuseAdvertiser('payment_under_way')
}

/** Archives an advertiser without debts, with its spend limit. Its statistics and campaigns stay, but the campaigns no longer serve. */
export async function removeAdvertiser(context: Context, { member_group_id, advertiser_id }: Ids) {
  await requireNoPayment(context, { member_group_id, advertiser_id })
  await removeLimitWithAdvertiser(context, advertiser_id)
  const { status } = await fullAdvertiser(context.database, advertiser_id)
  await softDelete(context, 'advertisers', {
    key: { member_group_id, advertiser_id },
    change: { status: 'inactive' },
    subject: 'Advertiser',
  })
  await recordArchival(context, advertiser_id, 'removed', { status }, { status: 'inactive' })
}

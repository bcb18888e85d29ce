import { canAccessAdvertiser } from '../../../src/contract/access/access.rules.ts'
import type { Advertiser, AdvertiserChange, NewAdvertiser } from '../../../src/contract/advertisers/advertisers.ts'
import { hasPermission } from '../../../src/contract/access/permissions.ts'
import type { RuleResult } from '../../../src/contract/reply.ts'
import type { advertiserStatuses } from '../../../src/contract/statuses.ts'
import type { Context } from '../context/context.ts'
import type { Database } from '../database/open.ts'
import { industryName } from './read.ts'
import { conflict, noPermission, notFound, refuseField, staleVersion } from '../context/refusal.ts'
import { softDelete, updateVersioned } from '../sql/versioned.ts'

type AdvertiserStatus = (typeof advertiserStatuses)[number]

/** Allowed status changes. An activated advertiser does not go back to `pending`. */
export const advertiserStatusChoices: Readonly<Record<AdvertiserStatus, readonly AdvertiserStatus[]>> = {
  pending: ['pending', 'active', 'inactive'],
  active: ['active', 'inactive'],
  inactive: ['active', 'inactive'],
}

export const advertiserMoves = (from: AdvertiserStatus, to: AdvertiserStatus): RuleResult =>
  advertiserStatusChoices[from].includes(to) || { code: 'status_not_offered', from, to }

interface Ids {
  readonly member_group_id: number
  readonly advertiser_id: number
}
type AdvertiserValues = Pick<AdvertiserChange, 'industry_id' | 'channel_ids' | 'billing_address' | 'metadata'>

async function checkIndustry(database: Database, id: number | null | undefined) {
  if (typeof id === 'number' && !(await industryName(database, id))) throw refuseField('industry_id', 'Choose a valid industry ID')
}

function checkMetadata(metadata: AdvertiserValues['metadata'] = []) {
  const twice = metadata.findIndex(({ key }, index) => metadata.findIndex((one) => one.key === key) !== index)
  if (twice >= 0) throw refuseField(`metadata.${twice}.key`, 'Each key can be listed only once')
}

/** Accepts IANA zone names only. Browser and database read the sign of offsets in opposite ways. */
function checkZone(zone: string) {
  const isZone = /^(UTC|[A-Z][A-Za-z_]+(\/[A-Za-z][\w-]*){1,2})$/.test(zone) && !zone.startsWith('Etc/')
  try {
    if (isZone) return new Intl.DateTimeFormat('en-US', { timeZone: zone }) && undefined
  } catch {
    // An unknown zone is refused below, like a malformed one.
  }
  throw refuseField('time_zone', 'Enter a time zone such as Europe/Berlin')
}

/** The requested currency, which must be one of the client's; by default the client's default currency. */
async function currencyFor({ kysely }: Database, memberGroupId: number, asked: string | undefined) {
  const client = await kysely
    .selectFrom('member_groups')
    .select('default_currency_code')
    .where('member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  if (!client) throw notFound('Client')
  if (asked === undefined || asked === client.default_currency_code) return client.default_currency_code
  const found = await kysely
    .selectFrom('member_group_currencies')
    .innerJoin('currencies', 'currencies.currency_id', 'member_group_currencies.currency_id')
    .select('currency_code')
    .where('member_group_id', '=', memberGroupId)
    .where('currency_code', '=', asked)
    .executeTakeFirst()
  if (!found) throw refuseField('currency_code', 'Choose a currency of this client')
  return found.currency_code
}

/** Replaces the advertiser's channels. */
async function writeChannels({ kysely }: Database, { member_group_id, advertiser_id }: Ids, asked: readonly number[]) {
  const ids = [...new Set(asked)]
  const found = await kysely
    .selectFrom('channels')
    .select('channel_id')
    .where('member_group_id', '=', member_group_id)
    .where('channel_id', 'in', [0, ...ids])
    .execute()
  if (found.length < ids.length) throw refuseField('channel_ids', 'Choose channels of this client')
  await kysely
    .deleteFrom('advertiser_channels')
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .execute()
  const rows = ids.map((channel_id) => ({ member_group_id, advertiser_id, channel_id }))
  if (rows.length > 0) await kysely.insertInto('advertiser_channels').values(rows).execute()
}

/** The change as column values; omitted fields stay out. */
async function columnsOf(database: Database, { industry_id, billing_address, metadata }: AdvertiserValues) {
  await checkIndustry(database, industry_id)
  checkMetadata(metadata)
  return {
    ...(industry_id !== undefined && { industry_id }),
    ...(billing_address !== undefined && { billing_address: billing_address && JSON.stringify(billing_address) }),
    ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
  }
}

/** Creates an advertiser. It is `pending`, unless the caller may activate it. */
export async function createAdvertiser(context: Context, member_group_id: number, { name, ...asked }: NewAdvertiser) {
  const { database, caller, now } = context
  const { status = 'pending', time_zone = 'UTC', advertiser_group_id = null } = asked
  const place = { member_group_id, advertiser_group_id }
  // Access to a part of the client is not enough to create an advertiser in another part.
  if (!canAccessAdvertiser(caller.access, place)) throw noPermission()
  const here = caller.permissionsAt(place)
  if (status !== 'pending' && !hasPermission(here, 'advertisers.activate')) throw noPermission()
  checkZone(time_zone)
  const currency_code = await currencyFor(database, member_group_id, asked.currency_code)
  const { advertiser_id } = await database.kysely
    .insertInto('advertisers')
    .values({ ...place, currency_code, time_zone, created_at: now(), name: name.trim(), status, ...(await columnsOf(database, asked)) })
    .returning('advertiser_id')
    .executeTakeFirstOrThrow()
  if (asked.channel_ids?.length) await writeChannels(database, { member_group_id, advertiser_id }, asked.channel_ids)
  return advertiser_id
}

/** Writes the next version of an advertiser. Throws stale if the caller has an older version. */
export async function nextAdvertiserVersion(context: Context, { member_group_id, advertiser_id }: Ids, change: object) {
  await updateVersioned(context, 'advertisers', {
    key: { member_group_id, advertiser_id },
    change,
    subject: 'Advertiser',
  })
}

/** Changes of status and group need permissions of their own. */
function checkMove({ caller }: Context, now: Advertiser, { status, advertiser_group_id }: AdvertiserChange) {
  const here = caller.permissionsAt(now)
  if (status !== now.status && !hasPermission(here, 'advertisers.activate')) throw noPermission()
  const isMoved = advertiser_group_id !== undefined && advertiser_group_id !== now.advertiser_group_id
  if (isMoved && !hasPermission(here, 'advertiser_groups.change')) throw noPermission()
  if (advertiserMoves(now.status, status) !== true) throw conflict('Advertiser', `What is ${now.status} cannot become ${status}`)
}

/** Changes an advertiser. Throws stale if the caller has an older version. */
export async function writeAdvertiser(context: Context, now: Advertiser, change: AdvertiserChange) {
  if (context.version !== now.version) throw staleVersion('Advertiser')
  checkMove(context, now, change)
  const { name, status, advertiser_group_id } = change
  const group = advertiser_group_id === undefined ? {} : { advertiser_group_id }
  await nextAdvertiserVersion(context, now, { name: name.trim(), status, ...group, ...(await columnsOf(context.database, change)) })
  if (change.channel_ids) await writeChannels(context.database, now, change.channel_ids)
}

export async function writeIndustry(context: Context, ids: Ids, industry_id: number | null) {
  await checkIndustry(context.database, industry_id)
  await nextAdvertiserVersion(context, ids, { industry_id })
}

/** Soft-deletes an advertiser. Its statistics and campaigns stay, but the campaigns no longer serve. */
export async function removeAdvertiser(context: Context, { member_group_id, advertiser_id }: Ids) {
  await softDelete(context, 'advertisers', {
    key: { member_group_id, advertiser_id },
    change: { status: 'inactive' },
    subject: 'Advertiser',
  })
}

import { type RawBuilder, sql } from 'kysely'
import type { Access, TenantRef } from '../../../src/contract/access/access.rules.ts'
import { type Caller, anonymousCaller } from '../context/context.ts'
import type { Database } from '../database/open.ts'
import { canSeeSavedReport } from './saved-report-scope.ts'
import type { NamedResources } from './resource-kinds.ts'

interface Row {
  readonly subject: string
  readonly member_group_id: number
  readonly advertiser_id: number | null
  readonly advertiser_group_id: number | null
}
type PlaceRow = TenantRef & { readonly subject: string }

const isOf = (column: RawBuilder<unknown>, ids: readonly number[]) => sql`${column} = any(${[...ids]}::int[])`

/** Removed rows, and ad groups of removed campaigns, are not found. */
const notRemoved: Readonly<Record<string, RawBuilder<unknown>>> = {
  campaigns: sql`named.deleted_at is null`,
  ad_groups: sql`named.deleted_at is null and not exists (
    select from campaigns above where above.member_group_id = named.member_group_id and above.campaign_id = named.campaign_id and above.deleted_at is not null)`,
}

/** Selects the places of one kind of resource: the place of the owning advertiser, or the client itself. */
function placesOf({ thing, ids }: NamedResources, caller: Caller) {
  const table = sql.table(thing.table)
  const id = sql.ref(`named.${thing.id}`)
  const subject = sql.lit(thing.subject)
  if (thing.table === 'advertiser_groups')
    return sql`select ${subject} as subject, member_group_id, null::int as advertiser_id, advertiser_group_id from ${table} named where ${isOf(id, ids)}`
  if (thing.isAskedItself)
    return sql`select ${subject} as subject, member_group_id, null::int as advertiser_id, null::int as advertiser_group_id from ${table} named where ${isOf(id, ids)} and ${canSeeSavedReport(caller)}`
  return sql`
    select ${subject} as subject, owner.member_group_id, owner.advertiser_id, owner.advertiser_group_id
    from ${table} named join advertisers owner on owner.member_group_id = named.member_group_id and owner.advertiser_id = named.advertiser_id
    where ${isOf(id, ids)} and owner.deleted_at is null and ${notRemoved[thing.table] ?? sql`true`}`
}

const placeOf = ({ subject, member_group_id, advertiser_id, advertiser_group_id }: Row): PlaceRow => ({
  subject,
  member_group_id,
  advertiser_group_id,
  ...(advertiser_id !== null && { advertiser_id }),
})

async function placesFrom({ kysely }: Database, parts: readonly RawBuilder<unknown>[]) {
  if (parts.length === 0) return []
  const { rows } = await sql<Row>`${sql.join(parts, sql` union all `)}`.execute(kysely)
  return rows.map(placeOf)
}

/** The places of all resources that a request names, in one query. */
export const placesNamed = (database: Database, named: readonly NamedResources[], caller: Caller = anonymousCaller) =>
  placesFrom(
    database,
    named.map((one) => placesOf(one, caller)),
  )

/**
 * The client, if it exists and is open to the caller, and its advertisers in the access lists. With `isWhole`, advertisers are not
 * read.
 */
export function placesInClient(database: Database, access: Access, memberGroupId: number, isWhole: boolean, isOpen: boolean) {
  const client = sql`select 'Client' as subject, member_group_id, null::int as advertiser_id, null::int as advertiser_group_id from member_groups where member_group_id = ${memberGroupId}::int`
  const listed = isOpen
    ? sql`true`
    : sql`(${isOf(sql.ref('advertiser_id'), access.advertisers)} or ${isOf(sql.ref('advertiser_group_id'), access.advertiser_groups)})`
  const advertisers = sql`select 'Advertiser' as subject, member_group_id, advertiser_id, advertiser_group_id from advertisers where member_group_id = ${memberGroupId}::int and deleted_at is null and ${listed} order by advertiser_id`
  return placesFrom(database, [...(isOpen ? [client] : []), ...(isWhole ? [] : [sql`(${advertisers})`])])
}

/** The places of whole clients and their advertisers, and of the advertisers of `groups`, in one query. */
export function placesOfClients(database: Database, clients: readonly number[], groups: readonly number[] = []) {
  const within = isOf(sql.ref('member_group_id'), clients)
  const whole = sql`select 'Client' as subject, member_group_id, null::int as advertiser_id, null::int as advertiser_group_id from member_groups where ${within}`
  const advertisers = sql`select 'Advertiser' as subject, member_group_id, advertiser_id, advertiser_group_id from advertisers
    where deleted_at is null and (${within} or ${isOf(sql.ref('advertiser_group_id'), groups)}) order by advertiser_id`
  return placesFrom(database, [whole, sql`(${advertisers})`])
}

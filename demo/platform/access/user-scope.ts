import { type RawBuilder, sql } from 'kysely'
import { type Access, canAccessAdvertiser, canAccessClient, type TenantRef } from '../../../src/contract/access/access.rules.ts'
import { hasPermission } from '../../../src/contract/access/permissions.ts'
import { roleGroups } from '../../../src/contract/access/roles.ts'
import type { UserAccessLists } from './users.rules.ts'
import type { Caller } from '../context/context.ts'
import type { Database } from '../database/open.ts'
import { grouped } from '../sql/group-by.ts'
import { notFound } from '../context/refusal.ts'
import { placesNamed, placesOfClients } from './scope-rows.ts'
import { resourceKinds } from './resource-kinds.ts'

const isOf = (column: string, ids: readonly number[]) => sql`${sql.ref(column)} = any(${[...ids]}::int[])`

/** The places of the groups and advertisers in access lists. */
export const placesOf = (
  database: Database,
  { advertiser_groups, advertisers }: Pick<UserAccessLists, 'advertiser_groups' | 'advertisers'>,
) => {
  const ids: Readonly<Record<string, readonly number[]>> = { advertiser_groups, advertisers }
  return placesNamed(
    database,
    resourceKinds.flatMap((thing) => (ids[thing.table]?.length ? [{ thing, ids: ids[thing.table] ?? [] }] : [])),
  )
}

const advertisersIn = (places: readonly TenantRef[]) => places.flatMap(({ advertiser_id }) => advertiser_id ?? [])
const groupsIn = (places: readonly TenantRef[]) =>
  places.flatMap((place) => (place.advertiser_id === undefined ? (place.advertiser_group_id ?? []) : []))

/** Splits clients into those where the permission is granted everywhere, and the granted places of the others. */
async function withinClients(database: Database, caller: Caller, ids: readonly number[], grants: (place: TenantRef) => boolean) {
  const whole: number[] = []
  const parts: TenantRef[] = []
  const rows = caller.variesByAdvertiser && ids.length > 0 ? await placesOfClients(database, ids) : []
  const byClient = grouped(rows, ({ member_group_id }) => member_group_id)
  for (const member_group_id of ids) {
    const places = byClient.get(member_group_id) ?? [{ member_group_id }]
    if (places.every(grants)) whole.push(member_group_id)
    else parts.push(...places.filter(grants))
  }
  return { whole, parts }
}

/** The caller's access lists, limited to the places where they have the permission. */
export async function accessFor(database: Database, caller: Caller, word: string): Promise<Access> {
  const { access } = caller
  const grants = (place: TenantRef) => hasPermission(caller.permissionsAt(place), word)
  const all = access.all ? await database.kysely.selectFrom('member_groups').select('member_group_id').execute() : []
  const clients = access.all ? all.map(({ member_group_id }) => member_group_id) : access.clients
  const { whole, parts } = await withinClients(database, caller, clients, grants)
  if (access.all && whole.length === clients.length && hasPermission(caller.permissions, word)) return access
  const listed = [...parts, ...(await placesOf(database, access))].filter(grants)
  return { all: false, clients: whole, advertiser_groups: groupsIn(listed), advertisers: advertisersIn(listed) }
}

/** SQL condition: the lists of the row's user are within these lists. Internal users are only within the access of internal users. */
export function isWithin({ all, clients, advertiser_groups: groups, advertisers }: Access): RawBuilder<unknown> {
  if (all) return sql`true`
  const opened = sql`
    (kind = 'client' and ${isOf('thing_id', clients)})
    or (kind = 'advertiser_group' and (${isOf('thing_id', groups)}
      or exists (select from advertiser_groups g where g.advertiser_group_id = thing_id and ${isOf('g.member_group_id', clients)})))
    or (kind = 'advertiser' and (${isOf('thing_id', advertisers)}
      or exists (select from advertisers a where a.advertiser_id = thing_id and (${isOf('a.member_group_id', clients)} or ${isOf('a.advertiser_group_id', groups)}))))`
  const own = sql`from user_access own where own.user_id = users.user_id`
  return sql`exists (select ${own}) and not exists (select ${own} and not (${opened}))
    and not exists (select from user_roles held where held.user_id = users.user_id and ${isOf('role_id', roleGroups.internalAndAbove)})`
}

/** Refuses lists with places that the caller cannot access, as not found. */
export async function checkLists(database: Database, access: Access, lists: UserAccessLists) {
  const { kysely } = database
  if (!lists.clients.every((id) => canAccessClient(access, id))) throw notFound('Client')
  const known = await kysely
    .selectFrom('member_groups')
    .select('member_group_id')
    .where('member_group_id', 'in', [0, ...lists.clients])
    .execute()
  if (known.length < new Set(lists.clients).size) throw notFound('Client')
  const places = await placesOf(database, lists)
  const found = { advertisers: new Set(advertisersIn(places)), groups: new Set(groupsIn(places)) }
  const isOpen = places.every((place) => canAccessAdvertiser(access, place))
  if (!isOpen || !lists.advertisers.every((id) => found.advertisers.has(id))) throw notFound('Advertiser')
  if (!lists.advertiser_groups.every((id) => found.groups.has(id))) throw notFound('Advertiser group')
  return places
}

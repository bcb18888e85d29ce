import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { type Access, canAccessAdvertiser, canAccessClient, type TenantRef } from '../../../src/contract/access/access.rules.ts'
import { hasPermission, roleGroups } from '../../../src/contract/access/permissions.ts'
import type { UserAccessLists } from './users.rules.ts'
import type { Caller } from '../context/context.ts'
import type { Database } from '../database/database.ts'
import { grouped } from '../collections/grouped.ts'
import { anyOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'
import { notFound } from '../context/refusal.ts'
import { namedTenantsOf, tenantsOfClients } from './scope-rows.ts'
import { resourceKinds } from './resource-kinds.ts'

/** The tenants of the groups and advertisers in access lists. */
export const tenantsOf = (
  database: Database,
  { advertiser_groups, advertisers }: Pick<UserAccessLists, 'advertiser_groups' | 'advertisers'>,
) => {
  const ids: Readonly<Record<string, readonly number[]>> = { advertiser_groups, advertisers }
  return namedTenantsOf(
    database,
    resourceKinds.flatMap((resource) => (ids[resource.table]?.length ? [{ resource, ids: ids[resource.table] ?? [] }] : [])),
  )
}

const advertisersIn = (tenants: readonly TenantRef[]) => tenants.flatMap(({ advertiser_id }) => advertiser_id ?? [])
const groupsIn = (tenants: readonly TenantRef[]) =>
  tenants.flatMap((tenant) => (tenant.advertiser_id === undefined ? (tenant.advertiser_group_id ?? []) : []))

/** Splits clients into those where the permission is granted everywhere, and the granted tenants of the others. */
async function splitClientsByGrant(database: Database, caller: Caller, ids: readonly number[], grants: (tenant: TenantRef) => boolean) {
  const wholeClients: number[] = []
  const grantedTenants: TenantRef[] = []
  const rows = caller.variesByAdvertiser && ids.length > 0 ? await tenantsOfClients(database, ids) : []
  const byClient = grouped(rows, ({ member_group_id }) => member_group_id)
  for (const member_group_id of ids) {
    const tenants = byClient.get(member_group_id) ?? [{ member_group_id }]
    if (tenants.every(grants)) wholeClients.push(member_group_id)
    else grantedTenants.push(...tenants.filter(grants))
  }
  return { wholeClients, grantedTenants }
}

/** The caller's access lists, limited to the tenants where they have the permission. */
export async function accessFor(database: Database, caller: Caller, permission: string): Promise<Access> {
  const { access } = caller
  const grants = (tenant: TenantRef) => hasPermission(caller.permissionsAt(tenant), permission)
  const allClients = access.all ? await database.kysely.selectFrom('member_groups').select('member_group_id').execute() : []
  const clients = access.all ? allClients.map(({ member_group_id }) => member_group_id) : access.clients
  const { wholeClients, grantedTenants } = await splitClientsByGrant(database, caller, clients, grants)
  if (access.all && wholeClients.length === clients.length && hasPermission(caller.permissions, permission)) return access
  const listed = [...grantedTenants, ...(await tenantsOf(database, access))].filter(grants)
  return { all: false, clients: wholeClients, advertiser_groups: groupsIn(listed), advertisers: advertisersIn(listed) }
}

/**
 * SQL condition for the row's user. If `all` is set, every user matches. Otherwise a user matches who has access entries, all of them
 * inside this access, and no internal role.
 */
export function isWithin({ all, clients, advertiser_groups: groups, advertisers }: Access): Expression<SqlBool> {
  const user = expressionBuilder<Tables, 'users'>()
  if (all) return user.lit(true)
  const accessEntries = user.selectFrom('user_access as own').whereRef('own.user_id', '=', 'users.user_id')
  const entriesOutside = accessEntries.where(({ eb, not, or, exists, selectFrom }) => {
    const groupInClients = selectFrom('advertiser_groups as g')
      .whereRef('g.advertiser_group_id', '=', 'own.thing_id')
      .where('g.member_group_id', '=', anyOf(clients))
    const advertiserInside = selectFrom('advertisers as a')
      .whereRef('a.advertiser_id', '=', 'own.thing_id')
      .where((eb) => eb('a.member_group_id', '=', anyOf(clients)).or('a.advertiser_group_id', '=', anyOf(groups)))
    const isInside = or([
      eb('own.kind', '=', 'client').and('own.thing_id', '=', anyOf(clients)),
      eb('own.kind', '=', 'advertiser_group').and(eb('own.thing_id', '=', anyOf(groups)).or(exists(groupInClients))),
      eb('own.kind', '=', 'advertiser').and(eb('own.thing_id', '=', anyOf(advertisers)).or(exists(advertiserInside))),
    ])
    return not(isInside)
  })
  const internalRole = user
    .selectFrom('user_roles as held')
    .whereRef('held.user_id', '=', 'users.user_id')
    .where('held.role_id', '=', anyOf(roleGroups.internalAndAbove))
  return user.and([user.exists(accessEntries), user.not(user.exists(entriesOutside)), user.not(user.exists(internalRole))])
}

/** Throws not found for lists with tenants that the caller cannot access. */
export async function requireAccessibleLists(database: Database, access: Access, lists: UserAccessLists) {
  const { kysely } = database
  if (!lists.clients.every((id) => canAccessClient(access, id))) throw notFound('Client')
  const clients = await kysely
    .selectFrom('member_groups')
    .select('member_group_id')
    // PostgreSQL does not allow an empty list after `in`; no client has the id 0.
    .where('member_group_id', 'in', [0, ...lists.clients])
    .execute()
  if (clients.length < new Set(lists.clients).size) throw notFound('Client')
  const tenants = await tenantsOf(database, lists)
  const existing = { advertisers: new Set(advertisersIn(tenants)), groups: new Set(groupsIn(tenants)) }
  const areAccessible = tenants.every((tenant) => canAccessAdvertiser(access, tenant))
  if (!areAccessible || !lists.advertisers.every((id) => existing.advertisers.has(id))) throw notFound('Advertiser')
  if (!lists.advertiser_groups.every((id) => existing.groups.has(id))) throw notFound('Advertiser group')
  return tenants
}

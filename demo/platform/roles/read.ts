import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { roleLevelOf, assignableRolesOf } from '../../../src/contract/access/gate.rules.ts'
import type { Role, RoleChange, RoleEffect, RolePermission, RoleRow, RoleSummary } from '../../../src/contract/access/role-endpoints.ts'
import type { RoleEditor } from '../../../src/contract/access/role.rules.ts'
import { builtInRoleIds, hasPermission } from '../../../src/contract/access/permissions.ts'
import type { Caller, Context } from '../context/context.ts'
import type { ListQuery, ListFields } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'
import { anyOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'
import { notFound } from '../context/refusal.ts'
import { accessFor, isWithin } from '../access/user-scope.ts'
import { roleNamesOfUser, rolesWithWords } from '../access/assigned-roles.ts'
import { baseActivitiesOfUser, tenantEntriesOfUser } from '../access/caller.ts'
import { roleEffect } from './effect.ts'

/** Built-in role ids of the caller; empty for a partner. */
export const builtInRolesOf = ({ person }: Caller) => builtInRoleIds(person?.roles ?? [])

/**
 * SQL condition for the roles that the caller may see: own roles, and roles at or below the caller's level. Clients' roles are
 * limited to accessible clients.
 */
async function isSeen({ database, caller }: Context): Promise<Expression<SqlBool>> {
  const { all, clients } = await accessFor(database, caller, 'roles.read')
  const home = caller.person?.member_group_id
  const callerRoleIds = (caller.person?.roles ?? []).map(({ role_id }) => role_id)
  const role = expressionBuilder<Tables, 'roles'>()
  const isBelow = role('base_role_id', '=', anyOf(assignableRolesOf(builtInRolesOf(caller))))
  const isOfClient = role('member_group_id', '=', anyOf(home ? [...clients, home] : clients))
  const isWithin = all ? isBelow : isBelow.and(role('member_group_id', 'is', null).or(isOfClient))
  return role('role_id', '=', anyOf(callerRoleIds)).or(isWithin)
}

const column = (name: string) => sql.ref(`roles.${name}`)
const fields: ListFields = {
  role_id: { column: column('role_id'), type: 'integer' },
  name: { column: column('name'), type: 'text' },
  base_role_id: { column: column('base_role_id'), type: 'integer' },
  member_group_id: { column: column('member_group_id'), type: 'integer' },
}

type Row = Pick<RoleRow, 'role_id' | 'name' | 'base_role_id' | 'member_group_id' | 'version'>

function rowOf(caller: Caller, row: Row): RoleRow {
  const clients = row.member_group_id === null ? [] : [row.member_group_id]
  return {
    ...row,
    id: row.role_id,
    level: roleLevelOf([row.base_role_id]) ?? 'advertiser',
    access: { clients, advertiser_groups: [], advertisers: [] },
    is_assignable: assignableRolesOf(builtInRolesOf(caller)).some((id) => id === row.base_role_id),
  }
}

const columns = ['role_id', 'name', 'base_role_id', 'member_group_id', 'version'] as const

export async function visibleRoles(context: Context): Promise<RoleRow[]> {
  const rows = await context.database.kysely
    .selectFrom('roles')
    .select(columns)
    .where(await isSeen(context))
    .orderBy('role_id')
    .execute()
  return rows.map((row) => rowOf(context.caller, row))
}

/** The caller as the rules of roles take it. */
export const roleEditor = (caller: Caller): RoleEditor => ({
  roleIds: (caller.person?.roles ?? []).map(({ role_id }) => role_id),
  baseRoleIds: builtInRolesOf(caller),
  isInternal: caller.access.all,
})

const role = expressionBuilder<Tables, 'roles'>()
const summaryColumns = [
  role
    .selectFrom('member_groups')
    .select('member_groups.name')
    .whereRef('member_groups.member_group_id', '=', 'roles.member_group_id')
    .as('member_group_name'),
  role
    .selectFrom('role_permissions as given')
    .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('count'))
    .whereRef('given.role_id', '=', 'roles.role_id')
    .as('permission_count'),
] as const

/** How many users that the caller may see have each role; undefined for callers who may see none. */
async function countUsers({ database, caller }: Context, roleIds: readonly number[]) {
  if (!hasPermission(caller.permissions, 'users.read')) return undefined
  const rows = await database.kysely
    .selectFrom('users')
    .innerJoin('user_roles as assigned', 'assigned.user_id', 'users.user_id')
    .select(({ fn }) => ['assigned.role_id', fn.countAll<string>().as('count')])
    .where('assigned.role_id', '=', anyOf(roleIds))
    .where('users.deleted_at', 'is', null)
    .where(isWithin(await accessFor(database, caller, 'users.read')))
    .groupBy('assigned.role_id')
    .execute()
  const counts = new Map(rows.map(({ role_id, count }) => [role_id, Number(count)]))
  return (roleId: number) => counts.get(roleId) ?? 0
}

interface SummaryRow extends Row {
  readonly member_group_name: string | null
  readonly permission_count: number | null
}

async function summariesOf(context: Context, rows: readonly SummaryRow[]): Promise<RoleSummary[]> {
  const countOf = await countUsers(
    context,
    rows.map(({ role_id }) => role_id),
  )
  return rows.map(({ member_group_name, permission_count, ...row }) => ({
    ...rowOf(context.caller, row),
    member_group_name,
    permission_count: permission_count ?? 0,
    user_count: countOf?.(row.role_id) ?? null,
  }))
}

/** A page of the roles that the caller may see, or of those that apply at a client, and their total. */
export async function rolePage(context: Context, query: ListQuery, memberGroupId: number | undefined) {
  const applies =
    memberGroupId === undefined ? role.lit(true) : role('member_group_id', 'is', null).or('member_group_id', '=', memberGroupId)
  const { rows, total } = await pageOf({
    from: context.database.kysely
      .selectFrom('roles')
      .where(await isSeen(context))
      .where(applies),
    columns: (from) => from.select([...columns, ...summaryColumns]),
    fields,
    id: column('role_id'),
    where: query,
    row: (row: SummaryRow) => row,
  })
  return { roles: await summariesOf(context, rows), total }
}

/** The permissions of a role. */
export async function wordsOfRole({ kysely }: Pick<Context['database'], 'kysely'>, roleId: number): Promise<string[]> {
  const rows = await kysely
    .selectFrom('role_permissions as given')
    .innerJoin('activities as a', 'a.activity_id', 'given.activity_id')
    .innerJoin('permissions as p', 'p.permission_id', 'given.permission_id')
    .select(({ fn }) => fn<string>('concat', ['a.name', sql.lit('.'), 'p.name']).as('word'))
    .where('given.role_id', '=', roleId)
    .execute()
  return rows.map(({ word }) => word)
}

/** SQL condition for users who have a role. */
export const hasRole = (roleId: number) => {
  const user = expressionBuilder<Tables, 'users'>()
  return user.exists(
    user
      .selectFrom('user_roles as assigned')
      .select('assigned.user_id')
      .whereRef('assigned.user_id', '=', 'users.user_id')
      .where('assigned.role_id', '=', roleId),
  )
}

/** What a planned change of a role would mean to the users who have it. */
export async function effectOfRole(context: Context, roleId: number, change: RoleChange): Promise<RoleEffect> {
  const { database, caller } = context
  const { member_group_id } = await visibleRole(context, roleId)
  const holders = await database.kysely
    .selectFrom('users')
    .select([roleNamesOfUser.as('assigned'), tenantEntriesOfUser.as('entries'), baseActivitiesOfUser.as('activities')])
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .where(hasRole(roleId))
    .where(isWithin(await accessFor(database, caller, 'users.read')))
    .execute()
  const ids = [...new Set(holders.flatMap(({ assigned }) => assigned.map(({ role_id }) => role_id)))]
  const others = await rolesWithWords(database, ids)
  const own = { role_id: roleId, member_group_id, words: new Set(await wordsOfRole(database, roleId)) }
  const roles = new Map(others.map(({ words, ...one }) => [one.role_id, { ...one, words: new Set(words) }]))
  const people = holders.map(({ assigned, entries, activities }) => ({
    role_ids: assigned.map(({ role_id }) => role_id),
    entries,
    overrides: activities.map(({ permission }) => permission),
  }))
  return { users: people.length, permissions: roleEffect(own, change, people, roles) }
}

/** One role that the caller may see, otherwise not found. */
export async function visibleRole(context: Context, roleId: number): Promise<RoleRow> {
  const row = await context.database.kysely
    .selectFrom('roles')
    .select(columns)
    .where('role_id', '=', roleId)
    .where(await isSeen(context))
    .executeTakeFirst()
  if (!row) throw notFound('Role')
  return rowOf(context.caller, row)
}

/** The caller's first role. A partner has none. */
export function ownRoleId({ caller }: Context): number {
  const [role] = caller.person?.roles ?? []
  if (!role) throw notFound('Role')
  return role.role_id
}

/** The permissions of one role, or of all roles that the caller may see. */
export async function grantedPermissions(context: Context, roleId: number | undefined): Promise<RolePermission[]> {
  const roles = roleId === undefined ? await visibleRoles(context) : [await visibleRole(context, roleId)]
  return context.database.kysely
    .selectFrom('role_permissions')
    .select(['role_permission_id', 'role_id', 'permission_id', 'activity_id'])
    .where('role_id', '=', anyOf(roles.map(({ role_id }) => role_id)))
    .orderBy('role_id')
    .orderBy('activity_id')
    .orderBy('permission_id')
    .execute()
}

/** A role with all permissions; `selected` marks those that it has. */
export async function fullRole(context: Context, roleId: number): Promise<Role> {
  const row = await context.database.kysely
    .selectFrom('roles')
    .select([...columns, ...summaryColumns])
    .where('role_id', '=', roleId)
    .where(await isSeen(context))
    .executeTakeFirst()
  if (!row) throw notFound('Role')
  const [summary] = await summariesOf(context, [row])
  const rows = await context.database.kysely
    .selectFrom('activity_permissions as allowed')
    .innerJoin('activities as a', 'a.activity_id', 'allowed.activity_id')
    .innerJoin('permissions as p', 'p.permission_id', 'allowed.permission_id')
    .leftJoin('role_permissions as held', (join) =>
      join
        .on('held.role_id', '=', roleId)
        .onRef('held.activity_id', '=', 'a.activity_id')
        .onRef('held.permission_id', '=', 'p.permission_id'),
    )
    .select(['held.role_permission_id', 'p.permission_id', 'a.activity_id', 'p.name', 'a.name as activity'])
    .orderBy('a.activity_id')
    .orderBy('p.permission_id')
    .execute()
  const ids = [...new Set(rows.map(({ activity_id }) => activity_id))]
  const activities = ids.map((activity_id) => {
    const activityRows = rows.filter((row) => row.activity_id === activity_id)
    const permissions = activityRows.map(({ activity: _, ...permission }) => ({
      ...permission,
      selected: permission.role_permission_id !== null,
    }))
    return { activity_id, name: activityRows[0]?.activity ?? '', permissions }
  })
  return { ...(summary as RoleSummary), activities } // one row gives one summary
}

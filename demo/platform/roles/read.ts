import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { roleLevelOf, assignableRolesOf } from '../../../src/contract/access/gate.rules.ts'
import type { Role, RolePermission, RoleRow } from '../../../src/contract/access/role-endpoints.ts'
import { builtInRoleIds } from '../../../src/contract/access/permissions.ts'
import type { Caller, Context } from '../context/context.ts'
import type { ListQuery, ListFields } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'
import { anyOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'
import { notFound } from '../context/refusal.ts'
import { accessFor } from '../access/user-scope.ts'

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

/** A page of the roles that the caller may see, and their total. */
export async function rolePage(context: Context, query: ListQuery) {
  const { rows, total } = await pageOf({
    from: context.database.kysely.selectFrom('roles').where(await isSeen(context)),
    columns: (from) => from.select(columns),
    fields,
    id: column('role_id'),
    where: query,
    row: (row) => rowOf(context.caller, row),
  })
  return { roles: rows, total }
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
  const role = await visibleRole(context, roleId)
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
  return { ...role, activities }
}

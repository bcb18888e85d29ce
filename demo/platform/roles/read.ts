import { type RawBuilder, sql } from 'kysely'
import { roleLevelOf, assignableRolesOf } from '../../../src/contract/access/gate.rules.ts'
import type { Role, RoleRow } from '../../../src/contract/access/role-endpoints.ts'
import { builtInRoleIds } from '../../../src/contract/access/roles.ts'
import type { Caller, Context } from '../context/context.ts'
import { type ListQuery, type ListFields, listOrder, listPage, listWhere } from '../sql/list.ts'
import { notFound } from '../context/refusal.ts'
import { accessFor } from '../access/user-scope.ts'

/** Built-in role ids of the caller; empty for a partner. */
export const builtInRolesOf = ({ person }: Caller) => builtInRoleIds(person?.roles ?? [])

/**
 * SQL condition for the roles that the caller may see: own roles, and roles at or below the caller's level. Clients' roles are
 * limited to accessible clients.
 */
async function isSeen({ database, caller }: Context): Promise<RawBuilder<unknown>> {
  const { all, clients } = await accessFor(database, caller, 'roles.read')
  const home = caller.person?.member_group_id
  const own = (caller.person?.roles ?? []).map(({ role_id }) => role_id)
  const within = all ? sql`true` : sql`member_group_id is null or member_group_id = any(${home ? [...clients, home] : [...clients]}::int[])`
  return sql`(role_id = any(${own}::int[]) or (base_role_id = any(${[...assignableRolesOf(builtInRolesOf(caller))]}::int[]) and (${within})))`
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

const columns = sql`role_id, name, base_role_id, member_group_id, version`

export async function visibleRoles(context: Context): Promise<RoleRow[]> {
  const { rows } = await sql<Row>`select ${columns} from roles where ${await isSeen(context)} order by role_id`.execute(
    context.database.kysely,
  )
  return rows.map((row) => rowOf(context.caller, row))
}

/** A page of the roles that the caller may see, and their total. */
export async function rolePage(context: Context, asked: ListQuery) {
  const { kysely } = context.database
  const where = sql`from roles where ${await isSeen(context)} and (${listWhere(fields, asked.filters)})`
  const order = listOrder(fields, asked.sort, column('role_id'))
  const { rows } = await sql<Row>`select ${columns} ${where} order by ${order} ${listPage(asked.pagination)}`.execute(kysely)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${where}`.execute(kysely)
  return { roles: rows.map((row) => rowOf(context.caller, row)), total: counted.rows[0]?.total ?? 0 }
}

/** One role that the caller may see, otherwise not found. */
export async function visibleRole(context: Context, roleId: number): Promise<RoleRow> {
  const { rows } = await sql<Row>`select ${columns} from roles where role_id = ${roleId} and ${await isSeen(context)}`.execute(
    context.database.kysely,
  )
  if (!rows[0]) throw notFound('Role')
  return rowOf(context.caller, rows[0])
}

type PermissionRow = Role['activities'][number]['permissions'][number] & { readonly activity: string }

/** A role with all permissions; `selected` marks those that it has. */
export async function fullRole(context: Context, roleId: number): Promise<Role> {
  const role = await visibleRole(context, roleId)
  const { rows } = await sql<PermissionRow>`
    select held.role_permission_id, p.permission_id, a.activity_id, p.name, held.role_permission_id is not null as selected, a.name as activity
    from activity_permissions join activities a using (activity_id) join permissions p using (permission_id)
    left join role_permissions held on held.role_id = ${roleId} and held.activity_id = a.activity_id and held.permission_id = p.permission_id
    order by a.activity_id, p.permission_id`.execute(context.database.kysely)
  const ids = [...new Set(rows.map(({ activity_id }) => activity_id))]
  const activities = ids.map((activity_id) => {
    const own = rows.filter((row) => row.activity_id === activity_id)
    return { activity_id, name: own[0]?.activity ?? '', permissions: own.map(({ activity: _, ...permission }) => permission) }
  })
  return { ...role, activities }
}

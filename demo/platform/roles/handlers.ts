import { sql } from 'kysely'
import type { Result } from '../../../src/contract/endpoint.ts'
import type { roleEndpoints } from '../../../src/contract/access/role-endpoints.ts'
import type { Handlers } from '../http/implement.ts'
import { fullRole, visibleRole, rolePage, visibleRoles } from './read.ts'
import { grant, createRole, removeRole, renameRole, revoke } from './write.ts'

export const roleHandlers: Handlers<typeof roleEndpoints> = {
  activities: async (_, { database }) => {
    const { rows } = await sql<Result<typeof roleEndpoints.activities>[number]>`
      select activity_id, name, array_agg(permission_id order by permission_id) as permission_ids
      from activities join activity_permissions using (activity_id) group by 1, 2 order by 1`.execute(database.kysely)
    return rows
  },
  permissions: async (_, { database }) =>
    database.kysely.selectFrom('permissions').select(['permission_id', 'name']).orderBy('permission_id').execute(),
  list: async (_, context) => visibleRoles(context),
  one: async ({ query }, context) => fullRole(context, query.role_id),
  granted: async ({ query }, context) => {
    const { role_id } = await visibleRole(context, query.role_id)
    return context.database.kysely
      .selectFrom('role_permissions')
      .select(['role_permission_id', 'role_id', 'permission_id', 'activity_id'])
      .where('role_id', '=', role_id)
      .orderBy('activity_id')
      .orderBy('permission_id')
      .execute()
  },
  report: async ({ body }, context) => rolePage(context, body),
  create: async ({ path, body }, context) => fullRole(context, await createRole(context, path.memberGroupId, body)),
  change: async ({ path, body }, context) => {
    await renameRole(context, path.roleId, body.name)
    return fullRole(context, path.roleId)
  },
  remove: async ({ path }, context) => {
    await removeRole(context, path.roleId)
    return 'success'
  },
  grant: async ({ body }, context) => grant(context, body),
  revoke: async ({ path }, context) => {
    await revoke(context, path.rolePermissionId)
    return 'success'
  },
}

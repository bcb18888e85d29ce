import type { roleEndpoints } from '../../../src/contract/access/role-endpoints.ts'
import type { Handlers } from '../http/implement.ts'
import { effectOfRole, fullRole, grantedPermissions, hasRole, ownRoleId, rolePage, visibleRole, visibleRoles } from './read.ts'
import { accessFor } from '../access/user-scope.ts'
import { usersWithin } from '../users/read.ts'
import { grant, createRole, removeRole, renameRole, revoke } from './write.ts'

export const roleHandlers: Handlers<typeof roleEndpoints> = {
  activities: async (_, { database }) =>
    database.kysely
      .selectFrom('activities as a')
      .innerJoin('activity_permissions as p', 'p.activity_id', 'a.activity_id')
      .select(({ fn }) => [
        'a.activity_id',
        'a.name',
        fn.agg<number[]>('array_agg', ['p.permission_id']).orderBy('p.permission_id').as('permission_ids'),
      ])
      .groupBy(['a.activity_id', 'a.name'])
      .orderBy('a.activity_id')
      .execute(),
  permissions: async (_, { database }) =>
    database.kysely.selectFrom('permissions').select(['permission_id', 'name']).orderBy('permission_id').execute(),
  list: async (_, context) => visibleRoles(context),
  one: async ({ query }, context) => fullRole(context, query.role_id ?? ownRoleId(context)),
  granted: ({ query }, context) => grantedPermissions(context, query.role_id),
  report: async ({ body: { member_group_id, ...query } }, context) => rolePage(context, query, member_group_id),
  usersReport: async ({ path, body }, context) => {
    const { role_id } = await visibleRole(context, path.roleId)
    return usersWithin(context.database, await accessFor(context.database, context.caller, 'users.read'), body, hasRole(role_id))
  },
  effect: ({ path, body }, context) => effectOfRole(context, path.roleId, body),
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

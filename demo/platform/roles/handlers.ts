import type { roleEndpoints } from '../../../src/contract/access/role-endpoints.ts'
import type { Handlers } from '../http/implement.ts'
import { fullRole, grantedPermissions, ownRoleId, rolePage, visibleRoles } from './read.ts'
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

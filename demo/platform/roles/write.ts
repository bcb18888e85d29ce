import { canAccessClient } from '../../../src/contract/access/access.rules.ts'
import type { Call } from '../../../src/contract/endpoint.ts'
import type { roleEndpoints, RolePermission, RoleRow } from '../../../src/contract/access/role-endpoints.ts'
import { manageUserRule } from '../../../src/contract/users/users.rules.ts'
import { assignRolesRule } from '../access/users.rules.ts'
import type { Context } from '../context/context.ts'
import { grantedRoles } from '../access/assigned-roles.ts'
import { conflict, noPermission, notFound, refuseField } from '../context/refusal.ts'
import { visibleRole, builtInRolesOf } from './read.ts'
import { accessFor } from '../access/user-scope.ts'
import { lower } from '../sql/pieces.ts'
import { updateVersioned } from '../sql/versioned.ts'

/** Limit of a client's own roles. */
const rolesMost = 100

/** True if the caller has the permission wherever the role applies: everywhere for a built-in role, otherwise at the role's client. */
async function hasPermissionAtRole({ database, caller }: Context, permission: string, memberGroupId: number | null) {
  const access = await accessFor(database, caller, permission)
  return memberGroupId === null ? access.all : canAccessClient(access, memberGroupId)
}

/** A role that the caller may change: at or below the caller's level, with the permission where the role applies. */
async function editableRole(context: Context, roleId: number, permission: string): Promise<RoleRow> {
  const role = await visibleRole(context, roleId)
  if (manageUserRule(builtInRolesOf(context.caller), [role.base_role_id]) !== true) throw noPermission()
  if (!(await hasPermissionAtRole(context, permission, role.member_group_id))) throw noPermission()
  return role
}

const isOwn = ({ caller }: Context, roleId: number) => caller.person?.roles.some(({ role_id }) => role_id === roleId) ?? false

/** Locks the role. Throws not found if it was deleted meanwhile. */
async function lockRole({ database }: Context, roleId: number) {
  const role = await database.kysely.selectFrom('roles').select('role_id').where('role_id', '=', roleId).forUpdate().executeTakeFirst()
  if (!role) throw notFound('Role')
}

async function requireFreeName({ database }: Context, name: string, memberGroupId: number | null, except = 0) {
  if (name.trim() === '') throw refuseField('name', 'This field is required')
  const existing = await database.kysely
    .selectFrom('roles')
    .select('role_id')
    .where(({ eb, fn }) => eb(fn<string>('lower', ['name']), '=', lower(name)))
    .where('role_id', '!=', except)
    .where('member_group_id', 'is not distinct from', memberGroupId)
    .executeTakeFirst()
  if (existing) throw conflict('Role', 'Another role already has this name')
}

/** Creates a role of a client, with a copy of its base role's permissions. */
export async function createRole(
  context: Context,
  memberGroupId: number,
  { name, base_role_id }: Call<typeof roleEndpoints.create>['body'],
) {
  const { database, caller } = context
  if (!(await hasPermissionAtRole(context, 'roles.create', memberGroupId))) throw noPermission()
  const [base] = await grantedRoles(database, [base_role_id])
  if (!base || base.member_group_id !== null || base_role_id < 3) throw refuseField('base_role_id', 'Choose a role ID from 3 to 8')
  const giver = { roles: builtInRolesOf(caller), permissions: caller.permissionsAt({ member_group_id: memberGroupId }) }
  if (assignRolesRule(giver, [base_role_id], [], { [base_role_id]: base.words }) !== true) throw noPermission()
  await database.kysely
    .selectFrom('member_groups')
    .select('member_group_id')
    .where('member_group_id', '=', memberGroupId)
    .forUpdate()
    .execute()
  await requireFreeName(context, name, memberGroupId)
  const { count } = await database.kysely
    .selectFrom('roles')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('member_group_id', '=', memberGroupId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= rolesMost) throw conflict('Role', `A client can have at most ${rolesMost} roles`)
  const inserted = await database.kysely
    .insertInto('roles')
    .values({ member_group_id: memberGroupId, base_role_id, name })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  await database.kysely
    .insertInto('role_permissions')
    .columns(['role_id', 'activity_id', 'permission_id'])
    .expression((eb) =>
      eb
        .selectFrom('role_permissions')
        .select([eb.cast<number>(eb.val(inserted.role_id), 'integer').as('role_id'), 'activity_id', 'permission_id'])
        .where('role_id', '=', base_role_id)
        .orderBy('activity_id')
        .orderBy('permission_id'),
    )
    .execute()
  return inserted.role_id
}

export async function renameRole(context: Context, roleId: number, name: string) {
  const role = await editableRole(context, roleId, 'roles.change')
  await lockRole(context, roleId)
  await requireFreeName(context, name, role.member_group_id, roleId)
  await updateVersioned(context, 'roles', {
    key: { role_id: roleId },
    change: { name },
    subject: 'Role',
  })
}

/** Deletes a client's role that no user has. */
export async function removeRole(context: Context, roleId: number) {
  const { kysely } = context.database
  const role = await editableRole(context, roleId, 'roles.remove')
  if (role.member_group_id === null) throw conflict('Role', 'Built-in roles can’t be changed or removed')
  await lockRole(context, roleId)
  const holder = await kysely.selectFrom('user_roles').select('user_id').where('role_id', '=', roleId).limit(1).executeTakeFirst()
  if (holder) throw conflict('Role', 'The role is assigned to users; assign them another role first')
  await kysely.deleteFrom('roles').where('role_id', '=', roleId).execute()
}

async function permissionWord({ database }: Context, activity_id: number, permission_id: number) {
  const row = await database.kysely
    .selectFrom('activity_permissions as allowed')
    .innerJoin('activities as a', 'a.activity_id', 'allowed.activity_id')
    .innerJoin('permissions as p', 'p.permission_id', 'allowed.permission_id')
    .select(['a.name as activity', 'p.name as permission'])
    .where('allowed.activity_id', '=', activity_id)
    .where('allowed.permission_id', '=', permission_id)
    .executeTakeFirst()
  if (!row) throw refuseField('permission_id', 'Choose a permission of this activity')
  return `${row.activity}.${row.permission}`
}

/** Adds a permission to a role. The caller must have it wherever the role applies. Repeating the request changes nothing. */
export async function grant(context: Context, { role_id, activity_id, permission_id }: Call<typeof roleEndpoints.grant>['body']) {
  const { kysely } = context.database
  const role = await editableRole(context, role_id, 'role_permissions.create')
  if (isOwn(context, role_id)) throw conflict('Role', 'You can’t change your own role')
  const permission = await permissionWord(context, activity_id, permission_id)
  if (!(await hasPermissionAtRole(context, permission, role.member_group_id))) throw noPermission()
  const row = { role_id, activity_id, permission_id }
  await lockRole(context, role_id)
  await kysely
    .insertInto('role_permissions')
    .values(row)
    .onConflict((clash) => clash.doNothing())
    .execute()
  return kysely
    .selectFrom('role_permissions')
    .select(['role_permission_id', 'role_id', 'permission_id', 'activity_id'])
    .where('role_id', '=', role_id)
    .where('activity_id', '=', activity_id)
    .where('permission_id', '=', permission_id)
    .executeTakeFirstOrThrow()
}

/** Removes a permission from a role. It takes effect with the next request of each user of the role. */
export async function revoke(context: Context, rolePermissionId: number) {
  const { kysely } = context.database
  const rolePermission: RolePermission | undefined = await kysely
    .selectFrom('role_permissions')
    .selectAll()
    .where('role_permission_id', '=', rolePermissionId)
    .executeTakeFirst()
  if (!rolePermission) throw notFound('Role permission')
  const { role_id } = await editableRole(context, rolePermission.role_id, 'role_permissions.remove')
  // No user could grant back a permission that the super user has lost.
  if (role_id === 1) throw conflict('Role', 'The super user always has every permission')
  if (isOwn(context, role_id)) throw conflict('Role', 'You can’t change your own role')
  await kysely.deleteFrom('role_permissions').where('role_permission_id', '=', rolePermissionId).execute()
}

import { sql } from 'kysely'
import { canAccessClient } from '../../../src/contract/access/access.rules.ts'
import type { Call } from '../../../src/contract/endpoint.ts'
import type { roleEndpoints, RolePermission, RoleRow } from '../../../src/contract/access/role-endpoints.ts'
import { changePermissionsRule, manageRoleRule, removeRoleRule, type RoleRefusal } from '../../../src/contract/access/role.rules.ts'
import type { RecordChangeKind } from '../../../src/contract/changes/changes.ts'
import { assignRolesRule } from '../access/users.rules.ts'
import type { UndoCause } from '../changes/nouns.ts'
import type { Context } from '../context/context.ts'
import { grantedRoles } from '../access/assigned-roles.ts'
import { conflict, noPermission, notFound, refuseField, staleVersion } from '../context/refusal.ts'
import { roleEditor, visibleRole, builtInRolesOf, wordsOfRole } from './read.ts'
import { accessFor } from '../access/user-scope.ts'
import { anyTextOf, lower } from '../sql/pieces.ts'
import { updateVersioned } from '../sql/versioned.ts'
import { recordRole } from './history.ts'
import { lastAdminOfRole } from '../users/last-admin.ts'

/** Limit of a client's own roles. */
const rolesMost = 100

/** True if the caller has the permission wherever the role applies: everywhere for a built-in role, otherwise at the role's client. */
export async function hasPermissionAtRole({ database, caller }: Context, permission: string, memberGroupId: number | null) {
  const access = await accessFor(database, caller, permission)
  return memberGroupId === null ? access.all : canAccessClient(access, memberGroupId)
}

const refusalTexts: Readonly<Record<RoleRefusal, string>> = {
  above_you: 'The role is above yours',
  built_in: 'Built-in roles can’t be changed or removed',
  own_role: 'You can’t change your own role',
  super_user: 'The super user always has every permission',
  assigned: 'The role is assigned to users; assign them another role first',
  not_held: 'You can’t give a permission that you don’t have',
  last_client_admin: 'A client would have no administrator who manages its users',
}

/** The error of a change of a role that a rule forbids. */
const refuseRole = (code: RoleRefusal) => conflict('Role', refusalTexts[code], [{ path: 'role', rule: refusalTexts[code], code }])

/** A role that the caller may change: at or below the caller's level, with the permission where the role applies. */
async function editableRole(context: Context, roleId: number, permission: string): Promise<RoleRow> {
  const role = await visibleRole(context, roleId)
  if (manageRoleRule(roleEditor(context.caller), role) !== true) throw noPermission()
  if (!(await hasPermissionAtRole(context, permission, role.member_group_id))) throw noPermission()
  return role
}

/** A role whose permissions the caller may change. */
async function roleWithEditablePermissions(context: Context, roleId: number, permission: string): Promise<RoleRow> {
  const role = await editableRole(context, roleId, permission)
  const rule = changePermissionsRule(roleEditor(context.caller), role)
  if (rule !== true) throw refuseRole(rule.code)
  return role
}

/** Locks the role. Throws not found if it was deleted meanwhile. */
async function lockRole({ database }: Context, roleId: number) {
  const role = await database.kysely.selectFrom('roles').select('version').where('role_id', '=', roleId).forUpdate().executeTakeFirst()
  if (!role) throw notFound('Role')
  return role
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
  if (existing) throw conflict('Role', 'Another role already has this name', [{ path: 'name', rule: 'Another role already has this name' }])
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
  const role = { role_id: inserted.role_id, member_group_id: memberGroupId }
  await recordRole(context, { role, before: {}, after: { name, base_role_id }, cause: { kind: 'created' } })
  return inserted.role_id
}

/** A change of a role: its name, and the permissions to add and to remove. */
interface RoleWrite {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly name?: string | undefined
}

type Cause = UndoCause | { readonly kind: RecordChangeKind }

/** Refuses permissions that the caller does not have wherever the role applies. */
async function requireHeld(context: Context, words: readonly string[], memberGroupId: number | null) {
  for (const word of words) if (!(await hasPermissionAtRole(context, word, memberGroupId))) throw noPermission()
}

/** The ids of permissions, as the role has them. */
const permissionIds = ({ database: { kysely } }: Context, words: readonly string[]) =>
  kysely
    .selectFrom('activity_permissions as allowed')
    .innerJoin('activities as a', 'a.activity_id', 'allowed.activity_id')
    .innerJoin('permissions as p', 'p.permission_id', 'allowed.permission_id')
    .select(['allowed.activity_id', 'allowed.permission_id'])
    .where(({ fn }) => fn<string>('concat', ['a.name', sql.lit('.'), 'p.name']), '=', anyTextOf(words))

async function grantWords(context: Context, role_id: number, words: readonly string[]) {
  const rows = await permissionIds(context, words).execute()
  if (rows.length === 0) return
  await context.database.kysely
    .insertInto('role_permissions')
    .values(rows.map((row) => ({ role_id, ...row })))
    .execute()
}

async function revokeWords(context: Context, role_id: number, words: readonly string[]) {
  if (words.length === 0) return
  await context.database.kysely
    .deleteFrom('role_permissions')
    .where('role_id', '=', role_id)
    .where(({ eb, refTuple }) =>
      eb(refTuple('activity_id', 'permission_id'), 'in', permissionIds(context, words).$asTuple('activity_id', 'permission_id')),
    )
    .execute()
}

/**
 * Writes the next version of a role, and returns the id of the change in its history. What the role has already is left out; if nothing
 * is left, nothing is written and the version stays.
 */
export async function writeRole(context: Context, role: RoleRow, { name, added, removed }: RoleWrite, cause: Cause = { kind: 'changed' }) {
  const { role_id, member_group_id } = role
  const { version } = await lockRole(context, role_id)
  const held = new Set(await wordsOfRole(context.database, role_id))
  const granted = added.filter((word) => !held.has(word))
  const revoked = removed.filter((word) => held.has(word))
  await requireHeld(context, granted, member_group_id)
  if (name !== undefined) await requireFreeName(context, name, member_group_id, role_id)
  if (await lastAdminOfRole(context, role, revoked)) throw refuseRole('last_client_admin')
  const isRenamed = name !== undefined && name !== role.name
  if (!isRenamed && granted.length + revoked.length === 0) {
    if (context.version !== undefined && context.version !== version) throw staleVersion('Role')
    return undefined
  }
  await updateVersioned(context, 'roles', { key: { role_id }, change: isRenamed ? { name } : {}, subject: 'Role' })
  await grantWords(context, role_id, granted)
  await revokeWords(context, role_id, revoked)
  const valuesOf = (isBefore: boolean, title: string | undefined) => ({
    ...(isRenamed && { name: title }),
    ...Object.fromEntries(granted.map((word) => [word, !isBefore])),
    ...Object.fromEntries(revoked.map((word) => [word, isBefore])),
  })
  return recordRole(context, { role, before: valuesOf(true, role.name), after: valuesOf(false, name), cause })
}

export async function renameRole(context: Context, roleId: number, name: string) {
  await writeRole(context, await editableRole(context, roleId, 'roles.change'), { name, added: [], removed: [] })
}

/** Deletes a client's role that no user has. */
export async function removeRole(context: Context, roleId: number) {
  const { kysely } = context.database
  const role = await visibleRole(context, roleId)
  if (manageRoleRule(roleEditor(context.caller), role) !== true) throw noPermission()
  if (!(await hasPermissionAtRole(context, 'roles.remove', role.member_group_id))) throw noPermission()
  await lockRole(context, roleId)
  const holder = await kysely.selectFrom('user_roles').select('user_id').where('role_id', '=', roleId).limit(1).executeTakeFirst()
  const rule = removeRoleRule(roleEditor(context.caller), { ...role, user_count: holder ? 1 : 0 })
  if (rule !== true) throw refuseRole(rule.code)
  await kysely.deleteFrom('roles').where('role_id', '=', roleId).execute()
  await recordRole(context, { role, before: { name: role.name }, after: {}, cause: { kind: 'removed' } })
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
  const role = await roleWithEditablePermissions(context, role_id, 'role_permissions.create')
  await writeRole(context, role, { added: [await permissionWord(context, activity_id, permission_id)], removed: [] })
  return context.database.kysely
    .selectFrom('role_permissions')
    .select(['role_permission_id', 'role_id', 'permission_id', 'activity_id'])
    .where('role_id', '=', role_id)
    .where('activity_id', '=', activity_id)
    .where('permission_id', '=', permission_id)
    .executeTakeFirstOrThrow()
}

/** Removes a permission from a role. It takes effect with the next request of each user of the role. */
export async function revoke(context: Context, rolePermissionId: number) {
  const rolePermission: RolePermission | undefined = await context.database.kysely
    .selectFrom('role_permissions')
    .selectAll()
    .where('role_permission_id', '=', rolePermissionId)
    .executeTakeFirst()
  if (!rolePermission) throw notFound('Role permission')
  const { role_id, activity_id, permission_id } = rolePermission
  const role = await roleWithEditablePermissions(context, role_id, 'role_permissions.remove')
  await writeRole(context, role, { added: [], removed: [await permissionWord(context, activity_id, permission_id)] })
}

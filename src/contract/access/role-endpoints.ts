import { array, boolean, enums, type Infer, integer, literal, max, min, nullable, object, optional, size, string } from 'superstruct'
import { permissions } from './permissions.ts'
import { postQuery, del, get, post, put, queryInteger } from '../endpoint.ts'
import { Id, Text } from '../ids.ts'
import { UserRow } from '../users/users.ts'
import { listQueryFields } from '../list.ts'

/** Name of a role. */
const Title = Text(1, 80)
const levels = ['internal', 'client', 'advertiser'] as const

/** One role of a list. A role made by a client gives access to that client only. */
export const RoleRow = object({
  role_id: Id,
  id: Id,
  name: string(),
  level: enums(levels),
  /** The built-in role behind it: itself, or the base of a client's own role. */
  base_role_id: Id,
  member_group_id: nullable(Id),
  access: object({ clients: array(Id), advertiser_groups: array(Id), advertisers: array(Id) }),
  /** Whether the caller may assign it, as far as its level is concerned. */
  is_assignable: boolean(),
  version: integer(),
})
export type RoleRow = Infer<typeof RoleRow>

/** A role with counts, as lists and its own page show it. */
export const RoleSummary = object({
  ...RoleRow.schema,
  /** The client of a client's own role. */
  member_group_name: nullable(string()),
  permission_count: integer(),
  /** Users who have the role, among those that the caller may see; null without the permission to read users. */
  user_count: nullable(integer()),
})
export type RoleSummary = Infer<typeof RoleSummary>

/** A permission of an activity, and whether a role has it. A granted one has an id, by which it can be revoked. */
export const ActivityPermission = object({
  role_permission_id: nullable(Id),
  permission_id: Id,
  activity_id: Id,
  name: string(),
  selected: boolean(),
})
/** A role with all permissions that it could have. */
export const Role = object({
  ...RoleSummary.schema,
  activities: array(object({ activity_id: Id, name: string(), permissions: array(ActivityPermission) })),
})
export type Role = Infer<typeof Role>

export const RolePermission = object({ role_permission_id: Id, role_id: Id, permission_id: Id, activity_id: Id })
export type RolePermission = Infer<typeof RolePermission>

const Words = size(array(enums(permissions)), 0, permissions.length)
/** A planned change of a role: the permissions to add and to remove. */
export const RoleChange = object({ added: Words, removed: Words })
export type RoleChange = Infer<typeof RoleChange>

/** How many users would gain and lose each permission, because nothing else grants it to them. */
export const RoleEffect = object({
  /** Active users who have the role. */
  users: integer(),
  permissions: array(object({ permission: string(), gain: integer(), lose: integer() })),
})
export type RoleEffect = Infer<typeof RoleEffect>

const ofRole = object({ role_id: optional(max(min(queryInteger(), 1), 2_147_483_647)) })

/** Endpoints of roles and their permissions. A grant and a revocation make the next version of the role, as a new name does. */
export const roleEndpoints = {
  activities: get('v1/activity', {
    may: 'activities.read',
    result: array(object({ activity_id: Id, name: string(), permission_ids: array(Id) })),
  }),
  permissions: get('v1/permission', { may: 'permissions.read', result: array(object({ permission_id: Id, name: string() })) }),
  list: get('v1/roles', { may: 'roles.read', result: array(RoleRow) }),
  /** By default the caller's first role. */
  one: get('v1/role', { may: 'roles.read', query: ofRole, result: Role }),
  /** By default of all roles that the caller may see. */
  granted: get('v1/role_permissions', { may: 'role_permissions.read', query: ofRole, result: array(RolePermission) }),
  report: postQuery('v1/roles/report', {
    may: 'roles.read',
    /** With a client, only the roles that apply there. */
    body: object({ ...listQueryFields, member_group_id: optional(Id) }),
    result: object({ roles: array(RoleSummary), total: integer() }),
  }),
  /** The users who have a role. */
  usersReport: postQuery('v1/roles/:roleId/users_report', {
    may: 'users.read',
    body: object(listQueryFields),
    result: object({ users: array(UserRow), total: integer() }),
  }),
  effect: postQuery('v1/roles/:roleId/effect', { may: 'users.read', body: RoleChange, result: RoleEffect }),
  create: post('v1/member_groups/:memberGroupId/roles', {
    may: 'roles.create',
    idempotent: 'optional',
    body: object({ name: Title, base_role_id: Id }),
    result: Role,
  }),
  change: put('v1/roles/:roleId', { may: 'roles.change', versioned: 'optional', body: object({ name: Title }), result: Role }),
  remove: del('v1/roles/:roleId', { may: 'roles.remove', result: literal('success') }),
  grant: post('v1/role_permissions', {
    may: 'role_permissions.create',
    versioned: 'optional',
    body: object({ permission_id: Id, role_id: Id, activity_id: Id }),
    result: RolePermission,
  }),
  /** It takes no version, because the id is gone once another user has revoked the permission. */
  revoke: del('v1/role_permissions/:rolePermissionId', { may: 'role_permissions.remove', result: literal('success') }),
}

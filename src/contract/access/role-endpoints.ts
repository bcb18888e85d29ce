import { array, boolean, enums, type Infer, integer, literal, max, min, nullable, object, optional, string } from 'superstruct'
import { postQuery, del, get, post, put, queryInteger } from '../endpoint.ts'
import { Id, Text } from '../ids.ts'
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
  ...RoleRow.schema,
  activities: array(object({ activity_id: Id, name: string(), permissions: array(ActivityPermission) })),
})
export type Role = Infer<typeof Role>

export const RolePermission = object({ role_permission_id: Id, role_id: Id, permission_id: Id, activity_id: Id })
export type RolePermission = Infer<typeof RolePermission>

const ofRole = object({ role_id: optional(max(min(queryInteger(), 1), 2_147_483_647)) })

/** Endpoints of roles and their permissions. */
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
    body: object(listQueryFields),
    result: object({ roles: array(RoleRow), total: integer() }),
  }),
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
    body: object({ permission_id: Id, role_id: Id, activity_id: Id }),
    result: RolePermission,
  }),
  revoke: del('v1/role_permissions/:rolePermissionId', { may: 'role_permissions.remove', result: literal('success') }),
}

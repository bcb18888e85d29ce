import { manageUserRule } from '../users/users.rules.ts'

/** Why a role or its permissions cannot be changed. */
export const roleRefusals = ['above_you', 'built_in', 'own_role', 'super_user', 'assigned', 'not_held', 'last_client_admin'] as const
export type RoleRefusal = (typeof roleRefusals)[number]

type RoleRule = true | { readonly code: RoleRefusal }

/** The user who edits a role. */
export interface RoleEditor {
  /** Ids of the editor's own roles, and the built-in roles behind them. */
  readonly roleIds: readonly number[]
  readonly baseRoleIds: readonly number[]
  /** Whether the editor has access to every client. */
  readonly isInternal: boolean
}

/** The role that is edited. */
interface EditedRole {
  readonly role_id: number
  readonly base_role_id: number
  readonly member_group_id: number | null
}

const superRoleId = 1

/** Editors manage roles of their own level and below. Built-in roles apply at every client, so only internal staff changes them. */
export function manageRoleRule({ baseRoleIds, isInternal }: RoleEditor, { base_role_id, member_group_id }: EditedRole): RoleRule {
  if (manageUserRule(baseRoleIds, [base_role_id]) !== true) return { code: 'above_you' }
  return member_group_id !== null || isInternal || { code: 'built_in' }
}

/** Editors never change the permissions of their own roles, and the super user role keeps all. */
export function changePermissionsRule(editor: RoleEditor, role: EditedRole): RoleRule {
  const rule = manageRoleRule(editor, role)
  if (rule !== true) return rule
  if (role.role_id === superRoleId) return { code: 'super_user' }
  return !editor.roleIds.includes(role.role_id) || { code: 'own_role' }
}

/** Only a client's own role can be removed, and only while no user has it. */
export function removeRoleRule(editor: RoleEditor, role: EditedRole & { readonly user_count: number | null }): RoleRule {
  if (role.member_group_id === null) return { code: 'built_in' }
  const rule = manageRoleRule(editor, role)
  if (rule !== true) return rule
  return (role.user_count ?? 0) === 0 || { code: 'assigned' }
}

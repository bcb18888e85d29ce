import { assignableRolesOf } from '../access/gate.rules.ts'
import { roleGroups } from '../access/permissions.ts'

/** Why a user cannot be changed. */
export const userRefusals = ['above_you', 'own_account', 'last_super_user', 'last_client_admin', 'not_found'] as const
export type UserRefusal = (typeof userRefusals)[number]

type UserRule = true | { readonly code: UserRefusal }

const isSuper = (roles: readonly number[]) => roles.some((id) => (roleGroups.superUserOnly as readonly number[]).includes(id)) // ids are numbers
const isAssignable = (id: number, callerRoles: readonly number[]) => (assignableRolesOf(callerRoles) as readonly number[]).includes(id) // likewise

/** A caller manages users of their own role level and below; only super users manage super users. Roles are built-in ids. */
export const manageUserRule = (callerRoles: readonly number[], userRoles: readonly number[]): UserRule =>
  userRoles.every((id) => isAssignable(id, callerRoles)) || isSuper(callerRoles) || { code: 'above_you' }

interface ManagedUser {
  readonly userId: number
  /** Built-in role ids. */
  readonly roles: readonly number[]
}

/** Whether a caller may change the roles, the access and the status of a user, or remove them. Callers never do that to themselves. */
export function administerUserRule(caller: Partial<ManagedUser> & Pick<ManagedUser, 'roles'>, user: ManagedUser): UserRule {
  if (caller.userId === user.userId) return { code: 'own_account' }
  return manageUserRule(caller.roles, user.roles)
}

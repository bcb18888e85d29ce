import { hasPermission, type Permission, assignableRoles, hasAllRoles, hasAnyRole, type RoleId, roleGroups } from './permissions.ts'

/** The roles and permissions of a user. */
export interface GateUser {
  readonly roles: readonly number[]
  readonly permissions: Readonly<Record<string, boolean>>
}

/** The requirements of a gate. */
export interface GateRequirements {
  readonly roles?: readonly RoleId[]
  readonly permissions?: readonly Permission[]
  /** One of the permissions is enough. */
  readonly any?: boolean
  /** One of the roles is enough. */
  readonly anyRole?: boolean
  /** Another condition that must hold. */
  readonly when?: boolean
}

/** Why a user does not pass, and what is missing. */
export type GateRefusal =
  | { readonly code: 'no_role'; readonly roles: readonly RoleId[] }
  | { readonly code: 'no_permission'; readonly permissions: readonly Permission[] }
  | { readonly code: 'not_now' }

/** Checks a gate: first the roles, then the permissions, then the condition. A gate without requirements is open. */
export function gateRule({ roles: userRoles, permissions: map }: GateUser, ask: GateRequirements): true | GateRefusal {
  const { roles = [], permissions = [], any = false, anyRole = false, when = true } = ask
  const hasRoles = roles.length === 0 || (anyRole ? hasAnyRole : hasAllRoles)(userRoles, roles)
  if (!hasRoles) return { code: 'no_role', roles }
  const missing = permissions.filter((word) => !hasPermission(map, word))
  const isShort = any ? permissions.length > 0 && missing.length === permissions.length : missing.length > 0
  if (isShort) return { code: 'no_permission', permissions: missing }
  return when ? true : { code: 'not_now' }
}

export type Level = keyof typeof assignableRoles

/** The highest level among a user's roles; undefined without a role. */
export function roleLevelOf(userRoles: readonly number[]): Level | undefined {
  if (hasAnyRole(userRoles, roleGroups.internalAndAbove)) return 'internal'
  if (hasAnyRole(userRoles, roleGroups.clientLevel)) return 'client'
  return hasAnyRole(userRoles, roleGroups.advertiserLevel) ? 'advertiser' : undefined
}

/** The roles that a user may assign: 2 to 8, 3 to 8 or 5 to 8, by their level. */
export function assignableRolesOf(userRoles: readonly number[]): readonly RoleId[] {
  const level = roleLevelOf(userRoles)
  return level ? assignableRoles[level] : []
}

import { may, type Permission } from './permissions.ts'
import { assignableRoles, hasAllRoles, hasAnyRole, type RoleId, roleGroups } from './roles.ts'

/** What is known of somebody who wants to pass. */
export interface Standing {
  readonly roles: readonly number[]
  readonly permissions: Readonly<Record<string, boolean>>
}

/** What a gate asks for. */
export interface GateAsk {
  readonly roles?: readonly RoleId[]
  readonly permissions?: readonly Permission[]
  /** One of the permissions is enough. */
  readonly any?: boolean
  /** One of the roles is enough. */
  readonly anyRole?: boolean
  /** Something else that has to hold. */
  readonly when?: boolean
}

/** Why somebody does not pass, with what they would need. */
export type GateRefusal =
  | { readonly code: 'no_role'; readonly roles: readonly RoleId[] }
  | { readonly code: 'no_permission'; readonly permissions: readonly Permission[] }
  | { readonly code: 'not_now' }

/** Whether somebody passes a gate: the roles, then the permissions, then the condition. A gate that asks for nothing is open. */
export function passes({ roles: held, permissions: map }: Standing, ask: GateAsk): true | GateRefusal {
  const { roles = [], permissions = [], any = false, anyRole = false, when = true } = ask
  const hasRoles = roles.length === 0 || (anyRole ? hasAnyRole : hasAllRoles)(held, roles)
  if (!hasRoles) return { code: 'no_role', roles }
  const missing = permissions.filter((word) => !may(map, word))
  const isShort = any ? permissions.length > 0 && missing.length === permissions.length : missing.length > 0
  if (isShort) return { code: 'no_permission', permissions: missing }
  return when ? true : { code: 'not_now' }
}

export type Level = keyof typeof assignableRoles

/** The highest level of somebody's roles; nothing without a role. */
export function levelOf(held: readonly number[]): Level | undefined {
  if (hasAnyRole(held, roleGroups.internalAndAbove)) return 'internal'
  if (hasAnyRole(held, roleGroups.clientLevel)) return 'client'
  return hasAnyRole(held, roleGroups.advertiserLevel) ? 'advertiser' : undefined
}

/** The roles that somebody may hand out: 2 to 8, 3 to 8 or 5 to 8 by their level. */
export function rolesToGive(held: readonly number[]): readonly RoleId[] {
  const level = levelOf(held)
  return level ? assignableRoles[level] : []
}

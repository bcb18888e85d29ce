import { assignableRolesOf } from '../../../src/contract/access/gate.rules.ts'
import { hasPermission, paying, roleGroups } from '../../../src/contract/access/permissions.ts'
import type { RuleResult } from '../../../src/contract/reply.ts'

/** The user name: the part of the email before the @. */
export const userNameOf = (email: string) => email.slice(0, Math.max(email.lastIndexOf('@'), 0))

/** A user's access lists. */
export interface UserAccessLists {
  readonly clients: readonly number[]
  readonly advertiser_groups: readonly number[]
  readonly advertisers: readonly number[]
}

/** A tenant that a user has access to: through all their roles, or through one of them. */
export interface AccessEntry {
  readonly kind: string
  /** The tenant's id: a client, an advertiser group or an advertiser, as `kind` says. */
  readonly thing_id: number
  /** Null means all roles. */
  readonly role_id: number | null
}

/** The roles and permissions of a caller who edits users. */
export interface RoleAssigner {
  readonly roles: readonly number[]
  readonly permissions: Readonly<Record<string, boolean>>
}

const hasAny = (roles: readonly number[], group: readonly number[]) => roles.some((id) => group.includes(id))
const isAssignable = (id: number, callerRoles: readonly number[]) => (assignableRolesOf(callerRoles) as readonly number[]).includes(id) // ids are numbers

/**
 * A caller can add roles of their own level and below whose permissions they all have. A client adds the roles of its advertisers, although
 * it cannot pay for them. Roles that the user already has may stay.
 */
export function assignRolesRule(
  { roles, permissions }: RoleAssigner,
  requestedRoles: readonly number[],
  currentRoles: readonly number[],
  permissionsOfRole: Readonly<Record<number, readonly string[]>>,
  baseOf: (roleId: number) => number = (roleId) => roleId,
): RuleResult {
  const addedRoles = requestedRoles.filter((id) => !currentRoles.includes(id))
  const foreignRole = addedRoles.find((id) => !isAssignable(baseOf(id), roles))
  if (foreignRole !== undefined) return { code: 'role_not_yours', role_id: foreignRole }
  const isOfClient = hasAny(roles, roleGroups.clientLevel)
  const grantedWith = (id: number) => (isOfClient && hasAny([baseOf(id)], roleGroups.advertiserLevel) ? paying : [])
  const missingOf = (id: number) =>
    (permissionsOfRole[id] ?? []).find((word) => !hasPermission(permissions, word) && !grantedWith(id).some((one) => one === word))
  const missing = addedRoles.map(missingOf).find((word) => word !== undefined)
  return missing === undefined || { code: 'permission_not_yours', permission: missing }
}

/** Internal users have no lists, client roles need a client, and advertiser roles need an advertiser or an advertiser group. */
export function accessListsRule(roleIds: readonly number[], { clients, advertiser_groups, advertisers }: UserAccessLists): RuleResult {
  const below = advertiser_groups.length + advertisers.length
  if (hasAny(roleIds, roleGroups.internalAndAbove))
    return (
      clients.length + below === 0 || {
        code: 'lists_for_internal',
        field: 'access',
        rule: 'Internal staff have access to everything; send empty lists',
      }
    )
  if (hasAny(roleIds, roleGroups.clientLevel))
    return clients.length > 0 || { code: 'no_client', field: 'access.clients', rule: 'Choose a client' }
  if (clients.length > 0)
    return { code: 'client_for_advertiser', field: 'access.clients', rule: 'These roles give access to advertisers, not to clients' }
  return below > 0 || { code: 'no_advertiser', field: 'access.advertisers', rule: 'Choose an advertiser or an advertiser group' }
}

const hasSameItems = (left: readonly (number | string)[], right: readonly (number | string)[]) =>
  new Set(left).size === new Set([...left, ...right]).size && new Set(right).size === new Set(left).size

/** The fields of a user that decide their access. */
export interface AccessFields {
  readonly role_ids: readonly number[]
  readonly entries: readonly AccessEntry[]
  readonly status: string
}

const entryKeyOf = ({ kind, thing_id, role_id }: AccessEntry) => `${kind} ${thing_id} ${role_id ?? ''}`

/** Users cannot change their own status, roles or access lists. */
export const ownAccessRule = (before: AccessFields, after: AccessFields): RuleResult =>
  (before.status === after.status &&
    hasSameItems(before.role_ids, after.role_ids) &&
    hasSameItems(before.entries.map(entryKeyOf), after.entries.map(entryKeyOf))) || { code: 'own_reach' }

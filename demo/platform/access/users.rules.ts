import { assignableRolesOf } from '../../../src/contract/access/gate.rules.ts'
import { hasPermission } from '../../../src/contract/access/permissions.ts'
import type { RuleResult } from '../../../src/contract/reply.ts'
import { roleGroups } from '../../../src/contract/access/roles.ts'

/** The user name: the part of the email before the @. */
export const userNameOf = (email: string) => email.slice(0, Math.max(email.lastIndexOf('@'), 0))

/** A user's access lists. */
export interface UserAccessLists {
  readonly clients: readonly number[]
  readonly advertiser_groups: readonly number[]
  readonly advertisers: readonly number[]
}

/** The roles and permissions of a caller who edits users. */
export interface RoleAssigner {
  readonly roles: readonly number[]
  readonly permissions: Readonly<Record<string, boolean>>
}

const hasAny = (held: readonly number[], group: readonly number[]) => held.some((id) => group.includes(id))
const isSuper = (held: readonly number[]) => hasAny(held, roleGroups.superUserOnly)

/** A caller manages users of their own role level and below; only super users manage super users. */
export const manageUserRule = (held: readonly number[], theirs: readonly number[]): RuleResult =>
  theirs.every((id) => (assignableRolesOf(held) as readonly number[]).includes(id)) || isSuper(held) || { code: 'above_you' } // ids are numbers

/** A caller can add roles of their own level and below whose permissions they all have. Roles that the user already has may stay. */
export function assignRolesRule(
  { roles, permissions }: RoleAssigner,
  asked: readonly number[],
  held: readonly number[],
  grants: Readonly<Record<number, readonly string[]>>,
  baseOf: (roleId: number) => number = (roleId) => roleId,
): RuleResult {
  const added = asked.filter((id) => !held.includes(id))
  const stranger = added.find((id) => !(assignableRolesOf(roles) as readonly number[]).includes(baseOf(id))) // ids are numbers
  if (stranger !== undefined) return { code: 'role_not_yours', role_id: stranger }
  const missing = added.flatMap((id) => grants[id] ?? []).find((word) => !hasPermission(permissions, word))
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

const same = (one: readonly (number | string)[], other: readonly (number | string)[]) =>
  new Set(one).size === new Set([...one, ...other]).size && new Set(other).size === new Set(one).size

/** The fields of a user that decide their access. */
export interface AccessFields {
  readonly role_ids: readonly number[]
  readonly access: UserAccessLists
  readonly status: string
}

/** Users cannot change their own status, roles or access lists. */
export const ownAccessRule = (now: AccessFields, then: AccessFields): RuleResult =>
  (now.status === then.status &&
    same(now.role_ids, then.role_ids) &&
    same(now.access.clients, then.access.clients) &&
    same(now.access.advertiser_groups, then.access.advertiser_groups) &&
    same(now.access.advertisers, then.access.advertisers)) || { code: 'own_reach' }

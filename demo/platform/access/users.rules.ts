import { rolesToGive } from '../../../src/contract/access/gate.rules.ts'
import { may } from '../../../src/contract/access/permissions.ts'
import type { RuleAnswer } from '../../../src/contract/reply.ts'
import { roleGroups } from '../../../src/contract/access/roles.ts'

/** The name of a user: what stands before the @ of their address. */
export const userNameOf = (email: string) => email.slice(0, Math.max(email.lastIndexOf('@'), 0))

/** What one user may open, by the ids of its lists. */
export interface Lists {
  readonly clients: readonly number[]
  readonly advertiser_groups: readonly number[]
  readonly advertisers: readonly number[]
}

/** Who wants to change users: their roles, and what they may there. */
export interface Giver {
  readonly roles: readonly number[]
  readonly permissions: Readonly<Record<string, boolean>>
}

const hasAny = (held: readonly number[], group: readonly number[]) => held.some((id) => group.includes(id))
const isSuper = (held: readonly number[]) => hasAny(held, roleGroups.superUserOnly)

/** Whether somebody may change a user at all: nobody above themself, and a super user only as one. */
export const manages = (held: readonly number[], theirs: readonly number[]): RuleAnswer =>
  theirs.every((id) => (rolesToGive(held) as readonly number[]).includes(id)) || isSuper(held) || { code: 'above_you' } // a list of role ids is one of numbers

/** Whether somebody may hand out roles: those of their level, and no permission that they lack. What is held already may stay. */
export function gives(
  { roles, permissions }: Giver,
  asked: readonly number[],
  held: readonly number[],
  grants: Readonly<Record<number, readonly string[]>>,
  baseOf: (roleId: number) => number = (roleId) => roleId,
): RuleAnswer {
  const added = asked.filter((id) => !held.includes(id))
  const stranger = added.find((id) => !(rolesToGive(roles) as readonly number[]).includes(baseOf(id))) // a list of role ids is one of numbers
  if (stranger !== undefined) return { code: 'role_not_yours', role_id: stranger }
  const missing = added.flatMap((id) => grants[id] ?? []).find((word) => !may(permissions, word))
  return missing === undefined || { code: 'permission_not_yours', permission: missing }
}

/** Whether lists go with roles: internal staff needs none, a client's people their client, an advertiser's people an advertiser or a group. */
export function listsFit(roleIds: readonly number[], { clients, advertiser_groups, advertisers }: Lists): RuleAnswer {
  const below = advertiser_groups.length + advertisers.length
  if (hasAny(roleIds, roleGroups.internalAndAbove))
    return (
      clients.length + below === 0 || {
        code: 'lists_for_internal',
        field: 'access',
        rule: 'Internal staff sees everything; leave the lists empty',
      }
    )
  if (hasAny(roleIds, roleGroups.clientLevel))
    return clients.length > 0 || { code: 'no_client', field: 'access.clients', rule: 'Name a client' }
  if (clients.length > 0)
    return { code: 'client_for_advertiser', field: 'access.clients', rule: 'These roles open advertisers, not whole clients' }
  return below > 0 || { code: 'no_advertiser', field: 'access.advertisers', rule: 'Name an advertiser or an advertiser group' }
}

const same = (one: readonly (number | string)[], other: readonly (number | string)[]) =>
  new Set(one).size === new Set([...one, ...other]).size && new Set(other).size === new Set(one).size

/** What decides how far somebody reaches. */
export interface Reaching {
  readonly role_ids: readonly number[]
  readonly access: Lists
  readonly status: string
}

/** Whether a change of oneself leaves alone what decides how far one reaches: nobody raises, or locks out, themself. */
export const leavesReach = (now: Reaching, then: Reaching): RuleAnswer =>
  (now.status === then.status &&
    same(now.role_ids, then.role_ids) &&
    same(now.access.clients, then.access.clients) &&
    same(now.access.advertiser_groups, then.access.advertiser_groups) &&
    same(now.access.advertisers, then.access.advertisers)) || { code: 'own_reach' }

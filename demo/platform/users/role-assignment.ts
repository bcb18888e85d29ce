import { type Access, opensAdvertiser, opensClient, type Place } from '../../../src/contract/access/access.rules.ts'
import { hasAnyRole, roleGroups, standingOf } from '../../../src/contract/access/roles.ts'
import { gives, type Lists, listsFit } from '../access/users.rules.ts'
import type { Context } from '../context/context.ts'
import { type GrantedRole, grantedRoles } from '../access/assigned-roles.ts'
import { noPermission, refuseField } from '../context/refusal.ts'
import { openedRows } from '../access/scope-rows.ts'
import { placesOf } from '../access/user-scope.ts'

/** The user's roles and access before the change. */
export interface Before {
  readonly roles: readonly { readonly role_id: number }[]
  readonly access: Access
}

const nothing: Before = { roles: [], access: { all: false, clients: [], advertiser_groups: [], advertisers: [] } }

/** Loads the roles. A client's role must belong to one of the caller's clients, unless the user has it already. */
async function rolesAsked({ database, caller }: Context, roleIds: readonly number[], held: readonly number[]) {
  const asked = await grantedRoles(database, roleIds)
  const isOpen = ({ role_id, member_group_id: id }: GrantedRole) =>
    id === null || held.includes(role_id) || opensClient(caller.access, id) || caller.person?.member_group_id === id
  if (!roleIds.every((id) => asked.some((role) => role.role_id === id && isOpen(role))))
    throw refuseField('role_ids', 'Expected ids of roles')
  return asked
}

/** All places that the lists cover; for internal staff, every client. An empty result becomes the caller's own client. */
async function placesGiven({ database, caller }: Context, asked: readonly GrantedRole[], lists: Lists): Promise<Place[]> {
  const isInternal = hasAnyRole(standingOf(asked), roleGroups.internalAndAbove)
  const everyClient = isInternal ? await database.kysely.selectFrom('member_groups').select('member_group_id').execute() : []
  const clients = [...lists.clients, ...everyClient.map(({ member_group_id }) => member_group_id)]
  const within = caller.variesByAdvertiser ? await openedRows(database, clients, lists.advertiser_groups) : []
  const own = [...clients.map((member_group_id) => ({ member_group_id })), ...(await placesOf(database, lists)), ...within]
  return own.length > 0 ? own : [{ member_group_id: caller.person?.member_group_id ?? 0 }]
}

/** Refuses unknown roles, roles that the caller may not assign at each place, and lists that do not fit the roles. */
export async function checkGiven(context: Context, roleIds: readonly number[], lists: Lists, before: Before = nothing) {
  const { caller } = context
  const held = before.roles.map(({ role_id }) => role_id)
  const asked = await rolesAsked(context, roleIds, held)
  const baseOf = (id: number) => asked.find(({ role_id }) => role_id === id)?.base_role_id ?? id
  const roles = standingOf(caller.person?.roles ?? [])
  const grantsAt = ({ member_group_id: at }: Place) =>
    Object.fromEntries(asked.map(({ role_id, member_group_id: of, words }) => [role_id, of === null || of === at ? words : []]))
  // A user keeps a role where they have it. At a new place, the caller must be allowed to assign it.
  const mayAt = (place: Place) =>
    gives(
      { roles, permissions: caller.permissionsAt(place) },
      roleIds,
      opensAdvertiser(before.access, place) ? held : [],
      grantsAt(place),
      baseOf,
    )
  const places = await placesGiven(context, asked, lists)
  if (!places.every((place) => mayAt(place) === true)) throw noPermission()
  const fit = listsFit(standingOf(asked), lists)
  if (fit !== true) throw refuseField(String(fit.field), String(fit.rule))
}

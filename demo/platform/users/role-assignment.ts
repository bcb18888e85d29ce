import { type Access, canAccessAdvertiser, canAccessClient, type TenantRef } from '../../../src/contract/access/access.rules.ts'
import { hasAnyRole, roleGroups, builtInRoleIds } from '../../../src/contract/access/roles.ts'
import { canAssignRoles, type UserAccessLists, listsMatchRoles } from '../access/users.rules.ts'
import type { Context } from '../context/context.ts'
import { type GrantedRole, grantedRoles } from '../access/assigned-roles.ts'
import { noPermission, refuseField } from '../context/refusal.ts'
import { placesOfClients } from '../access/scope-rows.ts'
import { placesOf } from '../access/user-scope.ts'

/** The user's roles and access before the change. */
export interface AssignmentBefore {
  readonly roles: readonly { readonly role_id: number }[]
  readonly access: Access
}

const nothing: AssignmentBefore = { roles: [], access: { all: false, clients: [], advertiser_groups: [], advertisers: [] } }

/** Loads the roles. A client's role must belong to one of the caller's clients, unless the user has it already. */
async function requestedRoles({ database, caller }: Context, roleIds: readonly number[], held: readonly number[]) {
  const asked = await grantedRoles(database, roleIds)
  const isOpen = ({ role_id, member_group_id: id }: GrantedRole) =>
    id === null || held.includes(role_id) || canAccessClient(caller.access, id) || caller.person?.member_group_id === id
  if (!roleIds.every((id) => asked.some((role) => role.role_id === id && isOpen(role))))
    throw refuseField('role_ids', 'Choose valid role IDs')
  return asked
}

/** All places that the lists cover; for internal staff, every client. An empty result becomes the caller's own client. */
async function placesOfLists({ database, caller }: Context, asked: readonly GrantedRole[], lists: UserAccessLists): Promise<TenantRef[]> {
  const isInternal = hasAnyRole(builtInRoleIds(asked), roleGroups.internalAndAbove)
  const everyClient = isInternal ? await database.kysely.selectFrom('member_groups').select('member_group_id').execute() : []
  const clients = [...lists.clients, ...everyClient.map(({ member_group_id }) => member_group_id)]
  const within = caller.variesByAdvertiser ? await placesOfClients(database, clients, lists.advertiser_groups) : []
  const own = [...clients.map((member_group_id) => ({ member_group_id })), ...(await placesOf(database, lists)), ...within]
  if (own.length > 0) return own
  const home = caller.person?.member_group_id
  if (!home) throw noPermission()
  return [{ member_group_id: home }]
}

/** Refuses unknown roles, roles that the caller may not assign at each place, and lists that do not fit the roles. */
export async function checkAssignment(
  context: Context,
  roleIds: readonly number[],
  lists: UserAccessLists,
  before: AssignmentBefore = nothing,
) {
  const { caller } = context
  const held = before.roles.map(({ role_id }) => role_id)
  const asked = await requestedRoles(context, roleIds, held)
  const baseOf = (id: number) => asked.find(({ role_id }) => role_id === id)?.base_role_id ?? id
  const roles = builtInRoleIds(caller.person?.roles ?? [])
  const grantsAt = ({ member_group_id: at }: TenantRef) =>
    Object.fromEntries(asked.map(({ role_id, member_group_id: of, words }) => [role_id, of === null || of === at ? words : []]))
  // A user keeps a role where they have it. At a new place, the caller must be allowed to assign it.
  const mayAt = (place: TenantRef) =>
    canAssignRoles(
      { roles, permissions: caller.permissionsAt(place) },
      roleIds,
      canAccessAdvertiser(before.access, place) ? held : [],
      grantsAt(place),
      baseOf,
    )
  const places = await placesOfLists(context, asked, lists)
  if (!places.every((place) => mayAt(place) === true)) throw noPermission()
  const fit = listsMatchRoles(builtInRoleIds(asked), lists)
  if (fit !== true) throw refuseField(String(fit.field), String(fit.rule))
}

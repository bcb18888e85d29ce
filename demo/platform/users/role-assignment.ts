import { type Access, canAccessAdvertiser, canAccessClient, type TenantRef } from '../../../src/contract/access/access.rules.ts'
import { hasAnyRole, roleGroups, builtInRoleIds } from '../../../src/contract/access/permissions.ts'
import type { AssignedRole } from '../../../src/contract/session/sso.ts'
import { type AccessEntry, assignRolesRule, type UserAccessLists, accessListsRule } from '../access/users.rules.ts'
import type { Context } from '../context/context.ts'
import { isLimitedByRole, listsOf, listsOfRole } from '../access/access-entries.ts'
import { type GrantedRole, grantedRoles } from '../access/assigned-roles.ts'
import { noPermission, refuseField } from '../context/refusal.ts'
import { tenantsOfClients } from '../access/scope-rows.ts'
import { tenantsOf } from '../access/user-scope.ts'

/** The user's roles and access before the change. */
export interface AssignmentBefore {
  readonly roles: readonly Pick<AssignedRole, 'role_id' | 'access'>[]
  readonly access: Access
}

/** Roles with the lists in which they apply. */
interface Assignment {
  readonly roleIds: readonly number[]
  readonly lists: UserAccessLists
}

/** All roles with the same lists, or each role with its own if some entries are limited to one. */
function assignmentsOf(roleIds: readonly number[], entries: readonly AccessEntry[]): Assignment[] {
  if (!isLimitedByRole(entries)) return [{ roleIds, lists: listsOf(entries) }]
  return roleIds.map((id) => ({ roleIds: [id], lists: listsOfRole(entries, id) }))
}

/** Roles that the user has at a tenant before the change. */
const rolesBefore = ({ roles, access }: AssignmentBefore, tenant: TenantRef) =>
  roles.flatMap((role) => (canAccessAdvertiser({ all: access.all, ...role.access }, tenant) ? role.role_id : []))

const noAssignment: AssignmentBefore = { roles: [], access: { all: false, clients: [], advertiser_groups: [], advertisers: [] } }

/** Loads the roles. A client's role must belong to one of the caller's clients, unless the user has it already. */
async function requestedRoles({ database, caller }: Context, roleIds: readonly number[], currentRoleIds: readonly number[]) {
  const roles = await grantedRoles(database, roleIds)
  const isAllowed = ({ role_id, member_group_id: id }: GrantedRole) =>
    id === null || currentRoleIds.includes(role_id) || canAccessClient(caller.access, id) || caller.person?.member_group_id === id
  if (!roleIds.every((id) => roles.some((role) => role.role_id === id && isAllowed(role))))
    throw refuseField('role_ids', 'Choose valid role IDs')
  return roles
}

/** All tenants that the lists cover; for internal staff, every client. An empty result becomes the caller's own client. */
async function tenantsOfLists({ database, caller }: Context, roles: readonly GrantedRole[], lists: UserAccessLists): Promise<TenantRef[]> {
  const isInternal = hasAnyRole(builtInRoleIds(roles), roleGroups.internalAndAbove)
  const allClients = isInternal ? await database.kysely.selectFrom('member_groups').select('member_group_id').execute() : []
  const clients = [...lists.clients, ...allClients.map(({ member_group_id }) => member_group_id)]
  const nestedTenants = caller.variesByAdvertiser ? await tenantsOfClients(database, clients, lists.advertiser_groups) : []
  const tenants = [...clients.map((member_group_id) => ({ member_group_id })), ...(await tenantsOf(database, lists)), ...nestedTenants]
  if (tenants.length > 0) return tenants
  const homeClient = caller.person?.member_group_id
  if (!homeClient) throw noPermission()
  return [{ member_group_id: homeClient }]
}

/** Throws for unknown roles, roles that the caller may not assign at each tenant, and lists that do not fit the roles. */
export async function requireAssignable(
  context: Context,
  roleIds: readonly number[],
  entries: readonly AccessEntry[],
  current: AssignmentBefore = noAssignment,
) {
  const { caller } = context
  if (entries.some(({ role_id }) => role_id !== null && !roleIds.includes(role_id)))
    throw refuseField('role_access', 'Choose roles of this user')
  const currentRoleIds = current.roles.map(({ role_id }) => role_id)
  const roles = await requestedRoles(context, roleIds, currentRoleIds)
  const baseOf = (id: number) => roles.find(({ role_id }) => role_id === id)?.base_role_id ?? id
  const grantsAt = ({ member_group_id: clientId }: TenantRef) =>
    Object.fromEntries(
      roles.map(({ role_id, member_group_id: roleClientId, words: permissions }) => [
        role_id,
        roleClientId === null || roleClientId === clientId ? permissions : [],
      ]),
    )
  // A user keeps a role where they have it. At a new tenant, the caller must be allowed to assign it.
  const assignRuleAt = (tenant: TenantRef, assignedIds: readonly number[]) =>
    assignRolesRule(
      { roles: builtInRoleIds(caller.rolesAt(tenant)), permissions: caller.permissionsAt(tenant) },
      assignedIds,
      rolesBefore(current, tenant),
      grantsAt(tenant),
      baseOf,
    )
  for (const { roleIds: assignedIds, lists } of assignmentsOf(roleIds, entries)) {
    const assigned = roles.filter(({ role_id }) => assignedIds.includes(role_id))
    const tenants = await tenantsOfLists(context, assigned, lists)
    if (!tenants.every((tenant) => assignRuleAt(tenant, assignedIds) === true)) throw noPermission()
    const result = accessListsRule(builtInRoleIds(assigned), lists)
    if (result !== true) throw refuseField(String(result.field), String(result.rule))
  }
}

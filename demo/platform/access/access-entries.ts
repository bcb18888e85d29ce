import type { TenantRef } from '../../../src/contract/access/access.rules.ts'
import { roleGroups } from '../../../src/contract/access/permissions.ts'
import type { AccessEntry, UserAccessLists } from './users.rules.ts'

/** An access entry with the client and the advertiser group of its tenant. */
export interface TenantEntry extends AccessEntry {
  readonly member_group_id: number
  readonly advertiser_group_id: number | null
}

interface HeldRole {
  readonly role_id: number
  readonly base_role_id: number
}

/** Ids of the tenants that a user has access to with one role only. */
export interface RoleLists {
  readonly role_id: number
  readonly access: UserAccessLists
}

const ascending = (left: number, right: number) => left - right
const idsOf = (entries: readonly AccessEntry[], kind: string) =>
  [...new Set(entries.flatMap((entry) => (entry.kind === kind ? entry.thing_id : [])))].toSorted(ascending)

/** Ids of the clients, advertiser groups and advertisers that a user has access to, with any role. */
export const listsOf = (entries: readonly AccessEntry[]) => ({
  clients: idsOf(entries, 'client'),
  advertiser_groups: idsOf(entries, 'advertiser_group'),
  advertisers: idsOf(entries, 'advertiser'),
})

/** The lists for one role, including entries that are for all roles. */
export const listsOfRole = (entries: readonly AccessEntry[], roleId: number) =>
  listsOf(entries.filter(({ role_id }) => role_id === null || role_id === roleId))

/** Only the entries that are limited to a role: one set of lists per role. */
export function listsByLimitedRole(entries: readonly AccessEntry[]) {
  const ids = [...new Set(entries.flatMap(({ role_id }) => role_id ?? []))].toSorted(ascending)
  return ids.map((role_id) => ({ role_id, access: listsOf(entries.filter((entry) => entry.role_id === role_id)) }))
}

const entriesIn = ({ clients, advertiser_groups, advertisers }: UserAccessLists, role_id: number | null): AccessEntry[] => {
  const ids = { client: clients, advertiser_group: advertiser_groups, advertiser: advertisers }
  return Object.entries(ids).flatMap(([kind, tenantIds]) => [...new Set(tenantIds)].map((thing_id) => ({ kind, thing_id, role_id })))
}

/** The tenant of an entry, as text. */
export const tenantKeyOf = ({ kind, thing_id }: AccessEntry) => `${kind} ${thing_id}`

/** Converts lists to entries. A tenant in `limited` is accessible only with the roles that list it, every other tenant with all roles. */
export function entriesOf(lists: UserAccessLists, limited: readonly RoleLists[]): AccessEntry[] {
  const listed = limited.flatMap(({ role_id, access }) => entriesIn(access, role_id))
  const limitedEntries = new Map(listed.map((entry) => [`${tenantKeyOf(entry)} ${entry.role_id}`, entry])).values()
  const limitedTenants = new Set(listed.map(tenantKeyOf))
  return [...entriesIn(lists, null).filter((entry) => !limitedTenants.has(tenantKeyOf(entry))), ...limitedEntries]
}

/** Whether some entries are limited to one role. */
export const isLimitedByRole = (entries: readonly AccessEntry[]) => entries.some(({ role_id }) => role_id !== null)

const covers = ({ kind, thing_id }: AccessEntry, tenant: TenantRef) => {
  if (kind === 'client') return thing_id === tenant.member_group_id
  return thing_id === (kind === 'advertiser' ? tenant.advertiser_id : tenant.advertiser_group_id)
}

/** Whether the entry's tenant is inside this tenant, such as an advertiser of a client. */
function isInside({ member_group_id, advertiser_group_id }: TenantEntry, tenant: TenantRef) {
  if (tenant.advertiser_id !== undefined) return false
  const group = tenant.advertiser_group_id ?? null
  return group === null ? member_group_id === tenant.member_group_id : advertiser_group_id === group
}

/**
 * Returns whether a user may use the permissions of a role at a tenant. Without entries that are limited to a role: yes, everywhere. Internal
 * roles: yes, everywhere. Otherwise the entries that cover the tenant decide: those for it, its group or its client. If there are none, the
 * entries inside the tenant decide, so that the user can open a client of which they see only some advertisers; the scope of such a request
 * then contains only these (`scope.ts`).
 */
export function roleApplies(entries: readonly TenantEntry[]): (role: HeldRole, tenant: TenantRef) => boolean {
  if (!isLimitedByRole(entries)) return () => true
  return (role, tenant) => {
    if (roleGroups.internalAndAbove.some((id) => id === role.base_role_id)) return true
    const covering = entries.filter((entry) => covers(entry, tenant))
    const deciding = covering.length > 0 ? covering : entries.filter((entry) => isInside(entry, tenant))
    return deciding.some(({ role_id }) => role_id === null || role_id === role.role_id)
  }
}

import type { TenantRef } from '../../../src/contract/access/access.rules.ts'
import { roleGroups } from '../../../src/contract/access/roles.ts'
import type { AccessEntry, UserAccessLists } from './users.rules.ts'

/** An entry with the client and the group of what it names. */
export interface PlacedEntry extends AccessEntry {
  readonly member_group_id: number
  readonly advertiser_group_id: number | null
}

interface PlacedRole {
  readonly role_id: number
  readonly base_role_id: number
}

/** The lists of one role. */
export interface RoleLists {
  readonly role_id: number
  readonly access: UserAccessLists
}

const ascending = (left: number, right: number) => left - right
const idsOf = (entries: readonly AccessEntry[], kind: string) =>
  [...new Set(entries.flatMap((entry) => (entry.kind === kind ? entry.thing_id : [])))].toSorted(ascending)

/** The entries as lists of ids, whatever their role. */
export const listsOf = (entries: readonly AccessEntry[]) => ({
  clients: idsOf(entries, 'client'),
  advertiser_groups: idsOf(entries, 'advertiser_group'),
  advertisers: idsOf(entries, 'advertiser'),
})

/** The lists in which one role applies. */
export const listsOfRole = (entries: readonly AccessEntry[], roleId: number) =>
  listsOf(entries.filter(({ role_id }) => role_id === null || role_id === roleId))

/** The lists that are limited to single roles, by role. */
export function limitedListsOf(entries: readonly AccessEntry[]) {
  const ids = [...new Set(entries.flatMap(({ role_id }) => role_id ?? []))].toSorted(ascending)
  return ids.map((role_id) => ({ role_id, access: listsOf(entries.filter((entry) => entry.role_id === role_id)) }))
}

const entriesIn = ({ clients, advertiser_groups, advertisers }: UserAccessLists, role_id: number | null): AccessEntry[] => {
  const ids = { client: clients, advertiser_group: advertiser_groups, advertiser: advertisers }
  return Object.entries(ids).flatMap(([kind, things]) => [...new Set(things)].map((thing_id) => ({ kind, thing_id, role_id })))
}

/** The entries of lists. What `limited` names is limited to the roles there; everything else applies to all roles. */
export function entriesOf(lists: UserAccessLists, limited: readonly RoleLists[]): AccessEntry[] {
  const named = limited.flatMap(({ role_id, access }) => entriesIn(access, role_id))
  const limitedEntries = [...new Map(named.map((entry) => [`${entry.kind} ${entry.thing_id} ${entry.role_id}`, entry])).values()]
  const isLimited = (entry: AccessEntry) => limitedEntries.some(({ kind, thing_id }) => kind === entry.kind && thing_id === entry.thing_id)
  return [...entriesIn(lists, null).filter((entry) => !isLimited(entry)), ...limitedEntries]
}

/** True if some entries apply to one role only. */
export const isLimitedByRole = (entries: readonly AccessEntry[]) => entries.some(({ role_id }) => role_id !== null)

const covers = ({ kind, thing_id }: AccessEntry, place: TenantRef) => {
  if (kind === 'client') return thing_id === place.member_group_id
  return thing_id === (kind === 'advertiser' ? place.advertiser_id : place.advertiser_group_id)
}

/** Whether the entry is inside the place, such as an advertiser of a client. */
function isInside({ member_group_id, advertiser_group_id }: PlacedEntry, place: TenantRef) {
  if (place.advertiser_id !== undefined) return false
  const group = place.advertiser_group_id ?? null
  return group === null ? member_group_id === place.member_group_id : advertiser_group_id === group
}

/**
 * Returns a function that tells whether a role applies at a place: through an entry for the place or a place above it. If the user
 * has none, the place is a client or group of which they have a part, and the roles of its parts apply: requests that name only the
 * client are then limited to these parts. Internal roles apply everywhere.
 */
export function roleApplies(entries: readonly PlacedEntry[]): (role: PlacedRole, place: TenantRef) => boolean {
  if (!isLimitedByRole(entries)) return () => true
  return (role, place) => {
    if (roleGroups.internalAndAbove.some((id) => id === role.base_role_id)) return true
    const covering = entries.filter((entry) => covers(entry, place))
    const deciding = covering.length > 0 ? covering : entries.filter((entry) => isInside(entry, place))
    return deciding.some(({ role_id }) => role_id === null || role_id === role.role_id)
  }
}

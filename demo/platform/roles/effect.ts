import type { RoleChange, RoleEffect } from '../../../src/contract/access/role-endpoints.ts'
import type { TenantEntry } from '../access/access-entries.ts'

/** A role as far as its permissions and its client matter. */
export interface EffectiveRole {
  readonly role_id: number
  /** The client of a custom role; a built-in role applies at every client. */
  readonly member_group_id: number | null
  readonly words: ReadonlySet<string>
}

/** A user who has the changed role. */
export interface RoleHolder {
  readonly role_ids: readonly number[]
  /** Empty for internal staff, who have access to everything. */
  readonly entries: readonly TenantEntry[]
  /** Permissions that are set for the user at all tenants, which override those of roles. */
  readonly overrides: readonly string[]
}

const appliesAt = ({ role_id, member_group_id }: EffectiveRole, entry: TenantEntry, entries: readonly TenantEntry[]) => {
  const isOfClient = member_group_id === null || member_group_id === entry.member_group_id
  const isSameTenant = (other: TenantEntry) => other.kind === entry.kind && other.thing_id === entry.thing_id
  return isOfClient && entries.some((other) => isSameTenant(other) && (other.role_id === null || other.role_id === role_id))
}

/** Whether a permission of the role decides what the user may do: at one or more of their tenants, nothing else grants it. */
function decides(role: EffectiveRole, holder: RoleHolder, word: string, roles: ReadonlyMap<number, EffectiveRole>) {
  if (holder.overrides.includes(word)) return false
  const others = holder.role_ids.flatMap((id) => (id === role.role_id ? [] : (roles.get(id) ?? []))).filter(({ words }) => words.has(word))
  const { entries } = holder
  if (entries.length === 0) return others.length === 0
  return entries.some((entry) => appliesAt(role, entry, entries) && !others.some((other) => appliesAt(other, entry, entries)))
}

/** How many users would gain and lose each permission of a planned change of a role. */
export function roleEffect(
  role: EffectiveRole,
  { added, removed }: RoleChange,
  holders: readonly RoleHolder[],
  roles: ReadonlyMap<number, EffectiveRole>,
): RoleEffect['permissions'] {
  const count = (word: string) => holders.filter((holder) => decides(role, holder, word, roles)).length
  const gained = added.filter((word) => !role.words.has(word)).map((permission) => ({ permission, gain: count(permission), lose: 0 }))
  const lost = removed.filter((word) => role.words.has(word)).map((permission) => ({ permission, gain: 0, lose: count(permission) }))
  return [...gained, ...lost]
}

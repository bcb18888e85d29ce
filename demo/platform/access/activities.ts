import { type Access, canAccessAdvertiser, canAccessClient } from '../../../src/contract/access/access.rules.ts'
import type { Activity } from '../../../src/contract/access/activities.ts'
import { notificationTypes, type User, type UserRow } from '../../../src/contract/users/users.ts'
import type { Database } from '../database/database.ts'
import { rolesOfUser } from './assigned-roles.ts'
import { tenantsOf } from './user-scope.ts'

/** A permission that was granted or denied at one tenant, or at the `base` level for all. */
export interface PermissionEntry {
  readonly level: string
  /** The tenant's id; 0 at the `base` level. */
  readonly thing_id: number
  readonly permission: string
  readonly granted: boolean
}

/** Groups permissions by activity, as the specification shows them. */
function activitiesOf(entries: readonly Pick<PermissionEntry, 'permission' | 'granted'>[]): Activity[] {
  const permissionsOf = new Map<string, Record<string, boolean>>()
  for (const { permission, granted } of entries) {
    const [name = ''] = permission.split('.', 1)
    const permissions = permissionsOf.get(name) ?? {}
    permissions[permission.slice(name.length + 1)] = granted
    permissionsOf.set(name, permissions)
  }
  return [...permissionsOf.keys()].toSorted().map((name) => ({ name, permissions: permissionsOf.get(name) ?? {} }))
}

/** The permissions of a role, by activity. */
export const activitiesOfRole = (permissions: readonly string[]) =>
  activitiesOf(permissions.map((permission) => ({ permission, granted: true })))

/** The grants and denials of one level, by tenant. */
export function activitiesAt(entries: readonly PermissionEntry[], level: string) {
  const levelEntries = entries.filter((entry) => entry.level === level)
  const ids = [...new Set(levelEntries.map(({ thing_id }) => thing_id))].toSorted((left, right) => left - right)
  return ids.map((id) => ({ id, activities: activitiesOf(levelEntries.filter(({ thing_id }) => thing_id === id)) }))
}

/** Only the entries at tenants that the caller can access. */
async function entriesWithin(database: Database, access: Access, entries: readonly PermissionEntry[]) {
  const ids = (level: string) => entries.flatMap((entry) => (entry.level === level ? entry.thing_id : []))
  const tenants = await tenantsOf(database, { advertiser_groups: ids('advertiser_group'), advertisers: ids('advertiser') })
  const accessibleTenants = tenants.filter((tenant) => canAccessAdvertiser(access, tenant))
  return entries.filter(({ level, thing_id }) => {
    if (level === 'member_group') return canAccessClient(access, thing_id)
    if (level === 'advertiser') return accessibleTenants.some(({ advertiser_id }) => advertiser_id === thing_id)
    return (
      level === 'base' || accessibleTenants.some((tenant) => tenant.advertiser_id === undefined && tenant.advertiser_group_id === thing_id)
    )
  })
}

/** A user with all their settings, limited to tenants that the caller can access. */
export async function toUserDetail(database: Database, access: Access, row: UserRow): Promise<User> {
  const { kysely } = database
  const allEntries = await kysely.selectFrom('user_activities').selectAll().where('user_id', '=', row.user_id).execute()
  const entries = await entriesWithin(database, access, allEntries)
  const settings = await kysely.selectFrom('user_notifications').select(['type', 'enabled']).where('user_id', '=', row.user_id).execute()
  const { held = [] } =
    (await kysely.selectFrom('users').select(rolesOfUser.as('held')).where('user_id', '=', row.user_id).executeTakeFirst()) ?? {}
  const wordsOf = (roleId: number) => held.find(({ role_id }) => role_id === roleId)?.words ?? []
  return {
    ...row,
    roles: row.roles.map((role) => ({ ...role, activities: activitiesOfRole(wordsOf(role.role_id)) })),
    base_activities: activitiesOf(entries.filter(({ level }) => level === 'base')),
    member_group_activities: activitiesAt(entries, 'member_group'),
    advertiser_group_activities: activitiesAt(entries, 'advertiser_group'),
    advertiser_activities: activitiesAt(entries, 'advertiser'),
    // Notifications without a setting are on.
    notifications: notificationTypes.map((type) => ({ type, enabled: settings.find((setting) => setting.type === type)?.enabled ?? true })),
  }
}

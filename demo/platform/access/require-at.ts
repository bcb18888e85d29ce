import { hasPermission, type Permission } from '../../../src/contract/access/permissions.ts'
import type { Context } from '../context/context.ts'
import { noPermission } from '../context/refusal.ts'

/**
 * Throws unless the caller has the permission at every given advertiser. Used when a request needs more than the permission of its
 * endpoint (`may`). Unknown advertisers are ignored.
 */
export async function requirePermissionAtAdvertisers(
  { database: { kysely }, caller }: Context,
  memberGroupId: number,
  advertiserIds: readonly number[],
  permission: Permission,
) {
  if (advertiserIds.length === 0) return
  const tenants = await kysely
    .selectFrom('advertisers')
    .select(['member_group_id', 'advertiser_group_id', 'advertiser_id'])
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', 'in', [...new Set(advertiserIds)])
    .execute()
  if (!tenants.every((tenant) => hasPermission(caller.permissionsAt(tenant), permission))) throw noPermission()
}

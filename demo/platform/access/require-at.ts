import { hasPermission, type Permission } from '../../../src/contract/access/permissions.ts'
import type { Context } from '../context/context.ts'
import { noPermission } from '../context/refusal.ts'

/**
 * Refuses unless the caller has the permission at every given advertiser. For requests that do more than their endpoint's `may`
 * covers.
 */
export async function requireAt(
  { database: { kysely }, caller }: Context,
  memberGroupId: number,
  advertiserIds: readonly number[],
  word: Permission,
) {
  if (advertiserIds.length === 0) return
  const places = await kysely
    .selectFrom('advertisers')
    .select(['member_group_id', 'advertiser_group_id', 'advertiser_id'])
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', 'in', [...new Set(advertiserIds)])
    .execute()
  if (!places.every((place) => hasPermission(caller.permissionsAt(place), word))) throw noPermission()
}

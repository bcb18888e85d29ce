import type { Access } from '../../../src/contract/access/access.rules.ts'
import type { Database } from '../database/database.ts'

/** Advertisers in the access lists, directly or through their group, by id. Advertisers of whole clients are not included. */
export async function listedAdvertisers({ kysely }: Database, { advertisers, advertiser_groups }: Access, limit: number) {
  if (advertisers.length + advertiser_groups.length === 0) return []
  return kysely
    .selectFrom('advertisers')
    .select(['member_group_id', 'advertiser_group_id', 'advertiser_id'])
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([where('advertiser_id', 'in', [0, ...advertisers]), where('advertiser_group_id', 'in', [0, ...advertiser_groups])]),
    )
    .orderBy('advertiser_id')
    .limit(limit)
    .execute()
}

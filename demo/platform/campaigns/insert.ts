import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Context } from '../context/context.ts'
import type { Tables } from '../tables/index.ts'

/** What a new campaign and its ad groups say of themselves; when and by whom they are made is the same for all. */
type CampaignColumns = Omit<Insertable<Tables['campaigns']>, 'created_at' | 'submitted_at' | 'created_by'>
type AdGroupColumns = Omit<Insertable<Tables['ad_groups']>, 'created_at'>

/** Writes a campaign whose every field was found right. */
export async function insertCampaign({ database, now, caller }: Context, columns: CampaignColumns): Promise<number> {
  const made = { created_at: now(), submitted_at: now(), created_by: caller.person?.user_id ?? null }
  const { campaign_id } = await database.kysely
    .insertInto('campaigns')
    .values({ ...columns, ...made })
    .returning('campaign_id')
    .executeTakeFirstOrThrow()
  return campaign_id
}

/** Writes an ad group and what it advertises, as rows of an entity and its own bid; gives their number. */
export async function insertAdGroup({ database: { kysely }, now }: Context, columns: AdGroupColumns, entities: RawBuilder<unknown>) {
  const { ad_group_id } = await kysely
    .insertInto('ad_groups')
    .values({ ...columns, created_at: now() })
    .returning('ad_group_id')
    .executeTakeFirstOrThrow()
  const { member_group_id, advertiser_id, campaign_id } = columns
  const { numAffectedRows } = await sql`
    insert into ad_group_entities (member_group_id, advertiser_id, campaign_id, ad_group_id, entity_id, bid, added_at)
    select ${member_group_id}::int, ${advertiser_id}::int, ${campaign_id}::int, ${ad_group_id}::int, said.entity_id, said.bid, ${now()}::timestamptz
    from (${entities}) as said`.execute(kysely)
  return Number(numAffectedRows ?? 0)
}

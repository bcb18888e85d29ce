import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  `create index ad_group_entities_with_bids on ad_group_entities (member_group_id, ad_group_id, bid desc) where bid is not null`,
  `create index ad_group_entities_without_bids on ad_group_entities (member_group_id, ad_group_id) where bid is null`,
]

/** Indexes that find an ad group's highest bid, and whether it has entities, without reading all of them. */
export const entitiesWithBids: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

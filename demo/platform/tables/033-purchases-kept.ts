import { type Kysely, type Migration, sql } from 'kysely'

/** Who bought is kept for some days, as hours and entities are, and is found by its advertiser. */
export const purchasesKept: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table facts_kept add column purchases_before date`.execute(db)
    await sql`create index facts_purchases_by_advertiser on facts_purchases (member_group_id, advertiser_id, day)`.execute(db)
  },
}

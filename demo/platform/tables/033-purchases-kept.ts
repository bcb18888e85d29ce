import { type Kysely, type Migration, sql } from 'kysely'

/** Limits the retention of purchases, and finds them by advertiser. */
export const purchasesKept: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table facts_kept add column purchases_before date`.execute(db)
    await sql`create index facts_purchases_by_advertiser on facts_purchases (member_group_id, advertiser_id, day)`.execute(db)
  },
}

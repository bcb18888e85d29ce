import { type Kysely, type Migration, sql } from 'kysely'

/** What is asked for once is mailed once, also where its server ends before it has said so. */
export const mailsOnce: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table mails add column unique_key text unique`.execute(db)
  },
}

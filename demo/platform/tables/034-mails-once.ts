import { type Kysely, type Migration, sql } from 'kysely'

/** A unique key stops a second mail when a server stops before it has recorded the first. */
export const mailsOnce: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table mails add column unique_key text unique`.execute(db)
  },
}

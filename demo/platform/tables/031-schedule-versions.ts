import { type Kysely, type Migration, sql } from 'kysely'

/** A new schedule continues the version numbers of the removed one, so that a save with the old version conflicts. */
export const scheduleVersions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table saved_reports add column schedule_versions int not null default 0`.execute(db)
  },
}

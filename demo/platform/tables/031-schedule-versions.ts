import { type Kysely, type Migration, sql } from 'kysely'

/** A schedule that is made where there was one goes on counting its versions: who still sees the one before is told. */
export const scheduleVersions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table saved_reports add column schedule_versions int not null default 0`.execute(db)
  },
}

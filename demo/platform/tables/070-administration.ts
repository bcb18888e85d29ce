import { type Kysely, type Migration, sql } from 'kysely'
import { learnPermissions } from './learn-permissions.ts'

/** Permissions of the administration, and the version of an experience. */
export const administration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table experiences add column version int not null default 1`.execute(db)
    await learnPermissions(db)
  },
}

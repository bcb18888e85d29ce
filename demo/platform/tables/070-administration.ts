import { type Kysely, type Migration, sql } from 'kysely'
import type { At } from './columns.ts'

/** Column that this migration adds to users. */
export interface LastSeenColumns {
  /** When the user was last at the identity provider, to the hour. */
  last_seen_at: At | null
}

/** When users were last seen. */
export const administration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table users add column last_seen_at timestamptz`.execute(db)
  },
}

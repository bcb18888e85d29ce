import { type Kysely, type Migration, sql } from 'kysely'
import { learnPermissions } from './learn-permissions.ts'

/** Columns that this migration adds to clients. */
export interface HostColumns {
  /** The names that the client itself has chosen; they replace the current ones once internal staff confirms the client. */
  requested_host_name: string | null
  requested_login_key: string | null
}

/** Clients choose their own host name and login key, which internal staff confirms. */
export const hosts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table member_groups add column requested_host_name text unique, add column requested_login_key text unique`.execute(db)
    await learnPermissions(db)
  },
}

import { type Kysely, type Migration, sql } from 'kysely'

export interface RequestIdColumns {
  /** The request that moved the money; null for jobs of the platform and messages of the provider. */
  request_id: string | null
}

/** Ledger entries and payments name the request that made them. */
export const requestIds: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const table of ['balance_events', 'payments']) await sql.raw(`alter table ${table} add column request_id text`).execute(db)
  },
}

import { type Kysely, type Migration, sql } from 'kysely'
import type { At } from './columns.ts'

export interface RateLimitTables {
  /** Until when what somebody took is owed; once that is past, the row says nothing any more. */
  rate_limits: { name_hash: string; owed_until: At }
}

const statements = [
  `create table rate_limits (name_hash text primary key, owed_until timestamptz not null)`,
  `create index rate_limits_past on rate_limits (owed_until)`,
]

/** What is counted for all servers on one database together. */
export const rateLimits: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

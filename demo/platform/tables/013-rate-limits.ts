import { type Kysely, type Migration, sql } from 'kysely'
import type { At } from './columns.ts'

export interface RateLimitTables {
  /** How many somebody had left after they asked last, and whether they got one; once it is full again, the row says nothing any more. */
  rate_limits: { name_hash: string; left_over: number; is_taken: boolean; asked_at: At; full_at: At }
}

const statements = [
  `create table rate_limits (name_hash text primary key, left_over float8 not null, is_taken boolean not null, asked_at timestamptz not null, full_at timestamptz not null)`,
  `create index rate_limits_past on rate_limits (full_at)`,
]

/** What is counted for all servers on one database together. */
export const rateLimits: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

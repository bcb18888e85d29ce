import { type Kysely, type Migration, sql } from 'kysely'
import type { At } from './columns.ts'

export interface RateLimitTables {
  /**
   * The tokens left after the last request, and whether it was allowed. After `full_at` the bucket is full and the row can be
   * deleted.
   */
  rate_limits: {
    /** Hash of the limit and the key of the bucket. */
    name_hash: string
    /** Tokens in the bucket, after a request was allowed or refused. */
    left_over: number
    /** Whether the last request was allowed. */
    is_taken: boolean
    /** When the bucket was last updated. */
    asked_at: At
    full_at: At
  }
}

const statements = [
  `create table rate_limits (name_hash text primary key, left_over float8 not null, is_taken boolean not null, asked_at timestamptz not null, full_at timestamptz not null)`,
  `create index rate_limits_past on rate_limits (full_at)`,
]

/** Rate limits that all servers on one database share. */
export const rateLimits: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

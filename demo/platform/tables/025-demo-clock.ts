import { type Kysely, type Migration, sql } from 'kysely'
import type { At, Made } from './columns.ts'

/** What the speed of a demonstration has besides. */
export interface DemoClockColumns {
  /** How far the clock of the demonstration is ahead of the machine's. */
  ahead_ms: Made<number>
  /** Up to when, by the machine's clock, it has gone faster. */
  passed_at: At | null
}

const statements = [
  `alter table delivery_settings add column ahead_ms bigint not null default 0 check (ahead_ms >= 0), add column passed_at timestamptz`,
]

/** The clock of a demonstration goes on for as long as it is made to. */
export const demoClock: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

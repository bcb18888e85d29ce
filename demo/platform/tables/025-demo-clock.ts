import { type Kysely, type Migration, sql } from 'kysely'
import type { At, GeneratedColumn } from './columns.ts'

/** Columns that this migration adds to the delivery settings. */
export interface DemoClockColumns {
  /** The lead of the demonstration's clock over the machine's. */
  ahead_ms: GeneratedColumn<number>
  /** The machine time up to which the lead has been applied. */
  passed_at: At | null
}

const statements = [
  `alter table delivery_settings add column ahead_ms bigint not null default 0 check (ahead_ms >= 0), add column passed_at timestamptz`,
]

/** The demonstration's clock can run faster than real time. */
export const demoClock: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

import { type Kysely, type Migration, sql } from 'kysely'
import type { Day } from './columns.ts'

export interface FactsKeptTables {
  /** The day before which a client's facts have lost their short-lived detail. */
  facts_kept: { member_group_id: number; hours_before: Day | null; entities_before: Day | null; purchases_before: Day | null }
}

/** Records progress, so that the sweep does not read old days again. */
export const factsRetention: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table facts_kept (member_group_id int primary key references member_groups, hours_before date, entities_before date)`.execute(
      db,
    )
  },
}

import { type Kysely, type Migration, sql } from 'kysely'
import type { Day } from './columns.ts'

export interface FactsKeptTables {
  /** Up to which day a client's facts have lost the detail that is kept for some days alone. */
  facts_kept: { member_group_id: number; hours_before: Day | null; entities_before: Day | null; purchases_before: Day | null }
}

/** So that no old day is looked at twice. */
export const factsKept: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table facts_kept (member_group_id int primary key references member_groups, hours_before date, entities_before date)`.execute(
      db,
    )
  },
}

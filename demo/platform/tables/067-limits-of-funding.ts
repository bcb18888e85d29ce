import { type Kysely, type Migration, sql } from 'kysely'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'

const obstacles = `'month_used_up', 'day_used_up', 'above_new_method', 'below_minimum', 'spend_limit'`

const statements = [
  `alter table auto_rebills drop constraint auto_rebills_obstacle_check, add constraint auto_rebills_obstacle_check check (obstacle in (${obstacles}))`,
  `alter table auto_rebill_runs drop constraint auto_rebill_runs_outcome_check, add constraint auto_rebill_runs_outcome_check check (outcome in ('succeeded', 'declined', 'processing', ${obstacles}))`,
  // Clients that give credit keep this possibility.
  `insert into member_group_funding_types (member_group_id, funding_type_id, status)
    select distinct member_group_id, ${fundingTypes.creditLine}, 'Active' from spend_limits
    on conflict (member_group_id, funding_type_id) do update set status = 'Active'`,
]

/** A spend limit keeps an auto-rebill from charging, and needs the funding type of credit lines. */
export const limitsOfFunding: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

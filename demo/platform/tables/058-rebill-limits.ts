import { type Kysely, type Migration, sql } from 'kysely'

const obstacles = `'month_used_up', 'day_used_up', 'above_new_method', 'below_minimum'`

const statements = [
  `alter table auto_rebills drop constraint auto_rebills_obstacle_check, add constraint auto_rebills_obstacle_check check (obstacle in (${obstacles}))`,
  `alter table auto_rebill_runs drop constraint auto_rebill_runs_outcome_check, add constraint auto_rebill_runs_outcome_check check (outcome in ('succeeded', 'declined', 'processing', ${obstacles}))`,
]

/** Obstacles of auto-rebills: the limits of payments. */
export const rebillLimits: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

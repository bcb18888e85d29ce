import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  `alter table fee_schedules alter column day_maximum drop not null, alter column day_maximum drop default`,
  // The former default was the same number in every currency.
  `update fee_schedules set day_maximum = null where day_maximum = 25000000000`,
  `alter table payment_sessions add column under_way int not null default 0`,
  // Payments that may be of a stolen card are few, and are counted before each payment.
  `create index payments_not_paid on payments (member_group_id, created_at) where state in ('declined', 'processing', 'needs_action')`,
  // A page of the ledger starts at its earliest time.
  `create index balance_events_by_time on balance_events (member_group_id, advertiser_id, at, balance_event_id)`,
]

/** The default of the day's maximum is worth the same in every currency; attempts are counted; a page of the ledger is read by an index. */
export const fundsLimits: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

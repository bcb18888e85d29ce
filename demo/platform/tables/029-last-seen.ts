import { type Kysely, type Migration, sql } from 'kysely'
import type { At, Made } from './columns.ts'

/** What a draft knows of what it holds. */
export interface HeldVersionColumns {
  /** Counts every change of its ad groups and of what it and they advertise; its own fields have a version of their own. */
  held_version: Made<number>
}
export interface LastSeenTables {
  /** When it was last looked whether somebody of a client has to be told something. */
  alert_looks: { member_group_id: number; looked_at: At }
}

const statements = [
  `alter table campaign_drafts add column held_version int not null default 1`,
  `create table alert_looks (member_group_id int primary key references member_groups, looked_at timestamptz not null)`,
  `create index campaigns_to_end on campaigns (end_date) where status in ('active', 'paused') and deleted_at is null`,
  `create index campaign_changes_decided on campaign_changes (member_group_id, campaign_id, campaign_change_id) where ad_group_id is null and kind in ('approved', 'denied')`,
]

/** Whoever submits a draft can say what they saw of it, and what is news is what came since the last look; what is over and what was decided last is found by an index. */
export const lastSeen: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

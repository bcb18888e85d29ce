import { type Kysely, type Migration, sql } from 'kysely'
import type { At, GeneratedColumn } from './columns.ts'

/** Column that this migration adds to drafts. */
export interface DraftContentVersionColumns {
  /** Counts changes of the draft's ad groups and entities; the draft's own fields have `version`. */
  held_version: GeneratedColumn<number>
}
export interface LastSeenTables {
  /** When alerts of a client were last checked. */
  alert_looks: { member_group_id: number; looked_at: At }
}

const statements = [
  `alter table campaign_drafts add column held_version int not null default 1`,
  `create table alert_looks (member_group_id int primary key references member_groups, looked_at timestamptz not null)`,
  `create index campaigns_to_end on campaigns (end_date) where status in ('active', 'paused') and deleted_at is null`,
  `create index campaign_changes_decided on campaign_changes (member_group_id, campaign_id, campaign_change_id) where ad_group_id is null and kind in ('approved', 'denied')`,
]

/** Versions of draft content, the last alert check, and indexes for campaigns to end and for review decisions. */
export const lastSeen: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

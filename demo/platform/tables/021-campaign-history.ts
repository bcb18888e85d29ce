import { type Kysely, type Migration, sql } from 'kysely'

const statements = [
  `alter table campaign_changes add column comment text`,
  `create index campaign_changes_by_batch on campaign_changes (member_group_id, batch) where batch is not null`,
  `create index campaign_changes_undone on campaign_changes (member_group_id, undo_of) where undo_of is not null`,
]

/** Change comments, and indexes for bulk changes and undo. */
export const campaignHistory: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

import { type Kysely, type Migration, sql } from 'kysely'

/** What a change of a campaign has besides what it changed. */
export interface CampaignHistoryColumns {
  /** Why it was changed, in the words of whoever did. */
  comment: string | null
}

const statements = [
  `alter table campaign_changes add column comment text`,
  `create index campaign_changes_by_batch on campaign_changes (member_group_id, batch) where batch is not null`,
  `create index campaign_changes_undone on campaign_changes (member_group_id, undo_of) where undo_of is not null`,
]

/** What of a history is found by what was done at once, and by what took something back. */
export const campaignHistory: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

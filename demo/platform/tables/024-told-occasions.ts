import { type Kysely, type Migration, sql } from 'kysely'

/** Column that this migration adds to sent alerts. */
export interface ToldOccasionColumns {
  /** The review decision of the alert, so that a second decision gets its own alert; 0 for other alerts. */
  occasion: number
}

const statements = [
  `alter table told_alerts add column occasion bigint not null default 0`,
  `update told_alerts t set occasion = coalesce((select max(h.campaign_change_id) from campaign_changes h where h.member_group_id = t.member_group_id and h.campaign_id = t.campaign_id and h.ad_group_id is null and h.kind = 'denied'), 0) where code = 'review_denied'`,
  `alter table told_alerts drop constraint told_alerts_pkey, add primary key (member_group_id, campaign_id, code, occasion)`,
]

/** A second decision about a campaign sends a new alert. */
export const toldOccasions: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

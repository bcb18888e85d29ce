import { type Kysely, sql } from 'kysely'
import { recordChanges } from '../changes/record.ts'
import { grouped } from '../sql/group-by.ts'
import type { JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'

/**
 * Ends the campaigns of all clients whose end date has passed in their advertiser's time zone. The UTC comparison is a prefilter: no
 * zone is more than one date ahead of UTC.
 */
const endDue = (kysely: Kysely<Tables>, now: Date) =>
  kysely
    .with('due', (db) =>
      db
        .selectFrom('campaigns as c')
        .innerJoin('advertisers as a', (join) =>
          join.onRef('a.member_group_id', '=', 'c.member_group_id').onRef('a.advertiser_id', '=', 'c.advertiser_id'),
        )
        .select(['c.member_group_id', 'c.campaign_id', 'c.status'])
        // As literals, so that the planner recognizes the index of campaigns to end.
        .where('c.status', 'in', [sql.lit('active'), sql.lit('paused')])
        .where('c.deleted_at', 'is', null)
        .where('c.end_date', '<=', sql<string>`(${now}::timestamptz at time zone 'UTC')::date`)
        .where('c.end_date', '<', sql<string>`(${now}::timestamptz at time zone a.time_zone)::date`)
        .forUpdate('c'),
    )
    .updateTable('campaigns as c')
    .from('due')
    .set(({ eb }) => ({ status: 'ended', version: eb('c.version', '+', 1) }))
    .whereRef('c.member_group_id', '=', 'due.member_group_id')
    .whereRef('c.campaign_id', '=', 'due.campaign_id')
    .returning(['c.member_group_id', 'c.campaign_id', 'due.status'])
    .execute()

/** Ends campaigns whose end date has passed and records the changes, in one transaction. */
export const endCampaigns = (database: Kysely<Tables>, now: Date): Promise<void> =>
  database.transaction().execute(async (kysely) => {
    const ended = await endDue(kysely, now)
    for (const [memberGroupId, campaigns] of grouped(ended, ({ member_group_id }) => member_group_id)) {
      const writer = { now: () => now, database: { kysely }, scope: { memberGroupId, advertisers: 'all' } } as const
      await recordChanges(
        writer,
        campaigns.map(({ campaign_id, status }) => ({
          entity: 'campaign' as const,
          entityId: campaign_id,
          kind: 'ended' as const,
          before: { status },
          after: { status: 'ended' },
        })),
      )
    }
  })

/** Ends campaigns in production too, where another system delivers. */
export const endingsJob: JobKind = {
  everyMs: 60_000,
  run: (_, { database, now }) => endCampaigns(database.kysely, now()),
}

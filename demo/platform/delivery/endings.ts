import { type Kysely, sql } from 'kysely'
import type { JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'

/**
 * Ends campaigns whose end date has passed in their advertiser's time zone, and records the change in the same statement, for all
 * clients at once. The UTC comparison is a prefilter: no zone is more than one date ahead of UTC.
 */
export async function endCampaigns(kysely: Kysely<Tables>, now: Date): Promise<void> {
  await kysely
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
    .with('ended', (db) =>
      db
        .updateTable('campaigns as c')
        .from('due')
        .set(({ eb }) => ({ status: 'ended', version: eb('c.version', '+', 1) }))
        .whereRef('c.member_group_id', '=', 'due.member_group_id')
        .whereRef('c.campaign_id', '=', 'due.campaign_id')
        .returning(['c.member_group_id', 'c.campaign_id', 'due.status']),
    )
    .insertInto('changes')
    .columns(['member_group_id', 'entity', 'entity_id', 'campaign_id', 'at', 'kind', 'before', 'after'])
    .expression(({ selectFrom }) =>
      selectFrom('ended').select([
        'ended.member_group_id',
        sql<string>`'campaign'`.as('entity'),
        'ended.campaign_id as entity_id',
        'ended.campaign_id',
        sql<Date>`${now}::timestamptz`.as('at'),
        sql<string>`'ended'`.as('kind'),
        sql<string>`jsonb_build_object('status', ended.status)`.as('before'),
        sql<string>`jsonb_build_object('status', 'ended')`.as('after'),
      ]),
    )
    .execute()
}

/** Ends campaigns in production too, where another system delivers. */
export const endingsJob: JobKind = {
  everyMs: 60_000,
  run: (_, { database, now }) => endCampaigns(database.kysely, now()),
}

import { type Kysely, sql } from 'kysely'
import type { JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'

/**
 * Ends campaigns whose end date has passed in their advertiser's time zone, and records the change. The UTC comparison is a
 * prefilter: no zone is more than one date ahead of UTC.
 */
export async function endCampaigns(kysely: Kysely<Tables>, now: Date): Promise<void> {
  await sql`
    with due as (select c.member_group_id, c.campaign_id, c.status from campaigns c join advertisers a using (member_group_id, advertiser_id)
      where c.status in ('active', 'paused') and c.deleted_at is null
        and c.end_date <= (${now}::timestamptz at time zone 'UTC')::date and c.end_date < (${now}::timestamptz at time zone a.time_zone)::date for update of c),
    ended as (update campaigns c set status = 'ended', version = c.version + 1 from due
      where c.member_group_id = due.member_group_id and c.campaign_id = due.campaign_id returning c.member_group_id, c.campaign_id, due.status)
    insert into changes (member_group_id, entity, entity_id, campaign_id, at, kind, before, after)
    select member_group_id, 'campaign', campaign_id, campaign_id, ${now}::timestamptz, 'ended', jsonb_build_object('status', status), jsonb_build_object('status', 'ended') from ended`.execute(
    kysely,
  )
}

/** Ends campaigns in production too, where another system delivers. */
export const endingsJob: JobKind = {
  everyMs: 60_000,
  run: (_, { database, now }) => endCampaigns(database.kysely, now()),
}

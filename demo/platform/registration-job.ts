import { type Kysely, sql } from 'kysely'
import type { JobContext, JobKind } from './jobs.ts'
import { registrationJob } from './registration-writes.ts'
import type { Tables } from './tables/index.ts'

/** So many lines are done in one transaction: then they are counted, and stay done whatever happens. */
const linesAtOnce = 1000

interface Batch {
  readonly memberGroupId: number
  readonly eventId: number
}

/** One list at a time registers for an advertiser, so that nothing is registered twice; gives whose list it is. */
async function lockAdvertiser(kysely: Kysely<Tables>, { memberGroupId, eventId }: Batch): Promise<number | undefined> {
  const { rows } = await sql<{ advertiser_id: number }>`
    select a.advertiser_id from entity_registration_events e
      join advertisers a on a.member_group_id = e.member_group_id and a.advertiser_id = e.advertiser_id
    where e.member_group_id = ${memberGroupId} and e.event_id = ${eventId} for update of a`.execute(kysely)
  return rows[0]?.advertiser_id
}

/** Does the next lines: what the catalogue has becomes an entity of the advertiser, or active again; gives how many there were. */
async function registerLines(kysely: Kysely<Tables>, { memberGroupId, eventId }: Batch, advertiserId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    with batch as (select event_detail_id, internal_id from entity_registration_details
      where member_group_id = ${memberGroupId} and event_id = ${eventId} and completed_on is null
      order by event_detail_id limit ${linesAtOnce} for update),
    looked as (select b.event_detail_id, b.internal_id, c.name, c.category, own.entity_id,
        case when own.status = 'active' then 'already_registered' when c.internal_id is null then 'unknown'
          when c.status <> 'active' then 'inactive' end as error_code
      from batch b left join catalog_entities c on c.member_group_id = ${memberGroupId} and c.internal_id = b.internal_id
      left join lateral (select entity_id, status from entities e where e.member_group_id = ${memberGroupId} and e.advertiser_id = ${advertiserId}
        and e.internal_id = b.internal_id order by e.status <> 'active', e.entity_id limit 1) own on true),
    woken as (update entities e set status = 'active' from looked where looked.error_code is null and e.member_group_id = ${memberGroupId}
      and e.entity_id = looked.entity_id returning e.entity_id),
    made as (insert into entities (member_group_id, advertiser_id, internal_id, name, category, status)
      select ${memberGroupId}::int, ${advertiserId}::int, internal_id, name, category, 'active' from looked
      where error_code is null and entity_id is null order by event_detail_id returning entity_id),
    settled as (update entity_registration_details d set error_code = looked.error_code, completed_on = ${now}::timestamptz from looked
      where d.member_group_id = ${memberGroupId} and d.event_detail_id = looked.event_detail_id returning d.error_code),
    counted as (select count(*)::int as lines, count(error_code)::int as failed from settled)
    update entity_registration_events e set done = e.done + counted.lines, failed = e.failed + counted.failed, status = 'processing'
    from counted where e.member_group_id = ${memberGroupId} and e.event_id = ${eventId} returning counted.lines`.execute(kysely)
  return rows[0]?.lines ?? 0
}

/** Ends a list of which nothing is left to do. */
const complete = (kysely: Kysely<Tables>, { memberGroupId, eventId }: Batch, now: Date) =>
  sql`update entity_registration_events e set status = 'completed', completed_on = ${now}::timestamptz
    where e.member_group_id = ${memberGroupId} and e.event_id = ${eventId} and e.status <> 'completed' and e.done = e.total`.execute(kysely)

/** The next lines in a transaction of their own; says whether there may be more. */
const step = ({ database, now }: JobContext, batch: Batch): Promise<boolean> =>
  database.kysely.transaction().execute(async (kysely) => {
    const advertiserId = await lockAdvertiser(kysely, batch)
    if (advertiserId === undefined) return false
    const isMore = (await registerLines(kysely, batch, advertiserId, now())) === linesAtOnce
    if (!isMore) await complete(kysely, batch, now())
    return isMore
  })

/** Works through lists of ids; what was begun is gone on with, from the line at which it ended. */
export const registrationJobs: Record<string, JobKind> = {
  [registrationJob]: {
    run: async ({ member_group_id, event_id }, context) => {
      const batch = { memberGroupId: Number(member_group_id), eventId: Number(event_id) }
      while (await step(context, batch));
    },
  },
}

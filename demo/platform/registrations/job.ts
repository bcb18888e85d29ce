import { type Kysely, sql } from 'kysely'
import { recordset } from '../sql/pieces.ts'
import type { JobContext, JobKind } from '../sql/queue.ts'
import { type ReadLine, registrationJob } from './write.ts'
import type { Tables } from '../tables/index.ts'

/** Lines of one transaction. They are counted when it commits, and stay done if a later one fails. */
const linesAtOnce = 1000

const lineColumns = {
  place: 'int',
  line: 'int',
  internal_id: 'text',
  error_code: 'text?',
  reason: 'text?',
  completed_on: 'timestamptz?',
} as const

interface Batch {
  readonly memberGroupId: number
  readonly eventId: number
}

/** Locks the advertiser of a list, so that two lists cannot register the same id twice. Returns the advertiser's id. */
async function lockAdvertiser(kysely: Kysely<Tables>, { memberGroupId, eventId }: Batch): Promise<number | undefined> {
  const batch = await kysely
    .selectFrom('entity_registration_events as e')
    .innerJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'e.member_group_id').onRef('a.advertiser_id', '=', 'e.advertiser_id'),
    )
    .select('a.advertiser_id')
    .where('e.member_group_id', '=', memberGroupId)
    .where('e.event_id', '=', eventId)
    .forUpdate('a')
    .executeTakeFirst()
  return batch?.advertiser_id
}

/** Inserts rows for the list's next lines. Lines without a valid id fail at once. Returns true if more lines may follow. */
async function insertLines(kysely: Kysely<Tables>, { memberGroupId, eventId }: Batch, advertiserId: number, now: Date): Promise<boolean> {
  const event = kysely.selectFrom('entity_registration_events').where('member_group_id', '=', memberGroupId).where('event_id', '=', eventId)
  const { content, laid_out } = await event.select(['content', 'laid_out']).executeTakeFirstOrThrow()
  if (content === null) return false
  const allLines: ReadLine[] = JSON.parse(content)
  const lines = allLines.slice(laid_out, laid_out + linesAtOnce)
  const isMore = laid_out + lines.length < allLines.length
  const rows = lines.map(([line, internal_id, reason], place) => ({
    place,
    line,
    internal_id,
    reason,
    error_code: reason === null || reason === 'duplicate' ? reason : 'malformed',
    completed_on: reason === null ? null : now,
  }))
  await kysely
    .with('made', (db) =>
      db
        .insertInto('entity_registration_details')
        .columns(['member_group_id', 'advertiser_id', 'event_id', 'line', 'internal_id', 'error_code', 'reason', 'completed_on'])
        .expression((eb) =>
          eb
            .selectFrom(recordset('said', lineColumns, rows))
            .select(({ cast, val }) => [
              cast<number>(val(memberGroupId), 'integer').as('member_group_id'),
              cast<number>(val(advertiserId), 'integer').as('advertiser_id'),
              cast<number>(val(eventId), 'integer').as('event_id'),
              'said.line',
              'said.internal_id',
              'said.error_code',
              'said.reason',
              'said.completed_on',
            ])
            .orderBy('said.place'),
        )
        .returning('error_code'),
    )
    .with('counted', (db) => db.selectFrom('made').select(({ cast, fn }) => cast<number>(fn.count('error_code'), 'integer').as('failed')))
    .updateTable('entity_registration_events as e')
    .from('counted')
    .set(({ eb, ref }) => ({
      laid_out: eb('e.laid_out', '+', lines.length),
      content: isMore ? ref('e.content') : null,
      done: eb('e.done', '+', ref('counted.failed')),
      failed: eb('e.failed', '+', ref('counted.failed')),
      status: 'processing',
    }))
    .where('e.member_group_id', '=', memberGroupId)
    .where('e.event_id', '=', eventId)
    .execute()
  return isMore
}

/** Registers the next lines: creates or reactivates the entities of ids that the catalogue has. Returns the number of lines. */
async function registerLines(kysely: Kysely<Tables>, { memberGroupId, eventId }: Batch, advertiserId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    with batch as (select event_detail_id, internal_id from entity_registration_details
      where member_group_id = ${memberGroupId} and event_id = ${eventId} and completed_on is null
      order by event_detail_id limit ${linesAtOnce} for update),
    looked as (select b.event_detail_id, b.internal_id, c.name, c.category, own.entity_id,
        case when own.status = 'active' then 'already_registered' when c.internal_id is null then 'unknown'
          when c.status <> 'active' then 'inactive' end as error_code
      from batch b left join catalog_entities c on c.member_group_id = ${memberGroupId} and c.internal_id = b.internal_id
      left join lateral (
        select entity_id, status from entities e
        where e.member_group_id = ${memberGroupId} and e.advertiser_id = ${advertiserId} and e.internal_id = b.internal_id
        order by e.status <> 'active', e.entity_id limit 1) own on true),
    woken as (
      update entities e set status = 'active' from looked
      where looked.error_code is null and e.member_group_id = ${memberGroupId} and e.entity_id = looked.entity_id
      returning e.entity_id),
    made as (insert into entities (member_group_id, advertiser_id, internal_id, name, category, status)
      select ${memberGroupId}::int, ${advertiserId}::int, internal_id, name, category, 'active' from looked
      where error_code is null and entity_id is null order by event_detail_id returning entity_id),
    settled as (
      update entity_registration_details d set error_code = looked.error_code, completed_on = ${now}::timestamptz
      from looked where d.member_group_id = ${memberGroupId} and d.event_detail_id = looked.event_detail_id returning d.error_code),
    counted as (select count(*)::int as lines, count(error_code)::int as failed from settled)
    update entity_registration_events e
    set done = e.done + counted.lines, failed = e.failed + counted.failed, status = 'processing'
    from counted where e.member_group_id = ${memberGroupId} and e.event_id = ${eventId} returning counted.lines`.execute(kysely)
  return rows[0]?.lines ?? 0
}

/** Marks a list as completed when all its lines are done. */
const complete = (kysely: Kysely<Tables>, { memberGroupId, eventId }: Batch, now: Date) =>
  kysely
    .updateTable('entity_registration_events')
    .set({ status: 'completed', completed_on: now })
    .where('member_group_id', '=', memberGroupId)
    .where('event_id', '=', eventId)
    .where('status', '!=', 'completed')
    .whereRef('done', '=', 'total')
    .execute()

/** One transaction of the job. Returns true if there may be more to do. */
const step = ({ database, now }: JobContext, batch: Batch): Promise<boolean> =>
  database.kysely.transaction().execute(async (kysely) => {
    const advertiserId = await lockAdvertiser(kysely, batch)
    if (advertiserId === undefined) return false
    const isUnread = await insertLines(kysely, batch, advertiserId, now())
    const isMore = (await registerLines(kysely, batch, advertiserId, now())) === linesAtOnce
    if (!isUnread && !isMore) await complete(kysely, batch, now())
    return isUnread || isMore
  })

/** The job that registers lists of ids. After an interruption it continues with the next unprocessed line. */
export const registrationJobs: Record<string, JobKind> = {
  [registrationJob]: {
    run: async ({ member_group_id, event_id }, context) => {
      const batch = { memberGroupId: Number(member_group_id), eventId: Number(event_id) }
      while (await step(context, batch));
    },
  },
}

import { expressionBuilder } from 'kysely'
import { retryableErrors } from '../../../src/contract/registrations/registrations.rules.ts'
import type { RegistrationEvent } from '../../../src/contract/registrations/registrations.ts'
import {
  type IdList,
  maxIdsPerList,
  type IdProblemCode,
  validateIds,
  parseIds,
} from '../../../src/contract/registrations/id-lists.rules.ts'
import type { Context } from '../context/context.ts'
import { enqueue } from '../sql/queue.ts'
import { notFound, Refused, refuseField } from '../context/refusal.ts'
import { failedOf, type Registrant } from './read.ts'
import { anyOf, anyTextOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

const maxFields = 50
const words = {
  duplicate: 'duplicate ID',
  too_long: 'ID longer than 100 characters',
  unreadable: 'invalid characters',
  open_quote: 'missing closing quotation mark',
  no_id: 'no ID in the ID column',
} as const

export const registrationJob = 'register-entities'

/** The client's names for its id attribute; a CSV file may use them as column headers. */
async function idColumnLabels({ database: { kysely } }: Context, memberGroupId: number) {
  const rows = await kysely
    .selectFrom('entity_attributes')
    .select('label')
    .where('member_group_id', '=', memberGroupId)
    .where('is_internal_id', '=', true)
    .execute()
  return rows.map(({ label }) => label)
}

/** Refuses a list that is too long, or that has no valid id. */
function requireValidList({ ids, problems }: IdList, field: string, maxIds: number) {
  if (ids.length + problems.length > maxIds) throw refuseField(field, `Send at most ${maxIds} IDs at once`)
  if (ids.length > 0) return
  if (problems.length === 0) throw refuseField(field, 'Send at least one ID')
  const fields = problems.slice(0, maxFields).map(({ line, code }) => ({ path: field, rule: `Line ${line}: ${words[code]}` }))
  throw new Refused('invalid', { subject: field, rule: fields[0]?.rule ?? '' }, fields)
}

/** A parsed line: line number, text, and the reason why it is not an id. */
export type ReadLine = readonly [line: number, text: string, problem: IdProblemCode | null]

/** All lines in order. The job inserts them later, because there can be many. */
function linesOf({ ids, lines, problems }: IdList): ReadLine[] {
  const validLines = ids.map((id, index): ReadLine => [lines[index] ?? index + 1, id, null])
  const invalidLines = problems.map(({ line, code, text }): ReadLine => [line, text, code])
  return [...validLines, ...invalidLines].toSorted(([left], [right]) => left - right)
}

async function startRegistration(context: Context, registrant: Registrant, source: RegistrationEvent['source'], list: IdList) {
  const { database, caller, now } = context
  const { memberGroupId: member_group_id, advertiserId: advertiser_id } = registrant
  const lines = linesOf(list)
  const { event_id } = await database.kysely
    .insertInto('entity_registration_events')
    .values({
      member_group_id,
      advertiser_id,
      source,
      status: 'pending',
      total: lines.length,
      done: 0,
      failed: 0,
      content: JSON.stringify(lines),
      created_at: now(),
      created_by: caller.person?.user_id ?? null,
      completed_on: null,
    })
    .returning('event_id')
    .executeTakeFirstOrThrow()
  await enqueue(database.kysely, { kind: registrationJob, payload: { member_group_id, event_id }, runAt: now() })
  return { event_id }
}

/** Starts the registration of ids from a JSON list. */
export async function initiate(context: Context, registrant: Registrant, internalIds: readonly string[]) {
  const list = validateIds(internalIds)
  requireValidList(list, 'internal_ids', maxIdsPerList.list)
  return startRegistration(context, registrant, 'list', list)
}

/** Starts the registration of ids from CSV text, with any separator. */
export async function initiateCsv(context: Context, registrant: Registrant, csv: string) {
  const list = parseIds(csv, await idColumnLabels(context, registrant.memberGroupId))
  requireValidList(list, 'csv', maxIdsPerList.csv)
  return startRegistration(context, registrant, 'csv', list)
}

/** Throws not found if a line does not belong to the advertiser. */
async function requireOwnEvents({ database: { kysely } }: Context, { memberGroupId, advertiserId }: Registrant, ids: readonly number[]) {
  const { known } = await kysely
    .selectFrom('entity_registration_details')
    .select(({ fn }) => fn.countAll<number>().as('known'))
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', '=', advertiserId)
    .where('event_detail_id', '=', anyOf(ids))
    .executeTakeFirstOrThrow()
  if (known !== new Set(ids).size) throw notFound('Registration')
}

const detail = expressionBuilder<{ d: Tables['entity_registration_details'] }, 'd'>()
const amongLines = (ids: readonly number[] | undefined) => (ids ? detail('d.event_detail_id', '=', anyOf(ids)) : detail.lit(true))

/** Ids of the advertiser's lists that are not completed. */
async function unfinishedLists({ database: { kysely } }: Context, { memberGroupId, advertiserId }: Registrant) {
  const rows = await kysely
    .selectFrom('entity_registration_events')
    .select('event_id')
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', '=', advertiserId)
    .where('status', '!=', 'completed')
    .execute()
  return rows.map(({ event_id }) => event_id)
}

/** Retries failed lines: the given ones, or all. */
export async function retry(context: Context, registrant: Registrant, ids?: readonly number[]) {
  const { database, now } = context
  if (ids) await requireOwnEvents(context, registrant, ids)
  const rows = await database.kysely
    .with('meant', (db) =>
      db
        .selectFrom('entity_registration_details as d')
        .select('d.event_detail_id')
        .where(failedOf(registrant))
        .where('d.error_code', '=', anyTextOf(retryableErrors))
        .where(amongLines(ids))
        .orderBy('d.event_detail_id')
        .forUpdate(),
    )
    .with('again', (db) =>
      db
        .updateTable('entity_registration_details as d')
        .from('meant')
        .set({ error_code: null, reason: null, completed_on: null })
        .where('d.member_group_id', '=', registrant.memberGroupId)
        .whereRef('d.event_detail_id', '=', 'meant.event_detail_id')
        .returning('d.event_id'),
    )
    .with('counted', (db) =>
      db
        .selectFrom('again')
        .select(({ cast, fn }) => ['event_id', cast<number>(fn.countAll(), 'integer').as('lines')])
        .groupBy('event_id'),
    )
    .updateTable('entity_registration_events as e')
    .from('counted')
    .set(({ eb, ref }) => ({
      done: eb('e.done', '-', ref('counted.lines')),
      failed: eb('e.failed', '-', ref('counted.lines')),
      status: 'processing',
      completed_on: null,
    }))
    .where('e.member_group_id', '=', registrant.memberGroupId)
    .whereRef('e.event_id', '=', 'counted.event_id')
    .returning(['e.event_id', 'counted.lines'])
    .execute()
  // Retrying everything also restarts lists whose job has given up.
  const lists = ids ? rows.map(({ event_id }) => event_id) : await unfinishedLists(context, registrant)
  for (const event_id of lists) {
    const payload = { member_group_id: registrant.memberGroupId, event_id }
    await enqueue(database.kysely, { kind: registrationJob, payload, runAt: now() })
  }
  return { changed: rows.reduce((sum, { lines }) => sum + lines, 0) }
}

/** Hides failed lines from the report: the given ones, or all. */
export async function hide(context: Context, registrant: Registrant, ids?: readonly number[]) {
  if (ids) await requireOwnEvents(context, registrant, ids)
  const { numUpdatedRows } = await context.database.kysely
    .updateTable('entity_registration_details as d')
    .set({ hidden_at: context.now() })
    .where(failedOf(registrant))
    .where(amongLines(ids))
    .executeTakeFirst()
  return { changed: Number(numUpdatedRows) }
}

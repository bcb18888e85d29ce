import { expressionBuilder, sql } from 'kysely'
import {
  type RegistrationDetail,
  type RegistrationEvent,
  registrationDetailPage,
  registrationReportPage,
} from '../../../src/contract/registrations/registrations.ts'
import type { IdProblemCode } from '../../../src/contract/registrations/id-lists.rules.ts'
import { pageDefault } from '../../../src/contract/list.ts'
import type { WithKysely } from '../database/database.ts'
import type { ListQuery, ListFields } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'
import { notFound } from '../context/refusal.ts'
import type { Tables } from '../tables/index.ts'

type Page = { readonly start?: number | undefined; readonly count?: number | undefined } | undefined
interface DetailRow extends Omit<RegistrationDetail, 'completed_on' | 'error_message'> {
  readonly completed_on: Date | null
  readonly reason: IdProblemCode | null
}
interface EventRow extends Omit<RegistrationEvent, 'created_at' | 'completed_on' | 'details'> {
  readonly created_at: Date
  readonly completed_on: Date | null
}

export interface Registrant {
  readonly memberGroupId: number
  readonly advertiserId: number
}

const errors: Readonly<Record<NonNullable<RegistrationDetail['error_code']>, string>> = {
  malformed: 'Not a valid ID',
  duplicate: 'Duplicate ID in this list',
  unknown: 'ID not found in the catalog',
  inactive: 'This ID is inactive in the catalog',
  already_registered: 'Already registered for this advertiser',
}
const reasons: Partial<Record<IdProblemCode, string>> = {
  too_long: 'An ID can have at most 100 characters',
  unreadable: 'This line contains invalid characters',
  open_quote: 'Missing closing quotation mark',
  no_id: 'The ID column is empty in this line',
}

const toRegistrationDetail = ({ reason, completed_on, error_code, ...row }: DetailRow): RegistrationDetail => ({
  ...row,
  error_code,
  completed_on: completed_on?.toISOString() ?? null,
  error_message: error_code && ((reason && reasons[reason]) ?? errors[error_code]),
})

const column = (name: string) => sql.ref(`d.${name}`)
const detailFields: ListFields = {
  event_id: { column: column('event_id'), type: 'integer' },
  event_detail_id: { column: column('event_detail_id'), type: 'integer' },
  line: { column: column('line'), type: 'integer' },
  internal_id: { column: column('internal_id'), type: 'text' },
  error_code: { column: column('error_code'), type: 'text' },
  completed_on: { column: column('completed_on'), type: 'moment' },
}
const detailColumns = ['d.event_detail_id', 'd.event_id', 'd.line', 'd.internal_id', 'd.completed_on', 'd.error_code', 'd.reason'] as const
const detail = expressionBuilder<{ d: Tables['entity_registration_details'] }, 'd'>()

/** SQL condition for failed lines of an advertiser that are not hidden; the row has the alias `d`. */
export const failedOf = ({ memberGroupId, advertiserId }: Registrant) =>
  detail.and([
    detail('d.member_group_id', '=', memberGroupId),
    detail('d.advertiser_id', '=', advertiserId),
    detail('d.error_code', 'is not', null),
    detail('d.hidden_at', 'is', null),
  ])

/** A page of failed lines, newest list first. */
export async function failedReport({ kysely }: WithKysely, registrant: Registrant, eventId: number | undefined, query: ListQuery) {
  const failed = kysely.selectFrom('entity_registration_details as d').where(failedOf(registrant))
  const { rows, total } = await pageOf({
    from: eventId === undefined ? failed : failed.where('d.event_id', '=', eventId),
    columns: (from) => from.select(detailColumns),
    fields: detailFields,
    id: sql`d.event_id desc, d.line, d.event_detail_id`,
    where: { ...query, pagination: query.pagination ?? { start: pageDefault.start, count: registrationReportPage } },
    row: toRegistrationDetail,
  })
  return { details: rows, total }
}

/** A page of lines of each list, failed lines first. */
async function detailsOf(
  { kysely }: WithKysely,
  memberGroupId: number,
  events: readonly number[],
  { start = 0, count = registrationDetailPage },
) {
  const requestedEvents = sql<{ event_id: number }>`unnest(${[...events]}::int[])`.as<'asked'>(sql`asked (event_id)`)
  const isDone = sql`d.error_code is null`
  const rows = await kysely
    .selectFrom(requestedEvents)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('entity_registration_details as d')
          .selectAll('d')
          .where('d.member_group_id', '=', memberGroupId)
          .whereRef('d.event_id', '=', 'asked.event_id')
          .orderBy(isDone)
          .orderBy('d.line')
          .orderBy('d.event_detail_id')
          .limit(count)
          .offset(start)
          .as('d'),
      (join) => join.onTrue(),
    )
    .select(detailColumns)
    .orderBy('d.event_id')
    .orderBy(isDone)
    .orderBy('d.line')
    .orderBy('d.event_detail_id')
    .execute()
  return rows.map(toRegistrationDetail)
}

const eventColumns = ['event_id', 'source', 'status', 'total', 'done', 'failed', 'created_at', 'created_by', 'completed_on'] as const
const eventsFrom = ({ kysely }: WithKysely, { memberGroupId, advertiserId }: Registrant) =>
  kysely.selectFrom('entity_registration_events').where('member_group_id', '=', memberGroupId).where('advertiser_id', '=', advertiserId)

async function withDetails(
  database: WithKysely,
  { memberGroupId }: Registrant,
  rows: readonly EventRow[],
  page: Page,
): Promise<RegistrationEvent[]> {
  const ids = rows.map(({ event_id }) => event_id)
  const details = await detailsOf(database, memberGroupId, ids, {
    ...(page?.start && { start: page.start }),
    ...(page?.count && { count: page.count }),
  })
  return rows.map(({ created_at, completed_on, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    completed_on: completed_on?.toISOString() ?? null,
    details: details.filter(({ event_id }) => event_id === row.event_id),
  }))
}

/** A page of the advertiser's lists, newest first, each with its first lines. */
export async function eventsOf(database: WithKysely, registrant: Registrant, page: Page) {
  const { rows, total } = await pageOf({
    from: eventsFrom(database, registrant),
    columns: (from) => from.select(eventColumns),
    fields: {},
    id: sql`event_id desc`,
    where: { pagination: { start: page?.start ?? pageDefault.start, count: page?.count ?? registrationReportPage } },
    row: (row): EventRow => row,
  })
  return { events: await withDetails(database, registrant, rows, undefined), total }
}

export async function eventOf(database: WithKysely, registrant: Registrant, eventId: number, page: Page): Promise<RegistrationEvent> {
  const rows = await eventsFrom(database, registrant).select(eventColumns).where('event_id', '=', eventId).execute()
  const [event] = await withDetails(database, registrant, rows, page)
  if (!event) throw notFound('Registration')
  return event
}

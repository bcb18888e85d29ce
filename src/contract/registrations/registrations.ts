import { array, enums, type Infer, integer, nullable, object, optional, size, string } from 'superstruct'
import { pageQuery } from '../advertisers/advertisers.ts'
import { postQuery, get, post, put } from '../endpoint.ts'
import { maxIdsPerList, maxIdLength } from './id-lists.rules.ts'
import { Id, Text } from '../ids.ts'
import { listQueryFields } from '../list.ts'

/** Default number of lines in the reply for an event. */
export const registrationDetailPage = 5
/** Default page size of the report of failed lines. */
export const registrationReportPage = 20

/** The states of a list. */
export const registrationStatuses = ['pending', 'processing', 'completed'] as const
/** Why a line was not registered. */
export const registrationErrors = ['malformed', 'duplicate', 'unknown', 'inactive', 'already_registered'] as const

/** One line of a list and its result. Without an error, a completed line is registered. */
export const RegistrationDetail = object({
  event_detail_id: Id,
  event_id: Id,
  /** Line number in the request, from 1. */
  line: integer(),
  internal_id: string(),
  completed_on: nullable(string()),
  error_code: nullable(enums(registrationErrors)),
  error_message: nullable(string()),
})
export type RegistrationDetail = Infer<typeof RegistrationDetail>

/** One submitted list, its progress and its first lines; failed lines come first. */
export const RegistrationEvent = object({
  event_id: Id,
  source: enums(['list', 'csv']),
  status: enums(registrationStatuses),
  total: integer(),
  /** Number of processed lines, including failed ones. */
  done: integer(),
  failed: integer(),
  created_at: string(),
  created_by: nullable(Id),
  completed_on: nullable(string()),
  details: array(RegistrationDetail),
})
export type RegistrationEvent = Infer<typeof RegistrationEvent>

const initiated = object({ event_id: Id })
const ids = object({ event_detail_ids: size(array(Id), 1, 1000) })
/** Number of affected lines. */
const counted = object({ changed: integer() })
const all = 'v1/member_groups/:memberGroupId/advertisers/:advertiserId/entity_registrations'
const [read, create, change] = ['entity_registrations.read', 'entity_registrations.create', 'entity_registrations.change'] as const

/** Registers entities of an advertiser from the client's catalogue, by the client's ids. */
export const entityRegistrations = {
  initiate: post(`${all}/initiate`, {
    may: create,
    idempotent: 'optional',
    body: object({ internal_ids: size(array(Text(1, maxIdLength)), 1, maxIdsPerList.list) }),
    result: initiated,
  }),
  /** The body is text/csv; its struct has the single field `csv`. */
  initiateCsv: post(`${all}/initiate/csv`, {
    may: create,
    idempotent: 'optional',
    csv: true,
    body: object({ csv: string() }),
    result: initiated,
  }),
  list: get(all, { may: read, query: pageQuery, result: object({ events: array(RegistrationEvent), total: integer() }) }),
  one: get(`${all}/:eventId`, {
    may: read,
    query: pageQuery,
    result: RegistrationEvent,
  }),
  failedReport: postQuery(`${all}/failed/report`, {
    may: read,
    body: object({ ...listQueryFields, event_id: optional(Id) }),
    result: object({ details: array(RegistrationDetail), total: integer() }),
  }),
  retry: put(`${all}/retry`, { may: change, body: ids, result: counted }),
  hide: put(`${all}/hide`, { may: change, body: ids, result: counted }),
  retryAll: put(`${all}/retry/all`, { may: change, result: counted }),
  hideAll: put(`${all}/hide/all`, { may: change, result: counted }),
}

import { array, enums, type Infer, integer, nullable, object, optional, size, string } from 'superstruct'
import { pageQuery } from '../advertisers/advertisers.ts'
import { ask, get, post, put } from '../endpoint.ts'
import { idListMost, idMost } from './id-lists.rules.ts'
import { Id, Text } from '../ids.ts'
import { listParts } from '../list.ts'

/** How many lines of an event come with it unless somebody asks for others. */
export const registrationDetailPage = 5
/** How many failed lines a page has unless somebody asks for others. */
export const registrationReportPage = 20

/** Where the registering of a list is. */
export const registrationStatuses = ['pending', 'processing', 'completed'] as const
/** Why one line was not registered. */
export const registrationErrors = ['malformed', 'duplicate', 'unknown', 'inactive', 'already_registered'] as const

/** One line of a list: what it named, and what became of it; completed without an error it is registered. */
export const RegistrationDetail = object({
  event_detail_id: Id,
  event_id: Id,
  /** Of what was sent, from 1. */
  line: integer(),
  internal_id: string(),
  completed_on: nullable(string()),
  error_code: nullable(enums(registrationErrors)),
  error_message: nullable(string()),
})
export type RegistrationDetail = Infer<typeof RegistrationDetail>

/** One list that somebody sent, how far it is, and the first of its lines; those that failed go first. */
export const RegistrationEvent = object({
  event_id: Id,
  source: enums(['list', 'csv']),
  status: enums(registrationStatuses),
  total: integer(),
  /** How many lines have been looked at, the failed ones among them. */
  done: integer(),
  failed: integer(),
  created_at: string(),
  created_by: nullable(Id),
  completed_on: nullable(string()),
  details: array(RegistrationDetail),
})
export type RegistrationEvent = Infer<typeof RegistrationEvent>

const begun = object({ event_id: Id })
const ids = object({ event_detail_ids: size(array(Id), 1, 1000) })
/** How many lines were meant by it. */
const counted = object({ changed: integer() })
const all = 'v1/member_groups/:memberGroupId/advertisers/:advertiserId/entity_registrations'
const [read, create, change] = ['entity_registrations.read', 'entity_registrations.create', 'entity_registrations.change'] as const

/** Registering what an advertiser offers, by the client's own numbers, from the client's catalogue. */
export const entityRegistrations = {
  initiate: post(`${all}/initiate`, {
    may: create,
    idempotent: true,
    body: object({ internal_ids: size(array(Text(1, idMost)), 1, idListMost.list) }),
    result: begun,
  }),
  /** Sent as text/csv; here it is the one field of a body. */
  initiateCsv: post(`${all}/initiate/csv`, { may: create, idempotent: true, csv: true, body: object({ csv: string() }), result: begun }),
  list: get(all, { may: read, query: pageQuery, result: object({ events: array(RegistrationEvent), total: integer() }) }),
  one: get(`${all}/:eventId`, {
    may: read,
    query: pageQuery,
    result: RegistrationEvent,
  }),
  failedReport: ask(`${all}/failed/report`, {
    may: read,
    body: object({ ...listParts, event_id: optional(Id) }),
    result: object({ details: array(RegistrationDetail), total: integer() }),
  }),
  retry: put(`${all}/retry`, { may: change, body: ids, result: counted }),
  hide: put(`${all}/hide`, { may: change, body: ids, result: counted }),
  retryAll: put(`${all}/retry/all`, { may: change, result: counted }),
  hideAll: put(`${all}/hide/all`, { may: change, result: counted }),
}

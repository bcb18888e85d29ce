import type { entityRegistrations } from '../../../src/contract/registrations/registrations.ts'
import type { Handlers } from '../http/implement.ts'
import { eventOf, eventsOf, failedReport } from './read.ts'
import { hide, initiate, initiateCsv, retry } from './write.ts'

export const entityRegistrationHandlers: Handlers<typeof entityRegistrations> = {
  initiate: ({ path, body }, context) => initiate(context, path, body.internal_ids),
  initiateCsv: ({ path, body }, context) => initiateCsv(context, path, body.csv),
  list: ({ path, query }, { database }) => eventsOf(database, path, query),
  one: ({ path, query }, { database }) => eventOf(database, path, path.eventId, query),
  failedReport: ({ path, body: { event_id, ...query } }, { database }) => failedReport(database, path, event_id, query),
  retry: ({ path, body }, context) => retry(context, path, body.event_detail_ids),
  hide: ({ path, body }, context) => hide(context, path, body.event_detail_ids),
  retryAll: ({ path }, context) => retry(context, path),
  hideAll: ({ path }, context) => hide(context, path),
}

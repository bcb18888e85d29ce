import type { entityRegistrations } from '../../../src/contract/registrations/registrations.ts'
import type { Examples } from './example-calls.ts'
import type { Target } from '../world/small-ids.ts'
import { inCatalog, registrationOf } from '../world/small-targeting.ts'

const page = { start: 0, count: 5 }
const notFound = { 404: 'what another advertiser has sent is not there' }
const lines = ({ advertiser }: Target) => ({
  body: { event_detail_ids: [registrationOf(advertiser).eventDetailId] },
  otherStatuses: notFound,
})

export const entityRegistrationExamples: Examples<typeof entityRegistrations> = {
  initiate: ({ client }) => ({ body: { internal_ids: [inCatalog(client), 'nowhere-1'] } }),
  initiateCsv: ({ client }) => ({ body: { csv: `id;name\n${inCatalog(client)};One\nnowhere-1;Two\n` } }),
  list: () => ({ query: page }),
  one: ({ client, advertiser }) => ({
    path: { memberGroupId: client, advertiserId: advertiser, eventId: registrationOf(advertiser).eventId },
    query: page,
    otherStatuses: notFound,
  }),
  failedReport: ({ advertiser }) => ({
    body: {
      event_id: registrationOf(advertiser).eventId,
      pagination: { start: 0, count: 20 },
      sort: [{ field: 'line', order: 'asc' }],
      filters: [{ field: 'internal_id', operation: 'ILIKE', value: 'o' }],
    },
  }),
  retry: lines,
  hide: lines,
}

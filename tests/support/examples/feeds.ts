import type { feeds } from '../../../src/contract/clients/feeds.ts'
import { feedRunOf } from '../world/small-seed.ts'
import type { Examples } from './example-calls.ts'

const body = { pagination: { start: 0, count: 10 } }
const otherStatuses = { 403: 'feeds belong to the whole client' }

export const feedExamples: Examples<typeof feeds> = {
  history: () => ({ body, otherStatuses }),
  trend: () => ({ query: { days: 7 }, otherStatuses }),
  refusals: ({ client }) => ({
    path: { memberGroupId: client, feedRunId: feedRunOf(client) },
    body,
    otherStatuses: { ...otherStatuses, 404: 'the run is that of another client' },
  }),
}

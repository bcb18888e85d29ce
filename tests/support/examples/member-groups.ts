import type { memberGroups } from '../../../src/contract/clients/clients.ts'
import type { Examples } from './example-calls.ts'
import { people } from '../world/people.ts'

const list = {
  pagination: { start: 0, count: 10 },
  sort: [{ field: 'name', order: 'desc' as const }],
  filters: [{ field: 'status', operation: '=' as const, value: 'active' }],
}

export const memberGroupExamples: Examples<typeof memberGroups> = {
  list: () => ({ query: { start: 0, count: 20 } }),
  create: () => ({
    body: { name: 'New client', default_currency: { currency_code: 'USD', min_bid: '0.1' }, label: { singular: 'Room', plural: 'Rooms' } },
    otherStatuses: { 409: 'another client has the key or the host name' },
  }),
  change: () => ({
    body: { name: 'Another name', registration_enabled: false },
    otherStatuses: { 403: 'internal staff alone says where a client is' },
  }),
  report: () => ({
    path: { userId: people.advertiserReporting.userId },
    body: list,
    otherStatuses: { 404: 'a user out of reach looks like a missing one' },
  }),
}

import type { balances } from '../../../src/contract/money/balances.ts'
import type { Examples } from './example-calls.ts'

export const balanceExamples: Examples<typeof balances> = {
  events: () => ({
    body: {
      pagination: { start: 0, count: 10 },
      sort: [{ field: 'day', order: 'desc' }],
      filters: [{ field: 'event_type_id', operation: '=', value: 7 }],
    },
  }),
  correct: () => ({
    body: { kind: 'credit', amount: '5', reason: 'A dispute was won' },
    otherStatuses: { 403: 'it is for callers of the whole client' },
  }),
}

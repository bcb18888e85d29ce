import type { changes } from '../../../src/contract/changes/changes.ts'
import type { Examples } from './example-calls.ts'
import { reportChange } from '../world/small-seed.ts'

export const changeExamples: Examples<typeof changes> = {
  saved_report: {
    report: () => ({
      body: {
        pagination: { start: 0, count: 10 },
        sort: [{ field: 'at', order: 'desc' }],
        filters: [{ field: 'kind', operation: '=', value: 'changed' }],
      },
    }),
    undo: ({ advertiser }) => ({
      body: { change_id: reportChange(advertiser) },
      otherStatuses: { 403: 'it belongs to another user', 404: 'the change is that of another report' },
    }),
  },
}

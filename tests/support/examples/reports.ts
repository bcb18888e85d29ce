import type { reportExports } from '../../../src/contract/reports/exports.ts'
import type { reports } from '../../../src/contract/reports/reports.ts'
import type { Examples } from './example-calls.ts'
import type { Target } from '../world/small-ids.ts'
import { factDay } from '../world/small-seed.ts'

const request = ({ client, advertiser }: Target) => ({
  member_group_id: client,
  advertiser_ids: [advertiser],
  campaign_ids: [advertiser * 10],
  start_date: factDay,
  end_date: factDay,
  metrics: ['impressions'],
})

export const reportExamples: Examples<typeof reports> = {
  fieldSettings: () => ({ query: { context: 'entity' } }),
  rows: (target) => ({
    body: {
      ...request(target),
      dimensions: ['advertiser_name', 'campaign_name'],
      pagination: { start: 0, count: 10 },
      sort: [{ field: 'impressions', order: 'desc' }],
      filters: [{ field: 'campaign_name', operation: 'ILIKE', value: 'mark' }],
    },
  }),
  targeting: (target) => ({ body: { ...request(target), dimensions: ['device'] } }),
  franchise: (target) => ({ body: { ...request(target), dimensions: ['advertiser_name', 'day'] } }),
  trend: (target) => ({ body: { ...request(target), granularity: 'day', compare: 'previous_period', week_start: 1 } }),
  total: (target) => ({ body: { ...request(target), currency_code: 'USD', context: 'general' } }),
}

export const reportExportExamples: Examples<typeof reportExports> = {
  file: (target) => ({
    body: {
      ...request(target),
      title: 'Spring',
      dimensions: ['advertiser_name', 'campaign_name'],
      sort: [{ field: 'impressions', order: 'desc' }],
      filters: [{ field: 'campaign_name', operation: 'ILIKE', value: 'mark' }],
      columns: [
        { id: 'campaign_name', label: 'Campaign' },
        { id: 'impressions', label: 'Impressions' },
      ],
      format: 'csv',
    },
  }),
}

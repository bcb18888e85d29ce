import type { reportSchedules } from '../../../src/contract/saved-reports/schedules.ts'
import type { reportShares, savedReports } from '../../../src/contract/saved-reports/saved-reports.ts'
import type { Examples } from './example-calls.ts'
import type { Target } from '../world/small-ids.ts'
import { shareTokenOf } from '../world/small-seed.ts'

const question = ({ advertiser }: Target) => ({
  context: 'campaign' as const,
  advertiser_ids: [advertiser],
  dimensions: ['campaign_name', 'day'],
  metrics: ['impressions', 'cost'],
  filters: [{ field: 'campaign_name', operation: 'ILIKE' as const, value: 'mark' }],
  sort: [{ field: 'impressions', order: 'desc' as const }],
  date_range: { preset: 'last_7_days' as const },
  compare: 'previous_period' as const,
  currency_code: 'USD',
  chart: { metrics: ['impressions'], granularity: 'day' as const },
})
const others = { 403: 'it belongs to another user' }

export const savedReportExamples: Examples<typeof savedReports> = {
  report: ({ client }) => ({
    body: {
      member_group_id: client,
      pagination: { start: 0, count: 10 },
      sort: [{ field: 'name', order: 'asc' }],
      filters: [{ field: 'name', operation: 'ILIKE', value: 'mark' }],
    },
  }),
  create: (target) => ({
    body: { member_group_id: target.client, name: 'Spring', visibility: 'private', question: question(target) },
    otherStatuses: { 403: 'a partner keeps nothing' },
  }),
  change: (target) => ({ body: { name: 'Summer', visibility: 'shared', question: question(target) }, otherStatuses: others }),
  remove: () => ({ otherStatuses: others }),
  restore: () => ({ otherStatuses: others }),
  copy: () => ({ body: { name: 'Autumn' } }),
}

export const reportScheduleExamples: Examples<typeof reportSchedules> = {
  change: () => ({
    body: {
      frequency: 'monthly',
      weekday: 1,
      month_day: 31,
      time: '07:30',
      time_zone: 'America/New_York',
      recipients: ['one@shop.example', 'two@shop.example'],
      format: 'xlsx',
      skip_if_empty: true,
      is_paused: false,
    },
    otherStatuses: others,
  }),
  remove: () => ({ otherStatuses: others }),
  test: () => ({ otherStatuses: others }),
}

export const reportShareExamples: Examples<typeof reportShares> = {
  create: () => ({ body: { days: 30 }, otherStatuses: others }),
  list: () => ({ otherStatuses: others }),
  revoke: ({ advertiser }) => ({
    path: { savedReportId: advertiser, reportShareId: advertiser },
    otherStatuses: { ...others, 404: 'the link is that of another report' },
  }),
  open: ({ advertiser }) => ({
    path: { shareToken: shareTokenOf(advertiser) },
    otherStatuses: { 404: 'the report is about an advertiser that is not theirs' },
  }),
}

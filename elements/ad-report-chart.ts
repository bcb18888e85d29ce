import { integer, object, string } from 'superstruct'
import { defineElement, signal, type Surface, text, whoseProps, type Words } from './runtime/define.ts'

export default defineElement({
  tag: 'ad-report-chart',
  doc: 'What advertising cost and brought over time: figures with their change, a chart of two metrics, and a table on demand.',
  nouns: ['reports'],
  skeleton: 'chart',
  minHeight: 434,
  narrowHeight: 637,
  props: {
    ...whoseProps,
    campaignId: text('Only this campaign.'),
    context: text('The context of the report, such as campaign, media_plan, offsite or reservations; general by default.'),
    metrics: text(
      'Metric ids separated by commas; cost,revenue,return_on_ad_spend by default. The first is shown as bars, the last as a line.',
    ),
    dateRange: text('A named range, or custom; last_30_days by default.'),
    startDate: text('The first day of a custom range, as YYYY-MM-DD.'),
    endDate: text('The last day of a custom range, as YYYY-MM-DD.'),
    granularity: text('hour, day, week or month; chosen by the length of the range by default.'),
    compare: text(
      'previous_period, previous_day, previous_week, previous_month or none; none by default. Without a value it means previous_period.',
    ),
    currencyCode: text('The currency of amounts; the client’s currency by default.'),
  },
  events: {
    'ad-report-range-changed': signal(object({ start_date: string(), end_date: string() }), 'The user chose another range.'),
    'ad-report-exported': signal(object({ rows: integer() }), 'The user exported the figures as a file.'),
  },
  surface: (): Surface => import('../src/surfaces/report-chart/index.tsx'),
  words: (): Words => import('words:report-chart'),
})

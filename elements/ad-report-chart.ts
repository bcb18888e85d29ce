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
    context: text(
      'The context of the report: general by default; campaign, media_plan, offsite, reservations and the others of the report calls.',
    ),
    metrics: text(
      'Metrics by id, separated by commas; cost,revenue,return_on_ad_spend by default. The first is drawn as bars, the last as a line.',
    ),
    dateRange: text('A named range such as last_30_days, which is the default, or custom.'),
    startDate: text('The first day of a custom range, as YYYY-MM-DD.'),
    endDate: text('The last day of a custom range, as YYYY-MM-DD.'),
    granularity: text('hour, day, week or month; what suits the range when it is absent.'),
    compare: text(
      'previous_period, previous_day, previous_week, previous_month or none, which is the default; bare, it means previous_period.',
    ),
    currencyCode: text('The currency of amounts; the client’s own when it is absent.'),
  },
  events: {
    'ad-report-range-changed': signal(object({ start_date: string(), end_date: string() }), 'The person chose another range.'),
    'ad-report-exported': signal(object({ rows: integer() }), 'The person saved the figures as a file.'),
  },
  surface: (): Surface => import('../src/surfaces/report-chart/index.tsx'),
  words: (): Words => import('words:report-chart'),
})

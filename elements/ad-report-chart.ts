import { integer, object, string } from 'superstruct'
import { defineElement, declareEvent, type Surface, textProp, scopeProps, type Words } from './runtime/define.ts'

export default defineElement({
  tag: 'ad-report-chart',
  doc: 'What advertising cost and brought over time: figures with their change, a chart of two metrics, and a table on demand.',
  nouns: ['reports'],
  skeleton: 'chart',
  minHeight: 410,
  props: {
    ...scopeProps,
    campaignId: textProp('Only this campaign.'),
    context: textProp('The context of the report, such as campaign, media_plan, offsite or reservations; general by default.'),
    metrics: textProp(
      'Metric ids separated by commas; cost,revenue,return_on_ad_spend by default. The first is shown as bars, the last as a line.',
    ),
    dateRange: textProp('A named range, or custom; last_30_days by default, all_time is the last 1,100 days.'),
    startDate: textProp('The first day of a custom range, as YYYY-MM-DD.'),
    endDate: textProp('The last day of a custom range, as YYYY-MM-DD.'),
    granularity: textProp('hour, day, week or month; chosen by the length of the range by default.'),
    compare: textProp(
      'previous_period, previous_day, previous_week, previous_month or none; none by default. Without a value it means previous_period.',
    ),
    currencyCode: textProp('The currency of amounts; the client’s currency by default.'),
  },
  events: {
    'ad-report-range-changed': declareEvent(object({ start_date: string(), end_date: string() }), 'The user chose another range.'),
    'ad-report-exported': declareEvent(object({ rows: integer() }), 'The user exported the figures as a file.'),
  },
  surface: (): Surface => import('../src/surfaces/report-chart/index.tsx'),
  words: (): Words => import('words:report-chart'),
})

import { reportTrends } from '../../contract/reports/trends.ts'
import type { PrefetchQuery } from '../../kit/prefetch.ts'
import { splitPath } from '../../kit/split-path.ts'
import { todayIn } from '../../parts/time/today.ts'
import { weekStartOf } from '../../ui/date/week-start.ts'
import { type ChartAttributes, parseChartSettings, chartTotalRequest, chartTrendRequest } from './query.ts'

/** First requests of the screen. They depend only on the tag and the platform's time, so they start while the code loads. */
export function firstRequests(attributes: ChartAttributes & { readonly path?: string }, language: string, now: Date): PrefetchQuery[] {
  const choice = parseChartSettings(attributes, splitPath(attributes.path ?? '').query, todayIn(now))
  const trend = chartTrendRequest(attributes, choice, weekStartOf(language))
  const total = chartTotalRequest(attributes, choice)
  return trend && total
    ? [
        { endpoint: reportTrends.trend, call: { body: trend } },
        { endpoint: reportTrends.total, call: { body: total } },
      ]
    : []
}

import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { metricOf } from '../../../contract/reports/metrics.ts'
import type { Trend } from '../../../contract/reports/trends.ts'
import { csvOf, downloadText } from '../../../parts/resource/csv.ts'
import { metricUnit } from '../../../parts/metrics/format.ts'
import { metricName } from '../../../parts/metrics/trend-points.ts'

/** The chart's data as CSV: dates, time zone and currency first, then exact values. */
export function trendCsv(trend: Trend, metrics: readonly string[], i18n: I18n): string {
  const knownMetrics = metrics.flatMap((id) => metricOf(id) ?? [])
  const heads = knownMetrics.map((metric) => [metricName(metric, i18n), metricUnit(metric, trend)].filter(Boolean).join(', '))
  return csvOf([
    [i18n._(msg`Dates`), `${trend.start_date} – ${trend.end_date}`],
    [i18n._(msg`Time zone`), trend.time_zones.join(' ')],
    [i18n._(msg`Currency`), trend.currency_code],
    [i18n._(msg`Final through`), trend.settled_through],
    [],
    [i18n._(msg`Date`), ...heads, i18n._(msg`Final`)],
    ...trend.buckets.map(({ start, metrics: values, settled }) => [
      start,
      ...knownMetrics.map(({ id }) => values[id] ?? null),
      settled ? i18n._(msg`yes`) : i18n._(msg`no`),
    ]),
  ])
}

export const saveTrend = (trend: Trend, metrics: readonly string[], i18n: I18n) =>
  downloadText(`report-${trend.start_date}-${trend.end_date}.csv`, trendCsv(trend, metrics, i18n))

import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { metricOf, type Metric } from '../../contract/reports/metrics.ts'
import type { Trend } from '../../contract/reports/trends.ts'
import { metricText, metricTick, metricTitles, metricUnit, numberOf } from './format.ts'
import type { ChartPoint, ChartSeries } from '../../ui/chart/series.tsx'
import { dayTick, dayTitle, hourTick, hourTitle, monthTick, monthTitle, signedPercent } from '../../ui/format/format.ts'

type BucketText = (moment: string, locale: string) => string
const ticks: Readonly<Record<Trend['granularity'], BucketText>> = { hour: hourTick, day: dayTick, week: dayTick, month: monthTick }
const titles: Readonly<Record<Trend['granularity'], BucketText>> = { hour: hourTitle, day: dayTitle, week: dayTitle, month: monthTitle }

/** The translated name of a metric. */
export function metricName(metric: Metric, i18n: I18n): string {
  const title = metricTitles[metric.id]
  return title ? i18n._(title) : metric.id
}

/** The full title of a bucket. */
export const bucketTitle = (trend: Trend, start: string, locale: string) => titles[trend.granularity](start, locale)

/** The buckets of a trend as chart points. */
export const trendPoints = (trend: Trend, i18n: I18n, locale: string): ChartPoint[] =>
  trend.buckets.map(({ start, before }) => ({
    key: start,
    tick: ticks[trend.granularity](start, locale),
    title: bucketTitle(trend, start, locale),
    beforeTitle: before ? i18n._(msg`compared with ${bucketTitle(trend, before.start, locale)}`) : undefined,
  }))

/** The charted metrics: the first as bars and the last as a line; a single one as a line. */
export function chartedMetrics(ids: readonly string[]): Metric[] {
  const metrics = ids.flatMap((id) => metricOf(id) ?? [])
  const [first] = metrics
  const last = metrics.at(-1)
  return first && last && first !== last ? [first, last] : metrics.slice(0, 1)
}

const changeText = (now: number | null, before: number | null, locale: string) =>
  now === null || before === null || before === 0 ? '' : signedPercent((now - before) / before, locale)

/** The charted metrics as translated chart series. */
export function trendSeries(trend: Trend, ids: readonly string[], i18n: I18n, locale: string): ChartSeries[] {
  const charted = chartedMetrics(ids)
  return charted.map((metric, index) => {
    const exact = new Map<number, string | number | null>()
    const valueIn = (values: Trend['buckets'][number]['metrics']) => {
      const value = values[metric.id] ?? null
      const number = numberOf(value)
      if (number !== null) exact.set(number, value)
      return number
    }
    return {
      id: metric.id,
      label: metricName(metric, i18n),
      unit: metricUnit(metric, trend),
      form: index === 0 && charted.length > 1 ? 'bars' : 'line',
      values: trend.buckets.map(({ metrics }) => valueIn(metrics)),
      before: trend.before ? trend.buckets.map(({ before }) => (before ? valueIn(before.metrics) : null)) : undefined,
      // Formats the platform's exact decimal, not the number used for drawing.
      format: (value) => metricText(metric, value === null ? null : (exact.get(value) ?? value), trend, locale),
      formatTick: (value, ticks) => metricTick(metric, value, ticks, locale),
      change: (now, before) => changeText(now, before, locale),
    }
  })
}

/** The index of the first bucket that may still change. */
export const firstUnsettledBucket = (trend: Trend) => {
  const at = trend.buckets.findIndex(({ settled }) => !settled)
  return at < 0 ? trend.buckets.length : at
}

/** Whether all values are empty or zero. */
export const hasNoData = (trend: Trend) =>
  trend.buckets.every(({ metrics }) => Object.values(metrics).every((value) => value === null || Number(value) === 0))

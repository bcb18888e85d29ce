import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo } from 'react'
import { type Metric, metricOf, metrics } from '../../../contract/reports/metrics.ts'
import { reportTrends, type Total, type Trend as TrendResult } from '../../../contract/reports/trends.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { usePath } from '../../../kit/path.ts'
import { problemText } from '../../../kit/problem.ts'
import { hasNoData, metricName, trendPoints, trendSeries, firstUnsettledBucket } from '../../../parts/metrics/trend-points.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Chart } from '../../../ui/chart/chart.tsx'
import type { DateChoice } from '../../../ui/date/draft.ts'
import { Select } from '../../../ui/select/select.tsx'
import { dayRange } from '../../../ui/format/format.ts'
import { tableRows } from '../../../ui/icon/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { ErrorState, EmptyState, LoadingSkeleton } from '../../../ui/states.tsx'
import { weekStartOf } from '../../../ui/date/week-start.ts'
import { type MetricsScope, metricsRequest } from './kpis.tsx'

const plotHeight = 256
const defaultMetrics = ['cost', 'return_on_ad_spend'] as const
/** Rarely opened, so it loads lazily. */
const TrendTable = lazyIdle(() => import('../../../parts/metrics/trend-table.tsx'))

/** The two metrics of the chart, read from the URL. Unknown names fall back to the defaults. */
function useChartMetrics() {
  const { query, setQuery } = usePath()
  const metricIn = (name: string, other: string) => (metricOf(query.get(name) ?? '') ?? metricOf(other))?.id ?? other
  const bars = metricIn('bars', defaultMetrics[0])
  const line = metricIn('line', defaultMetrics[1])
  return { bars, line, charted: useMemo(() => [...new Set([bars, line])], [bars, line]), setQuery, isTable: query.get('view') === 'table' }
}

interface ChooserProps {
  readonly label: string
  readonly name: 'bars' | 'line'
  readonly value: string
}

/** Selects a metric and stores it in the URL. */
function MetricChooser({ label, name, value }: ChooserProps) {
  const { i18n } = useLingui()
  const { setQuery } = usePath()
  const options = useMemo(() => metrics.map((metric: Metric) => ({ id: metric.id, label: metricName(metric, i18n) })), [i18n])
  const chosen = options.find(({ id }) => id === value) ?? null
  return (
    <Select label={label} isRequired options={options} value={chosen} onChange={(next) => next && setQuery({ [name]: String(next.id) })} />
  )
}

interface DrawnProps {
  readonly trend: TrendResult
  readonly total: Total | undefined
  readonly charted: readonly string[]
  readonly isTable: boolean
  readonly today: string
}

function TrendChart({ trend, total, charted, isTable, today }: DrawnProps) {
  const { locale } = useElementContext()
  const { t, i18n } = useLingui()
  if (hasNoData(trend)) return <EmptyState heading={<Trans>No data for these dates</Trans>} text={<Trans>Choose other dates.</Trans>} />
  if (isTable)
    return (
      <Suspense fallback={<LoadingSkeleton height={plotHeight} />}>
        <TrendTable trend={trend} total={total} metrics={charted} locale={locale} />
      </Suspense>
    )
  const series = trendSeries(trend, charted, i18n, locale)
  return (
    <Chart
      label={t`${series.map(({ label }) => label).join(', ')} by date`}
      points={trendPoints(trend, i18n, locale)}
      series={series}
      unsettledFrom={firstUnsettledBucket(trend)}
      unsettledLabel={t`not final`}
      beforeLabel={trend.before ? dayRange(trend.before.start_date, trend.before.end_date, locale, today) : undefined}
      height={plotHeight}
    />
  )
}

interface TrendProps {
  readonly counted: MetricsScope
  readonly dates: DateChoice
  readonly today: string
}

/** Two metrics per day, with the comparison range, as a chart or a table. */
export function Trend({ counted, dates, today }: TrendProps) {
  const { t, i18n } = useLingui()
  const { locale } = useElementContext()
  const { bars, line, charted, isTable, setQuery } = useChartMetrics()
  const body = metricsRequest(counted, dates, charted)
  const trend = useRead(reportTrends.trend, { body: { ...body, week_start: weekStartOf(locale) } }, { keepPreviousData: true })
  const total = useRead(reportTrends.total, isTable ? { body } : null)
  return (
    <section className="detail-part" aria-label={t`Trend`} aria-busy={trend.isValidating}>
      <div className="row detail-metrics">
        <MetricChooser label={t`Left axis`} name="bars" value={bars} />
        <MetricChooser label={t`Right axis`} name="line" value={line} />
        <span className="grow" />
        <IconButton
          icon={tableRows}
          label={t`Table`}
          isPressed={isTable}
          onPress={() => setQuery({ view: isTable ? undefined : 'table' })}
        />
      </div>
      {trend.error ? (
        <ErrorState
          heading={<Trans>Couldn’t load the chart</Trans>}
          reason={problemText(trend.error, i18n)}
          requestId={trend.error.requestId}
          onRetry={() => void trend.mutate()}
        />
      ) : trend.data ? (
        <TrendChart {...{ charted, isTable, today, trend: trend.data, total: total.data }} />
      ) : (
        <LoadingSkeleton height={plotHeight} />
      )}
    </section>
  )
}

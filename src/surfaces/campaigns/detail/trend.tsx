import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { type Metric, metricOf, metrics } from '../../../contract/reports/metrics.ts'
import { reportTrends } from '../../../contract/reports/trends.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { usePath } from '../../../kit/path.ts'
import { TableButton, TrendChart, useIsTable } from '../../../parts/metrics/trend-chart.tsx'
import { metricName } from '../../../parts/metrics/trend-points.ts'
import type { DateChoice } from '../../../ui/date/draft.ts'
import { weekStartOf } from '../../../ui/date/week-start.ts'
import { Select } from '../../../ui/select/select.tsx'
import { type MetricsScope, metricsRequest } from './kpis.tsx'

const plotHeight = 256
const defaultMetrics = ['cost', 'return_on_ad_spend'] as const

/** The two metrics of the chart, read from the URL. Unknown names fall back to the defaults. */
function useChartMetrics() {
  const { query } = usePath()
  const metricIn = (name: string, other: string) => (metricOf(query.get(name) ?? '') ?? metricOf(other))?.id ?? other
  const bars = metricIn('bars', defaultMetrics[0])
  const line = metricIn('line', defaultMetrics[1])
  return { bars, line, charted: useMemo(() => [...new Set([bars, line])], [bars, line]) }
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

interface TrendProps {
  readonly counted: MetricsScope
  readonly dates: DateChoice
  readonly today: string
}

/** Two metrics per day, with the comparison range, as a chart or a table. */
export function Trend({ counted, dates, today }: TrendProps) {
  const { t } = useLingui()
  const { locale } = useElementContext()
  const { bars, line, charted } = useChartMetrics()
  const isTable = useIsTable()
  const body = metricsRequest(counted, dates, charted)
  const trend = useRead(reportTrends.trend, { body: { ...body, week_start: weekStartOf(locale) } }, { keepPreviousData: true })
  const total = useRead(reportTrends.total, isTable ? { body } : null)
  return (
    <section className="detail-part" aria-label={t`Trend`} aria-busy={trend.isValidating}>
      <div className="row detail-metrics">
        <MetricChooser label={t`Left axis`} name="bars" value={bars} />
        <MetricChooser label={t`Right axis`} name="line" value={line} />
        <span className="grow" />
        <TableButton />
      </div>
      <TrendChart
        read={trend}
        total={total.data}
        metrics={charted}
        today={today}
        height={plotHeight}
        emptyText={<Trans>Choose other dates.</Trans>}
      />
    </section>
  )
}

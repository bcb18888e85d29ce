import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { metricOf } from '../../../contract/reports/metrics.ts'
import type { Total, Trend } from '../../../contract/reports/trends.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useClientTheme } from '../../../parts/scope/client-theme.ts'
import { formulaText, metricText } from '../../../parts/metrics/format.ts'
import { Chart } from '../../../ui/chart/chart.tsx'
import { KeyFigures } from '../../../ui/chart/figures.tsx'
import { dayRange } from '../../../ui/format/format.ts'
import { type ChartContent, drawBars } from '../../../ui/skeleton.ts'
import { EmptyState, LoadingSkeleton } from '../../../ui/states.tsx'
import { weekStartOf } from '../../../ui/date/week-start.ts'
import { Toolbar } from './toolbar.tsx'
import { firstUnsettledBucket, hasNoData, metricName, trendPoints, trendSeries } from '../../../parts/metrics/trend-points.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { ChartErrorState, InvalidAttributeState } from './problem.tsx'
import { useHostEvents } from './use-events.ts'
import { type ChartState, type ReportChartProps, useChart } from './use-chart.ts'

const plotHeight = 272
/** Rarely used, so loaded on demand. */
const TrendTable = lazyIdle(() => import('../../../parts/metrics/trend-table.tsx'))

/** Metrics with their change, the chart, and an optional table. */
export default function ReportChart(props: ReportChartProps) {
  const element = useElementContext()
  const { locale } = element
  const { i18n } = useLingui()
  const state = useChart(props, weekStartOf(locale))
  const { choice, trend, total } = state
  useClientTheme(/^[1-9]\d{0,9}$/.test(props.clientId ?? '') ? Number(props.clientId) : undefined)
  useHostEvents(state, props)

  const exported = async () => {
    if (!trend) return
    const { saveTrend } = await import('./trend-csv.ts')
    saveTrend(trend, choice.metrics, i18n)
    props.emit('ad-report-exported', { rows: trend.buckets.length })
  }
  if (state.unreadable) return <InvalidAttributeState attribute={state.unreadable.attribute} />
  // Waits for both responses, so that the layout does not shift.
  if (!(trend && total) && !state.problem) return <ChartSkeleton figures={choice.metrics.length} isCompared={choice.compare !== 'none'} />
  // Other dates may be valid, so the date menu stays.
  const isHopeless = !trend && state.problem?.kind !== 'invalid'
  return (
    <div className="report" aria-busy={state.isAsking}>
      {!isHopeless && (
        <Toolbar
          choice={choice}
          before={trend?.before ?? undefined}
          today={state.today}
          locale={locale}
          onChoose={state.choose}
          onExport={trend && !hasNoData(trend) ? () => void exported() : undefined}
        />
      )}
      {state.problem && <ChartErrorState problem={state.problem} onRetry={state.retry} />}
      {trend && total && <Kpis total={total} />}
      {trend && (hasNoData(trend) ? <Blank /> : <Body trend={trend} total={total} state={state} />)}
    </div>
  )
}

/** The skeleton that the loader draws, until the figures arrive. */
function ChartSkeleton({ figures, isCompared }: ChartContent) {
  const { t } = useLingui()
  const draw = (node: HTMLDivElement | null) => {
    if (node) drawBars(node, { figures, isCompared })
  }
  return <div ref={draw} className="bars" role="status" aria-label={t`Loading`} />
}

function Kpis({ total }: { total: Total }) {
  const { locale } = useElementContext()
  const { i18n } = useLingui()
  const items = total.kpis.flatMap(({ metric: id, total: value, percentage }) => {
    const metric = metricOf(id)
    return metric
      ? [
          {
            id,
            label: metricName(metric, i18n),
            value: metricText(metric, value, total, locale),
            change: total.before ? percentage : undefined,
            explanation: formulaText(metric, i18n, locale),
          },
        ]
      : []
  })
  return <KeyFigures items={items} locale={locale} rows={total.before ? 'compared' : 'plain'} />
}

function Body({ trend, total, state }: { trend: Trend; total: Total | undefined; state: ChartState }) {
  const { locale } = useElementContext()
  const { t, i18n } = useLingui()
  const { choice, today } = state
  if (choice.isTable)
    return (
      <Suspense fallback={<LoadingSkeleton height={plotHeight} />}>
        <TrendTable trend={trend} total={total} metrics={choice.metrics} locale={locale} />
      </Suspense>
    )
  const series = trendSeries(trend, choice.metrics, i18n, locale)
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

const Blank = () => (
  <EmptyState
    heading={<Trans>No data for these dates</Trans>}
    text={<Trans>Choose other dates, or come back after a campaign has run.</Trans>}
  />
)

import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { metricOf } from '../../../contract/reports/metrics.ts'
import type { Total, Trend } from '../../../contract/reports/trends.ts'
import { useGuest } from '../../../kit/host/guest.tsx'
import { useClientTheme } from '../../../parts/scope/client-theme.ts'
import { metricText } from '../../../parts/metrics/format.ts'
import { formulaText } from '../../../parts/metrics/words.ts'
import { Chart } from '../../../ui/chart/chart.tsx'
import { Figures } from '../../../ui/chart/figures.tsx'
import { dayRange } from '../../../ui/format/format.ts'
import { Empty, Loading } from '../../../ui/states.tsx'
import { weekStartOf } from '../../../ui/date/week-start.ts'
import { Toolbar } from './toolbar.tsx'
import { isBlank, metricName, pointsOf, seriesOf, unsettledFrom } from '../../../parts/metrics/trend-points.ts'
import { later } from '../../../ui/lazy-idle.ts'
import { Trouble, Unread } from './problem.tsx'
import { useAnnounced } from './use-events.ts'
import { type ChartState, type ReportChartProps, useChart } from './use-chart.ts'

const plotHeight = 272
/** Rarely used, so loaded on demand. */
const TrendTable = later(() => import('../../../parts/metrics/trend-table.tsx'))

/** Metrics with their change, the chart, and an optional table. */
export default function ReportChart(asked: ReportChartProps) {
  const guest = useGuest()
  const { locale } = guest
  const { i18n } = useLingui()
  const state = useChart(asked, weekStartOf(locale))
  const { choice, trend, total } = state
  useClientTheme(/^[1-9]\d{0,9}$/.test(asked.clientId ?? '') ? Number(asked.clientId) : undefined)
  useAnnounced(state, asked)

  const exported = async () => {
    if (!trend) return
    const { saveTrend } = await import('./trend-csv.ts')
    saveTrend(trend, choice.metrics, i18n)
    asked.emit('ad-report-exported', { rows: trend.buckets.length })
  }
  if (state.unreadable) return <Unread attribute={state.unreadable.attribute} />
  // Waits for both responses, so that the layout does not shift.
  if (!(trend && total) && !state.problem) return <Loading height={plotHeight} />
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
          onExport={trend && !isBlank(trend) ? () => void exported() : undefined}
        />
      )}
      {state.problem && <Trouble problem={state.problem} onRetry={state.retry} />}
      {trend && total && <Kpis total={total} />}
      {trend && (isBlank(trend) ? <Blank /> : <Body trend={trend} total={total} state={state} />)}
    </div>
  )
}

function Kpis({ total }: { total: Total }) {
  const { locale } = useGuest()
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
  return <Figures items={items} locale={locale} />
}

function Body({ trend, total, state }: { trend: Trend; total: Total | undefined; state: ChartState }) {
  const { locale } = useGuest()
  const { t, i18n } = useLingui()
  const { choice, today } = state
  if (choice.isTable)
    return (
      <Suspense fallback={<Loading height={plotHeight} />}>
        <TrendTable trend={trend} total={total} metrics={choice.metrics} locale={locale} />
      </Suspense>
    )
  const series = seriesOf(trend, choice.metrics, i18n, locale)
  return (
    <Chart
      label={t`${series.map(({ label }) => label).join(', ')} by date`}
      points={pointsOf(trend, i18n, locale)}
      series={series}
      unsettledFrom={unsettledFrom(trend)}
      unsettledLabel={t`not settled`}
      beforeLabel={trend.before ? dayRange(trend.before.start_date, trend.before.end_date, locale, today) : undefined}
      height={plotHeight}
    />
  )
}

const Blank = () => (
  <Empty
    heading={<Trans>Nothing was delivered in these dates</Trans>}
    text={<Trans>Choose other dates, or look again once a campaign has run.</Trans>}
  />
)

import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo } from 'react'
import { granularities, granularityFor } from '../../../contract/dates/date-ranges.ts'
import { metricsOf } from '../../../contract/reports/fields.ts'
import { reportTrends, type Total, type Trend } from '../../../contract/reports/trends.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { problemText } from '../../../kit/problem.ts'
import { hasNoData, trendPoints, trendSeries, firstUnsettledBucket } from '../../../parts/metrics/trend-points.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Chart } from '../../../ui/chart/chart.tsx'
import { dayRange } from '../../../ui/format/format.ts'
import { tableRows } from '../../../ui/icon/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { ErrorState, EmptyState, LoadingSkeleton } from '../../../ui/states.tsx'
import { totalsRequest } from '../query/request.ts'
import { fieldName } from '../words/fields.ts'
import { granularityWords } from '../words/report.ts'
import type { ReportState } from './use-report.ts'

const plotHeight = 256
/** Rarely used, so loaded on demand. */
const TrendTable = lazyIdle(() => import('../../../parts/metrics/trend-table.tsx'))
const Select = lazyIdle(async () => ({ default: (await import('../../../ui/select/select.tsx')).Select }))

interface StateProps {
  readonly state: ReportState
}

/** Selects for the two metrics and the granularity. */
function ChartOptions({ state: { reportQuery, change, days } }: StateProps) {
  const { t, i18n } = useLingui()
  const options = useMemo(
    () => metricsOf(reportQuery.context).map(({ id }) => ({ id, label: fieldName(id, i18n) })),
    [reportQuery.context, i18n],
  )
  const steps = useMemo(() => granularities.map((id) => ({ id, label: i18n._(granularityWords[id]) })), [i18n])
  const optionOf = (id: string) => options.find((option) => option.id === id) ?? { id, label: fieldName(id, i18n) }
  const step = reportQuery.granularity ?? granularityFor(days)
  return (
    <Suspense>
      <Select
        label={t`Left axis`}
        noClear
        options={options}
        value={optionOf(reportQuery.bars)}
        onChange={(chosen) => chosen && change({ bars: String(chosen.id) })}
      />
      <Select
        label={t`Right axis`}
        noClear
        options={options}
        value={optionOf(reportQuery.line)}
        onChange={(chosen) => chosen && change({ line: String(chosen.id) })}
      />
      <Select
        label={t`Interval`}
        noClear
        options={steps}
        value={steps.find(({ id }) => id === step) ?? null}
        onChange={(chosen) => change({ granularity: granularities.find((id) => id === chosen?.id) })}
      />
    </Suspense>
  )
}

interface DrawnProps {
  readonly trend: Trend
  readonly total: Total | undefined
  readonly charted: readonly string[]
  readonly isTable: boolean
  readonly today: string
}

function TrendView({ trend, total, charted, isTable, today }: DrawnProps) {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  if (hasNoData(trend))
    return <EmptyState heading={<Trans>No data for these dates</Trans>} text={<Trans>Choose other dates or remove a filter.</Trans>} />
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

/** Two metrics over time against the comparison period, as a chart or a table. */
export function ReportChart({ state }: StateProps) {
  const { t, i18n } = useLingui()
  const { reportQuery, scope, today } = state
  const { query, setQuery } = usePath()
  const isTable = query.get('view') === 'table'
  const charted = useMemo(() => [...new Set([reportQuery.bars, reportQuery.line])], [reportQuery.bars, reportQuery.line])
  const body = totalsRequest(reportQuery, scope, charted)
  // Weeks always begin on Monday here, as in the table.
  const stepped = body && { ...body, ...(reportQuery.granularity && { granularity: reportQuery.granularity }) }
  const trend = useRead(reportTrends.trend, stepped ? { body: stepped } : null, { keepPreviousData: true })
  const total = useRead(reportTrends.total, isTable && body ? { body } : null)
  // The totals already show the missing permission.
  if (!body || trend.error?.kind === 'refused') return null
  return (
    <section className="report-chart" aria-label={t`Over time`} aria-busy={trend.isLoading}>
      <div className="report-chart-tools">
        <ChartOptions state={state} />
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
        <TrendView {...{ charted, isTable, today, trend: trend.data, total: total.data }} />
      ) : (
        <LoadingSkeleton height={plotHeight} />
      )}
    </section>
  )
}

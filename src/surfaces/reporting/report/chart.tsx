import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo } from 'react'
import { granularities, type Granularity, granularityFor } from '../../../contract/dates/date-ranges.ts'
import { metricsOf } from '../../../contract/reports/fields.ts'
import { reportTrends, type Total, type Trend } from '../../../contract/reports/trends.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { problemText } from '../../../kit/problem.ts'
import { hasNoData, trendPoints, trendSeries, firstUnsettledBucket } from '../../../parts/metrics/trend-points.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Chart } from '../../../ui/chart/chart.tsx'
import { Legend } from '../../../ui/chart/legend.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { dayRange } from '../../../ui/format/format.ts'
import { tableRows } from '../../../ui/icon/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { ErrorState, EmptyState, LoadingSkeleton } from '../../../ui/states.tsx'
import { totalsRequest } from '../query/request.ts'
import { fieldName } from '../words/fields.ts'
import { granularityWords } from '../words/report.ts'
import type { ReportState } from './use-report.ts'

const plotHeight = 200
/** Rarely used, so loaded on demand. */
const TrendTable = lazyIdle(() => import('../../../parts/metrics/trend-table.tsx'))
const Select = lazyIdle(async () => ({ default: (await import('../../../ui/select/select.tsx')).Select }))

interface StateProps {
  readonly state: ReportState
}

interface ChartOptionsProps extends StateProps {
  /** Label of the compared period, if the chart draws one. */
  readonly beforeLabel: string | undefined
}

/** The legend, where the two metrics are chosen, and the granularity. */
function ChartOptions({ state: { reportQuery, change, days }, beforeLabel }: ChartOptionsProps) {
  const { t, i18n } = useLingui()
  const options = useMemo(
    () => metricsOf(reportQuery.context).map(({ id }) => ({ id, label: fieldName(id, i18n) })),
    [reportQuery.context, i18n],
  )
  const optionOf = (id: string) => options.find((option) => option.id === id) ?? { id, label: fieldName(id, i18n) }
  const metricChoice = (label: string, axis: 'bars' | 'line') => (
    <Select
      label={label}
      isLabelHidden
      noClear
      options={options}
      value={optionOf(reportQuery[axis])}
      onChange={(chosen) => chosen && change({ [axis]: String(chosen.id) })}
    />
  )
  const isSingle = reportQuery.bars === reportQuery.line
  const left = { id: 'bars', label: metricChoice(t`Left axis`, 'bars'), form: isSingle ? 'line' : 'bars' } as const
  const right = { id: 'line', label: metricChoice(t`Right axis`, 'line') }
  return (
    <Suspense>
      <Legend series={[left, isSingle ? right : { ...right, form: 'line' }]} beforeLabel={beforeLabel} />
      <Chips<Granularity>
        label={t`Interval`}
        isLabelHidden
        isSegments
        value={reportQuery.granularity ?? granularityFor(days)}
        onChange={(granularity) => change({ granularity })}
        choices={granularities.map((value) => ({ value, label: i18n._(granularityWords[value]) }))}
      />
    </Suspense>
  )
}

interface DrawnProps {
  readonly trend: Trend
  readonly total: Total | undefined
  readonly charted: readonly string[]
  readonly isTable: boolean
  readonly beforeLabel: string | undefined
}

function TrendView({ trend, total, charted, isTable, beforeLabel }: DrawnProps) {
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
      beforeLabel={beforeLabel}
      noLegend
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
  const before = trend.data?.before
  const beforeLabel = before ? dayRange(before.start_date, before.end_date, i18n.locale, today) : undefined
  return (
    <section className="report-chart" aria-label={t`Over time`} aria-busy={trend.isLoading}>
      <div className="report-chart-tools">
        <ChartOptions state={state} beforeLabel={isTable ? undefined : beforeLabel} />
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
        <TrendView {...{ charted, isTable, beforeLabel, trend: trend.data, total: total.data }} />
      ) : (
        <LoadingSkeleton height={plotHeight} />
      )}
    </section>
  )
}

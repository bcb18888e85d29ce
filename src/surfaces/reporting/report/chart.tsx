import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo } from 'react'
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
import type { ReportState } from './use-report.ts'

const plotHeight = 200
/** Rarely used, so loaded on demand. */
const TrendTable = lazyIdle(() => import('../../../parts/metrics/trend-table.tsx'))
/** The first paint does not wait for the controls of the chart. */
const ChartOptions = lazyIdle(() => import('./chart-options.tsx'))

interface StateProps {
  readonly state: ReportState
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
        <Suspense>
          <ChartOptions state={state} beforeLabel={isTable ? undefined : beforeLabel} />
        </Suspense>
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

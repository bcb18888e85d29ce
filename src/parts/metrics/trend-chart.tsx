import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'
import type { Total, Trend } from '../../contract/reports/trends.ts'
import { usePath } from '../../kit/path.ts'
import { type Problem, problemText } from '../../kit/problem.ts'
import { IconButton } from '../../ui/button.tsx'
import { Chart } from '../../ui/chart/chart.tsx'
import { dayRange } from '../../ui/format/format.ts'
import { tableRows } from '../../ui/icon/icons.ts'
import { lazyIdle } from '../../ui/lazy-idle.ts'
import { EmptyState, ErrorState, LoadingSkeleton } from '../../ui/states.tsx'
import { firstUnsettledBucket, hasNoData, trendPoints, trendSeries } from './trend-points.ts'

/** Rarely used, so loaded on demand. */
const TrendTable = lazyIdle(() => import('./trend-table.tsx'))

/** Whether the table is shown instead of the chart; in the URL. */
export const useIsTable = () => usePath().query.get('view') === 'table'

/** Switches between the chart and the table. */
export function TableButton() {
  const { t } = useLingui()
  const { setQuery } = usePath()
  const isTable = useIsTable()
  return (
    <IconButton icon={tableRows} label={t`Table`} isPressed={isTable} onPress={() => setQuery({ view: isTable ? undefined : 'table' })} />
  )
}

/** The compared days of a trend as text. */
export const comparedText = ({ before }: Trend, locale: string, today: string) =>
  before ? dayRange(before.start_date, before.end_date, locale, today) : undefined

interface TrendChartProps {
  /** The response of the trend endpoint. */
  readonly read: { readonly data: Trend | undefined; readonly error: Problem | undefined; readonly mutate: () => Promise<unknown> }
  /** The totals, for the table. */
  readonly total: Total | undefined
  /** Ids of the metrics. */
  readonly metrics: readonly string[]
  readonly today: string
  readonly height: number
  /** What the user can do if there is no data. */
  readonly emptyText: ReactNode
  readonly noLegend?: boolean
}

/** Metrics over time against the compared days, as a chart or a table. */
export function TrendChart({ read, total, metrics, today, height, emptyText, noLegend = false }: TrendChartProps) {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const isTable = useIsTable()
  const { data: trend, error } = read
  if (error)
    return (
      <ErrorState
        heading={<Trans>Couldn’t load the chart</Trans>}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void read.mutate()}
      />
    )
  if (!trend) return <LoadingSkeleton height={height} />
  if (hasNoData(trend)) return <EmptyState heading={<Trans>No data for these dates</Trans>} text={emptyText} />
  if (isTable)
    return (
      <Suspense fallback={<LoadingSkeleton height={height} />}>
        <TrendTable trend={trend} total={total} metrics={metrics} locale={locale} />
      </Suspense>
    )
  const series = trendSeries(trend, metrics, i18n, locale)
  return (
    <Chart
      label={t`${series.map(({ label }) => label).join(', ')} by date`}
      points={trendPoints(trend, i18n, locale)}
      series={series}
      unsettledFrom={firstUnsettledBucket(trend)}
      unsettledLabel={t`not final`}
      beforeLabel={comparedText(trend, locale, today)}
      noLegend={noLegend}
      height={height}
    />
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { reportTrends } from '../../../contract/reports/trends.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { problemText } from '../../../kit/problem.ts'
import { firstUnsettledBucket, hasNoData, trendPoints, trendSeries } from '../../../parts/metrics/trend-points.ts'
import { Chart } from '../../../ui/chart/chart.tsx'
import { weekStartOf } from '../../../ui/date/week-start.ts'
import { dayRange } from '../../../ui/format/format.ts'
import { EmptyState, ErrorState, LoadingSkeleton } from '../../../ui/states.tsx'
import { type OverviewSelection, reportBody } from './kpis.tsx'

const metricIds = ['cost', 'return_on_ad_spend']
const plotHeight = 232

/** Spend as bars and return on ad spend as a line, for the days of the metrics above. */
export default function OverviewTrend({ today, ...selection }: OverviewSelection & { readonly today: string }) {
  const { t, i18n } = useLingui()
  const { locale } = useElementContext()
  const body = { ...reportBody(selection), metrics: metricIds, week_start: weekStartOf(locale) }
  const { data: trend, error, mutate, isValidating } = useRead(reportTrends.trend, { body }, { keepPreviousData: true })
  // The metrics above show the reason.
  if (error?.kind === 'refused' || error?.kind === 'missing' || error?.kind === 'invalid') return null
  if (error)
    return (
      <ErrorState
        heading={<Trans>Couldn’t load the chart</Trans>}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  if (!trend) return <LoadingSkeleton height={plotHeight} />
  if (hasNoData(trend))
    return (
      <EmptyState
        heading={<Trans>No data for these dates</Trans>}
        text={<Trans>Choose other dates, or come back after a campaign has run.</Trans>}
      />
    )
  const series = trendSeries(trend, metricIds, i18n, locale)
  return (
    <div aria-busy={isValidating}>
      <Chart
        label={t`${series.map(({ label }) => label).join(', ')} by date`}
        points={trendPoints(trend, i18n, locale)}
        series={series}
        unsettledFrom={firstUnsettledBucket(trend)}
        unsettledLabel={t`not final`}
        beforeLabel={trend.before ? dayRange(trend.before.start_date, trend.before.end_date, locale, today) : undefined}
        height={plotHeight}
      />
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo } from 'react'
import { reportTrends } from '../../../contract/reports/trends.ts'
import { useRead } from '../../../kit/cache.tsx'
import { comparedText, TableButton, TrendChart, useIsTable } from '../../../parts/metrics/trend-chart.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { totalsRequest } from '../query/request.ts'
import type { ReportState } from './use-report.ts'

const plotHeight = 200
/** The first paint does not wait for the controls of the chart. */
const ChartOptions = lazyIdle(() => import('./chart-options.tsx'))

interface StateProps {
  readonly state: ReportState
}

/** Two metrics over time against the comparison period, as a chart or a table. */
export function ReportChart({ state }: StateProps) {
  const { t, i18n } = useLingui()
  const { reportQuery, scope, today } = state
  const isTable = useIsTable()
  const charted = useMemo(() => [...new Set([reportQuery.bars, reportQuery.line])], [reportQuery.bars, reportQuery.line])
  const body = totalsRequest(reportQuery, scope, charted)
  // Weeks always begin on Monday here, as in the table.
  const stepped = body && { ...body, ...(reportQuery.granularity && { granularity: reportQuery.granularity }) }
  const trend = useRead(reportTrends.trend, stepped ? { body: stepped } : null, { keepPreviousData: true })
  const total = useRead(reportTrends.total, isTable && body ? { body } : null)
  // The totals already show the missing permission.
  if (!body || trend.error?.kind === 'refused') return null
  const beforeLabel = trend.data && comparedText(trend.data, i18n.locale, today)
  return (
    <section className="report-chart" aria-label={t`Over time`} aria-busy={trend.isLoading}>
      <div className="report-chart-tools">
        <Suspense>
          <ChartOptions state={state} beforeLabel={isTable ? undefined : beforeLabel} />
        </Suspense>
        <TableButton />
      </div>
      <TrendChart
        read={trend}
        total={total.data}
        metrics={charted}
        today={today}
        height={plotHeight}
        emptyText={<Trans>Choose other dates or remove a filter.</Trans>}
        noLegend
      />
    </section>
  )
}

import { type ReactNode, Suspense, useEffect, useRef, useMemo } from 'react'
import { restoreLostFocus } from '../../../parts/navigation/restore-lost-focus.ts'
import { usePath } from '../../../kit/path.ts'
import { JobTray } from '../../../parts/work/jobs.tsx'
import type { ReportQuery } from '../query/query.ts'
import type { Fields } from '../fields/own-fields.ts'
import { ReportControls, ReportSettings } from './controls.tsx'
import { ReportTotals } from './totals.tsx'
import { ReportTable } from './table.tsx'
import { type ReportState, useReport } from './use-report.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { reportTrends } from '../../../contract/reports/trends.ts'
import { useRead } from '../../../kit/cache.tsx'
import { comparedText, TableButton, TrendChart, useIsTable } from '../../../parts/metrics/trend-chart.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { totalsRequest } from '../query/request.ts'

/** Loaded on demand: most reports have no drilled row and no ignored field. */
const DrillCrumbs = lazyIdle(() => import('./drill-breadcrumbs.tsx'))
const LedgerDialog = lazyIdle(() => import('../ledger/dialog.tsx'))
const IgnoredFieldsNote = lazyIdle(async () => ({ default: (await import('./note.tsx')).IgnoredFieldsNote }))
const ReportNote = lazyIdle(async () => ({ default: (await import('./note.tsx')).ReportNote }))

const plotHeight = 200
/** The first paint does not wait for the controls of the chart. */
const ChartOptions = lazyIdle(() => import('./chart-options.tsx'))

interface StateProps {
  readonly state: ReportState
}

/** Two metrics over time against the comparison period, as a chart or a table. */
function ReportChart({ state }: StateProps) {
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

interface ReportProps {
  /** Query used where the URL has no parameters. */
  readonly base: ReportQuery
  /** The user's default fields for new reports. */
  readonly defaultFields?: Fields | undefined
  readonly name: string
  /** Shown below the name, for example the owner. */
  readonly note?: ReactNode
  /** Actions of the report. */
  readonly acts: (state: ReportState) => ReactNode
}

/** A report: controls, totals, chart and rows. */
export function Report({ base, defaultFields, name, note, acts }: ReportProps) {
  const state = useReport(base, defaultFields)
  const { query } = usePath()
  const depth = state.reportQuery.drill.length
  const page = useRef<HTMLElement>(null)
  const previousDepth = useRef(depth)
  useEffect(() => {
    // Leaving the last drilled row removes the focused back button.
    if (depth === 0 && previousDepth.current > 0)
      restoreLostFocus(page.current?.querySelector<HTMLElement>(':is([role="grid"], [role="treegrid"]) [tabindex="0"]'))
    previousDepth.current = depth
  }, [depth])
  return (
    <section className="report-page" aria-label={name} ref={page}>
      <header className="report-head">
        <div className="report-name">
          <h2>{name}</h2>
          {note}
        </div>
        <span className="grow" />
        <JobTray />
        {acts(state)}
      </header>
      <ReportSettings state={state} />
      <ReportControls state={state} />
      {state.outside.length > 0 && (
        <Suspense>
          <IgnoredFieldsNote state={state} />
        </Suspense>
      )}
      {depth > 0 && (
        <Suspense fallback={<div className="report-drill" />}>
          <DrillCrumbs state={state} />
        </Suspense>
      )}
      <ReportTotals state={state} />
      <ReportChart state={state} />
      <ReportTable state={state} name={name} />
      <Suspense>
        <ReportNote state={state} />
        {query.has('ledger') && <LedgerDialog state={state} />}
      </Suspense>
    </section>
  )
}

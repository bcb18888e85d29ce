import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { restoreLostFocus } from '../../../parts/navigation/restore-lost-focus.ts'
import { usePath } from '../../../kit/path.ts'
import { JobTray } from '../../../parts/work/jobs.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import type { ReportQuery } from '../query/query.ts'
import type { Fields } from '../fields/own-fields.ts'
import { ReportChart } from './chart.tsx'
import { ReportControls, ReportSettings } from './controls.tsx'
import { ReportTotals } from './totals.tsx'
import { ReportTable } from './table.tsx'
import { type ReportState, useReport } from './use-report.ts'

/** Loaded on demand: most reports have no drilled row and no ignored field. */
const DrillCrumbs = lazyIdle(() => import('./drill-breadcrumbs.tsx'))
const LedgerDialog = lazyIdle(() => import('../ledger/dialog.tsx'))
const IgnoredFieldsNote = lazyIdle(async () => ({ default: (await import('./note.tsx')).IgnoredFieldsNote }))
const ReportNote = lazyIdle(async () => ({ default: (await import('./note.tsx')).ReportNote }))

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

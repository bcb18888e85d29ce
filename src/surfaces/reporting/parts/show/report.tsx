import { type ReactNode, Suspense } from 'react'
import { WorkTray } from '../../../../parts/long-work.tsx'
import { later } from '../../../../ui/later.ts'
import type { Asked } from '../ask/asked.ts'
import { FieldRow } from '../fields/field-row.tsx'
import { ConditionBar } from '../filters/condition-bar.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportControls } from './report-controls.tsx'
import { ReportFigures } from './report-figures.tsx'
import { ReportNote } from './report-note.tsx'
import { ReportTable } from './report-table.tsx'
import { type ReportState, useReport } from './use-report.ts'

/** Most reports are of no row. */
const DrillCrumbs = later(() => import('./drill-crumbs.tsx'))

interface ReportProps {
  /** What is asked where the address says nothing else. */
  readonly base: Asked
  readonly name: string
  /** Below its name, such as whose it is. */
  readonly note?: ReactNode
  /** What can be done with it. */
  readonly acts: (state: ReportState) => ReactNode
}

/** One report: what it asks, what that comes to, how it goes over time, and its rows. */
export function Report({ base, name, note, acts }: ReportProps) {
  const state = useReport(base)
  return (
    <section className="report-page" aria-label={name}>
      <header className="report-head">
        <div className="report-name">
          <h2>{name}</h2>
          {note}
        </div>
        <span className="grow" />
        <WorkTray />
        {acts(state)}
      </header>
      <ReportControls state={state} />
      <div className="report-fields">
        <FieldRow state={state} kind="dimensions" />
        <FieldRow state={state} kind="metrics" />
        <ConditionBar state={state} />
      </div>
      {state.asked.drill.length > 0 && (
        <Suspense fallback={<div className="report-drill" />}>
          <DrillCrumbs state={state} />
        </Suspense>
      )}
      <ReportFigures state={state} />
      <ReportChart state={state} />
      <ReportTable state={state} name={name} />
      <ReportNote state={state} />
    </section>
  )
}

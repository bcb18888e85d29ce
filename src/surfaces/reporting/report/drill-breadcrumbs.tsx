import { Trans, useLingui } from '@lingui/react/macro'
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { hrefOf } from '../../../parts/navigation/link.tsx'
import { Button } from '../../../ui/button.tsx'
import { chevronStart } from '../../../ui/icon/control-icons.ts'
import { Breadcrumbs } from '../../../ui/navigation/breadcrumbs.tsx'
import type { ReportQuery } from '../query/query.ts'
import type { DrillStep } from '../query/drill.ts'
import { fieldName, fieldValueText } from '../words.ts'
import type { ReportState } from './use-report.ts'

const fieldsOf = (step: DrillStep) => step.map(({ field }) => field)

export function drillStepText(step: DrillStep, i18n: I18n, entityWord: string) {
  const labels = step.map(({ field, value }) => {
    const name = fieldName(field, i18n, entityWord)
    return `${name}: ${value === null ? i18n._(msg`not known`) : fieldValueText(field, value, i18n)}`
  })
  return labels.join(' · ')
}

/** The report before the drill step at `count`. */
const withoutStepsAfter = ({ drill, dimensions }: ReportQuery, count: number) => ({
  drill: drill.slice(0, count),
  dimensions: drill[count] ? fieldsOf(drill[count]) : dimensions,
  sort: [],
})

/** Breadcrumbs of the rows drilled into. */
export default function DrillBreadcrumbs({ state: { reportQuery, change, pathTo, entered, entityWord } }: { readonly state: ReportState }) {
  const { t, i18n } = useLingui()
  const { linkBase } = useElementContext()
  const { drill } = reportQuery
  const container = useRef<HTMLDivElement>(null)
  // Drilling removes the focused row, so the back button takes the focus.
  useEffect(() => {
    if (!entered.current || drill.length === 0) return
    entered.current = false
    container.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [drill.length, entered])
  const targetOf = (count: number) => {
    const next = withoutStepsAfter(reportQuery, count)
    return { href: hrefOf(linkBase, pathTo(next)), onNavigate: () => change(next) }
  }
  const crumbs = [
    { id: 'whole', label: t`Whole report`, target: targetOf(0) },
    ...drill.map((step, index) => ({ id: String(index), label: drillStepText(step, i18n, entityWord), target: targetOf(index + 1) })),
  ]
  return (
    <div className="report-drill" ref={container}>
      <Button kind="plain" icon={chevronStart} onPress={() => change(withoutStepsAfter(reportQuery, drill.length - 1))}>
        <Trans>Back</Trans>
      </Button>
      <Breadcrumbs label={t`Drill-down path`} crumbs={crumbs} />
    </div>
  )
}

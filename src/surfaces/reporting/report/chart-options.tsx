import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { granularities, type Granularity, granularityFor } from '../../../contract/dates/date-ranges.ts'
import { metricsOf } from '../../../contract/reports/fields.ts'
import { Legend } from '../../../ui/chart/legend.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { fieldName, granularityWords } from '../words.ts'
import type { ReportState } from './use-report.ts'

interface ChartOptionsProps {
  readonly state: ReportState
  /** Label of the compared period, if the chart draws one. */
  readonly beforeLabel: string | undefined
}

/** The legend, where the two metrics are chosen, and the granularity. */
export default function ChartOptions({ state: { reportQuery, change, days }, beforeLabel }: ChartOptionsProps) {
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
    <>
      <Legend series={[left, isSingle ? right : { ...right, form: 'line' }]} beforeLabel={beforeLabel} />
      <Chips<Granularity>
        label={t`Interval`}
        isLabelHidden
        isSegments
        value={reportQuery.granularity ?? granularityFor(days)}
        onChange={(granularity) => change({ granularity })}
        choices={granularities.map((value) => ({ value, label: i18n._(granularityWords[value]) }))}
      />
    </>
  )
}

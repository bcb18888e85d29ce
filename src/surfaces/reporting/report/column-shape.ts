import { useCallback } from 'react'
import { dimensionOf } from '../../../contract/reports/dimensions.ts'
import { metricOf } from '../../../contract/reports/metrics.ts'
import type { ColumnControl } from '../../../parts/resource/data-table.tsx'
import type { ReportRow } from '../../../parts/resource/report-source.ts'
import type { ColumnPreference } from '../../../ui/table/column-choice.ts'
import type { GridColumn } from '../../../ui/table/column.ts'
import { type Fields, useLoadDefaultFields } from '../fields/own-fields.ts'
import type { ReportState } from './use-report.ts'

/** Fields of the visible columns; hiding a column removes its field from the report. */
export function fieldsOfColumns(choices: readonly ColumnPreference[]): Fields {
  const ids = choices.flatMap(({ key, isShown }) => (isShown ? key : []))
  return { dimensions: ids.filter((id) => dimensionOf(id)), metrics: ids.filter((id) => metricOf(id)) }
}

/** The columns follow the report's fields. Only comparison columns are shown or hidden by choice. */
export const columnsOfFields = (columns: readonly GridColumn<ReportRow>[], choices: readonly ColumnPreference[]): ColumnPreference[] =>
  columns.map(({ key, isOptional = false }) => {
    const preference = choices.find((choice) => choice.key === key)
    return { key, isShown: !isOptional || preference?.isShown === true, width: preference?.width }
  })

/** Column changes edit the report, so that screen, export and mail match. Resetting columns restores the default fields. */
export function useColumnShape(
  { reportQuery: { context, dimensions, metrics, drill }, change }: ReportState,
  columns: readonly GridColumn<ReportRow>[],
): ColumnControl {
  const loadDefaults = useLoadDefaultFields()
  const of = useCallback((choices: readonly ColumnPreference[]) => columnsOfFields(columns, choices), [columns])
  const setFields = (next: Fields) => {
    const isSame = String(next.dimensions) === String(dimensions) && String(next.metrics) === String(metrics)
    // A report needs at least one metric.
    if (!isSame && next.metrics.length > 0) change(next)
  }
  // In a drilled row, the reset keeps the row's dimensions.
  const startWith = (defaults: Fields) => setFields(drill.length > 0 ? { ...defaults, dimensions } : defaults)
  return { of, save: (choices) => (choices.length > 0 ? setFields(fieldsOfColumns(choices)) : void loadDefaults(context).then(startWith)) }
}

import { useCallback } from 'react'
import { dimensionOf } from '../../../contract/reports/dimensions.ts'
import { metricOf } from '../../../contract/reports/metrics.ts'
import type { ColumnShape } from '../../../parts/resource/data-table.tsx'
import type { ReportRow } from '../../../parts/resource/report-source.ts'
import type { ColumnChoice } from '../../../ui/table/column-choice.ts'
import type { GridColumn } from '../../../ui/table/column.ts'
import { type Fields, useBeginning } from '../fields/own-fields.ts'
import type { ReportState } from './use-report.ts'

/** The fields of a report as its columns were put: what is hidden is no part of it any more. */
export function fieldsOfColumns(choices: readonly ColumnChoice[]): Fields {
  const ids = choices.flatMap(({ key, isShown }) => (isShown ? key : []))
  return { dimensions: ids.filter((id) => dimensionOf(id)), metrics: ids.filter((id) => metricOf(id)) }
}

/** The columns of a report are its fields, in their order, in every report of its own; only what was before is shown or not. */
export const columnsOfFields = (columns: readonly GridColumn<ReportRow>[], choices: readonly ColumnChoice[]): ColumnChoice[] =>
  columns.map(({ key, isOptional = false }) => {
    const chosen = choices.find((choice) => choice.key === key)
    return { key, isShown: !isOptional || chosen?.isShown === true, width: chosen?.width }
  })

/** Hiding a column or moving it changes the report itself, so that the screen, its file and its mail stay one; the usual columns are those of a new report. */
export function useColumnShape(
  { asked: { context, dimensions, metrics, drill }, change }: ReportState,
  columns: readonly GridColumn<ReportRow>[],
): ColumnShape {
  const begin = useBeginning()
  const of = useCallback((choices: readonly ColumnChoice[]) => columnsOfFields(columns, choices), [columns])
  const put = (next: Fields) => {
    const isSame = String(next.dimensions) === String(dimensions) && String(next.metrics) === String(metrics)
    // A report without a figure would say nothing.
    if (!isSame && next.metrics.length > 0) change(next)
  }
  // What a row that was gone into is split by is no matter of the whole report.
  const begun = (usual: Fields) => put(drill.length > 0 ? { ...usual, dimensions } : usual)
  return { of, told: (choices) => (choices.length > 0 ? put(fieldsOfColumns(choices)) : void begin(context).then(begun)) }
}

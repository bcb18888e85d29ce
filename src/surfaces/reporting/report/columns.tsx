import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type ReactNode, useCallback } from 'react'
import { dimensionOf } from '../../../contract/reports/dimensions.ts'
import { metricOf, relativeChange, type MetricFormat } from '../../../contract/reports/metrics.ts'
import { numberOf } from '../../../parts/metrics/format.ts'
import { comparisonKey } from '../../../parts/resource/report-source.ts'
import { valueText } from '../../../ui/table/cell-text.ts'
import { headerOf, type CellKind, type CellValue, type GridColumn } from '../../../ui/table/column.ts'
import { Delta, judgeChange } from '../../../ui/format/delta.tsx'
import { fieldExplanation, fieldName, fieldValueText } from '../words.ts'
import { type TableRow, treeLevels } from './tree.ts'
import type { ReportMetadata, ReportState } from './use-report.ts'
import { describedTooltip } from '../../../ui/dialog/tooltip-text.ts'
import type { ColumnControl } from '../../../parts/resource/data-table.tsx'
import type { ColumnPreference } from '../../../ui/table/column-choice.ts'
import { type Fields, useLoadDefaultFields } from '../fields/own-fields.ts'

type Column = GridColumn<TableRow>

/** Context for rendering columns. */
interface ColumnContext {
  readonly i18n: I18n
  readonly metadata: ReportMetadata | undefined
  readonly isCompared: boolean
  readonly entityWord: string
  /** Renders the first cell of a row around its text. */
  readonly firstCell: (row: TableRow, text: ReactNode) => ReactNode
}

const kinds: Readonly<Record<MetricFormat, CellKind>> = { count: 'number', money: 'money', ratio: 'ratio', percent: 'percent' }

/** Widths in px that show the default report of a client without scrolling on a screen of 1440 px. */
const metricWidths: Readonly<Record<MetricFormat, number>> = { count: 104, money: 116, ratio: 132, percent: 132 }
const widths: Readonly<Record<string, number>> = { advertiser_name: 180 }
/** Width in px of a change before its value. */
const changeWidth = 56

/** Metric or dimension of a column key, and whether the column shows the comparison period. */
export const parseColumnKey = (key: string) => ({ id: key.replace(/\.before$/, ''), isBefore: key.endsWith('.before') })

function DimensionText({ row, id, context: { i18n } }: { readonly row: TableRow; readonly id: string; readonly context: ColumnContext }) {
  const value = row.dimensions[id]
  // The previous query's row, shown until the new rows arrive.
  if (value === undefined) return null
  const text = value === null ? i18n._(msg`not known`) : fieldValueText(id, value, i18n)
  const isOpen = dimensionOf(id)?.category === 'Time' && !row.settled
  return (
    <>
      <span className={value === null ? 'quiet' : undefined}>{text}</span>
      {isOpen && <small className="quiet"> {i18n._(msg`not final`)}</small>}
    </>
  )
}

function dimensionColumn(id: string, index: number, context: ColumnContext): Column {
  const isId = dimensionOf(id)?.presentation === 'id'
  return {
    key: id,
    header: fieldName(id, context.i18n, context.entityWord),
    hint: fieldExplanation(id, context.i18n),
    kind: 'text',
    group: 'dimensions',
    width: widths[id] ?? (isId ? 132 : index === 0 ? 280 : 200),
    isSortable: true,
    isPressed: index === 0,
    value: ({ dimensions }) => dimensions[id] ?? null,
    render: (row) => {
      const text = <DimensionText row={row} id={id} context={context} />
      return index === 0 && row.dimensions[id] !== undefined ? context.firstCell(row, text) : text
    },
  }
}

interface MetricCellProps {
  readonly id: string
  readonly kind: CellKind
  readonly row: TableRow
  readonly context: ColumnContext
}

/** A metric with its change; the tooltip judges the change and names the previous value. */
function ComparedCell({ id, kind, row, context: { i18n, metadata } }: MetricCellProps) {
  const [now = null, previous = null] = [row.metrics[id], row.before?.[id]]
  const change = relativeChange(numberOf(now), numberOf(previous))
  const textOf = (value: CellValue) => valueText(kind, value, { locale: i18n.locale, currency: metadata })
  const was = textOf(previous)
  const verdict = change === null ? undefined : judgeChange(change, metricOf(id)?.moreIsBetter)
  const judged = { better: msg`better, previous: ${was}`, worse: msg`worse, previous: ${was}` }
  return (
    <span className="report-compared">
      <span>{textOf(now)}</span>
      <small {...describedTooltip(i18n._(verdict ? judged[verdict] : msg`previous: ${was}`))}>
        <Delta share={change} />
      </small>
    </span>
  )
}

const formerHeader = (header: string, i18n: I18n) => i18n._(msg`${header}, previous`)

function metricColumns(id: string, context: ColumnContext): Column[] {
  const { i18n, metadata, isCompared, entityWord } = context
  const format = metricOf(id)?.format ?? 'count'
  const kind = kinds[format]
  const header = fieldName(id, i18n, entityWord)
  const hint = `${header}: ${fieldExplanation(id, i18n)}`
  const common = {
    kind,
    hint,
    width: metricWidths[format] + (isCompared ? changeWidth : 0),
    ...(format === 'money' && metadata && { unit: metadata.currency_code }),
  }
  const now: Column = {
    key: id,
    header,
    ...common,
    group: 'metrics',
    isSortable: true,
    value: ({ metrics }) => metrics[id] ?? null,
    ...(isCompared && { render: (row: TableRow) => <ComparedCell id={id} kind={kind} row={row} context={context} /> }),
  }
  if (!isCompared) return [now]
  // The unit comes from the metric, so the comparison column has it too.
  const former = { key: comparisonKey(id), header: formerHeader(headerOf(now), i18n), group: comparisonKey(id), isOptional: true }
  return [now, { kind, hint, width: common.width, ...former, value: ({ before: previous }) => previous?.[id] ?? null }]
}

/** The column of a tree: each row has the values of its own level, the name before the id. Its key is that of the first dimension. */
function treeColumn(dimensions: readonly string[], context: ColumnContext): Column {
  const levels = treeLevels(dimensions)
  const [first = ''] = dimensions
  const names = levels.map(([id = '']) => fieldName(id, context.i18n, context.entityWord))
  const idsOf = ({ level = 0 }: TableRow) => levels[level] ?? []
  return {
    key: first,
    header: names.join(' › '),
    hint: fieldExplanation(first, context.i18n),
    kind: 'text',
    group: 'dimensions',
    width: 300,
    isSortable: true,
    isPressed: true,
    value: (row) =>
      idsOf(row)
        .map((id) => row.dimensions[id])
        .join(' ') || null,
    render: (row) => {
      const [name = '', ...ids] = idsOf(row)
      if (row.dimensions[name] === undefined) return null
      const text = (
        <>
          <DimensionText row={row} id={name} context={context} />
          {ids.map((id) => (
            <small key={id} className="quiet">
              {' '}
              {row.dimensions[id]}
            </small>
          ))}
        </>
      )
      return context.firstCell(row, text)
    },
  }
}

/** Columns of a report: dimensions, then metrics, each followed by its comparison column. */
export const reportColumns = (
  dimensions: readonly string[],
  metrics: readonly string[],
  context: ColumnContext,
  isTree = false,
): Column[] => [
  ...(isTree ? [treeColumn(dimensions, context)] : dimensions.map((id, index) => dimensionColumn(id, index, context))),
  ...metrics.flatMap((id) => metricColumns(id, context)),
]

/** Fields of the visible columns; hiding a column removes its field from the report. */
export function fieldsOfColumns(choices: readonly ColumnPreference[]): Fields {
  const ids = choices.flatMap(({ key, isShown }) => (isShown ? key : []))
  return { dimensions: ids.filter((id) => dimensionOf(id)), metrics: ids.filter((id) => metricOf(id)) }
}

/** The columns follow the report's fields. Only comparison columns are shown or hidden by choice. */
export const columnsOfFields = (columns: readonly Column[], preferences: readonly ColumnPreference[]): ColumnPreference[] =>
  columns.map(({ key, isOptional = false }) => {
    const preference = preferences.find((one) => one.key === key)
    return { key, isShown: !isOptional || preference?.isShown === true, width: preference?.width }
  })

/** Column changes edit the report, so that screen, export and mail match. Resetting columns restores the default fields. */
export function useColumnControl(
  { reportQuery: { context, dimensions, metrics, drill }, change }: ReportState,
  columns: readonly Column[],
  isTree: boolean,
): ColumnControl {
  const loadDefaults = useLoadDefaultFields()
  const columnsFor = useCallback((preferences: readonly ColumnPreference[]) => columnsOfFields(columns, preferences), [columns])
  const setFields = (next: Fields) => {
    const isSame = String(next.dimensions) === String(dimensions) && String(next.metrics) === String(metrics)
    // A report needs at least one metric.
    if (!isSame && next.metrics.length > 0) change(next)
  }
  // A tree has one column for all dimensions.
  const fieldsOf = (preferences: readonly ColumnPreference[]): Fields => ({
    ...fieldsOfColumns(preferences),
    ...(isTree && { dimensions }),
  })
  // In a drilled row, the reset keeps the row's dimensions.
  const startWith = (defaults: Fields) => setFields(drill.length > 0 ? { ...defaults, dimensions } : defaults)
  return {
    columnsFor,
    save: (preferences) => (preferences.length > 0 ? setFields(fieldsOf(preferences)) : void loadDefaults(context).then(startWith)),
  }
}

import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { CurrencyFormat } from '../format/format.ts'
import type { EditExit } from './cell-editor.tsx'
import { type CellPosition, type GridBounds, clampCell } from './cell-steps.ts'
import type { CellFormat } from './cell-text.ts'
import {
  orderedColumns,
  type ColumnPreference,
  withColumnPreference,
  clampColumnWidth,
  shownColumns,
  gridTracksOf,
  columnWidthOf,
} from './column-choice.ts'
import { cardColumns, cardParts, isTooNarrow } from './cards.ts'
import { useMeasure } from '../use-measure.ts'
import type { GridColumn } from './column.ts'
import { type GridQuery, type GridSource, nextSort } from './query.ts'
import type { RowCallbacks, RowState } from './row.tsx'
import type { Selection } from './selection.ts'
import { useCellEdits } from './use-cell-edits.ts'
import { type RowSelection, useSelection } from './use-selection.ts'
import { cardHeight, type Density, headHeight, rowHeights, useVisibleRows } from './use-visible-rows.ts'
import { useFittingHeight } from './use-fitting-height.ts'
import { useReloads, useWindows } from './use-windows.ts'
import type { Windows } from './windows.ts'

/** Checkboxes that mean something else than a selection for later actions. */
export interface GridChoice<Row> {
  /** Handles the checkboxes and their keys. */
  readonly select: (windows: Windows<Row>) => RowSelection<Row>
  readonly isChosen: (row: Row) => boolean
  /** The checkbox in the header. */
  readonly picked: 'none' | 'some' | 'all'
}

export interface GridProps<Row> {
  /** Accessible name of the grid. */
  readonly label: string
  readonly columns: readonly GridColumn<Row>[]
  /** Must be memoized: a new source resets the grid. */
  readonly source: GridSource<Row>
  /** A counter: when it increases, the grid reloads the visible rows and shows the old ones meanwhile. */
  readonly staleness?: number
  readonly rowId: (row: Row) => string
  /** Name of a row for screen readers. */
  readonly rowName: (row: Row) => string
  /** ARIA state of the rows of a tree: their level, and whether they are expanded. */
  readonly rowState?: (row: Row) => RowState | undefined
  readonly query: GridQuery
  readonly onQuery: (query: GridQuery) => void
  readonly preferences: readonly ColumnPreference[]
  readonly onPreferences: (preferences: readonly ColumnPreference[]) => void
  readonly currency?: CurrencyFormat | undefined
  /** Actions at the end of the toolbar, after the filters. */
  readonly tools?: ReactNode
  /** Actions for the selected rows. `clear` selects nothing, `replace` exactly the given rows. */
  readonly selectionTools?: (selection: Selection<Row>, clear: () => void, replace: (rows: readonly Row[]) => void) => ReactNode
  readonly noSelection?: boolean
  /** Replaces the selection and its bar. */
  readonly choice?: GridChoice<Row> | undefined
  /** Content when there are no rows and no filters. */
  readonly empty: { readonly heading: ReactNode; readonly text: ReactNode; readonly action?: ReactNode }
  /** Message and request id for a loading error. */
  readonly errorDetailsOf?: (error: unknown) => { readonly reason: string; readonly requestId?: string | undefined }
  /** Index of the initially current row. */
  readonly startRow?: number
  /** In pixels. */
  readonly maxHeight?: number
  readonly density?: Density
  /** The grid is the main content of its page: it ends at the bottom of the window, and its rows are cards where it is narrow. */
  readonly fitsPage?: boolean
  /** Between the toolbar and the rows, such as totals. */
  readonly summary?: ReactNode
  /** Content before the filters, for example a search field. */
  readonly toolbarStart?: ReactNode
}

/** Keeps one object for the lifetime of the grid, so that memoized rows do not re-render. */
function useStableCallbacks<Row>(callbacks: RowCallbacks<Row>): RowCallbacks<Row> {
  const latest = useRef(callbacks)
  latest.current = callbacks
  const [stable] = useState<RowCallbacks<Row>>(() => ({
    name: (row) => latest.current.name(row),
    state: (row) => latest.current.state?.(row),
    save: (...args) => latest.current.save(...args),
    cancelEdit: (index) => latest.current.cancelEdit(index),
  }))
  return stable
}

/** Visible columns and their widths, including a width that is being dragged. */
function useColumns<Row>({ columns, preferences, onPreferences }: GridProps<Row>, isCards: boolean) {
  const [dragged, setDragged] = useState<{ key: string; width: number }>()
  const tableColumns = useMemo(() => shownColumns(columns, preferences), [columns, preferences])
  const shown = useMemo(() => (isCards ? cardColumns(tableColumns) : tableColumns), [isCards, tableColumns])
  const parts = useMemo(() => (isCards ? cardParts(shown) : undefined), [isCards, shown])
  const widths = shown.map((column) => (dragged?.key === column.key ? dragged.width : columnWidthOf(column, preferences)))
  const resize = (column: GridColumn<Row>, requested: number, isDone = true) => {
    const width = clampColumnWidth(requested)
    setDragged(isDone ? undefined : { key: column.key, width })
    if (isDone) onPreferences(withColumnPreference(orderedColumns(columns, preferences), column.key, { width }))
  }
  return { shown, parts, widths, tracks: gridTracksOf(widths), resize }
}

/** The current cell. Focus follows it, and the grid scrolls to the focus. */
function useCurrentCell(scroller: { current: HTMLElement | null }, shape: GridBounds, startRow: number) {
  const [requested, setRequested] = useState<CellPosition>({ row: startRow, column: 0 })
  const [isEditing, setEditing] = useState(false)
  const takesFocus = useRef(false)
  const position = clampCell(requested, shape)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only navigation moves the focus
  useLayoutEffect(() => {
    if (!takesFocus.current || isEditing) return
    takesFocus.current = false
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-row="${position.row}"] > [data-column="${position.column}"]`)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [requested, isEditing])
  const go = (next: CellPosition, startEditing = false) => {
    takesFocus.current = true
    // The header stays the current row when the row of totals arrives below it.
    setRequested({ ...next, row: next.row === shape.head ? -Infinity : next.row })
    setEditing(startEditing)
  }
  return { position, isEditing, go, endEdit: () => setEditing(false) }
}

/** In pixels. */
const usualHeight = 640

/** Cards are drawn in portions instead of a window, because the page scrolls them. */
const cardPortion = 50

function useCardCount(startRow: number) {
  const [cardCount, setCardCount] = useState(Math.ceil((startRow + 1) / cardPortion) * cardPortion)
  return { cardCount, showMore: () => setCardCount(cardCount + cardPortion) }
}

/** The state of a grid: columns, loaded rows, current cell, selection, cell edits, and the text for screen readers. */
export function useGrid<Row>(props: GridProps<Row>) {
  const { source, query, onQuery, rowId, rowName, currency, startRow = 0, density = 'compact', fitsPage = false, staleness = 0 } = props
  const { t, i18n } = useLingui()
  const scroller = useRef<HTMLDivElement>(null)
  const [announcement, announce] = useState('')
  const isNarrow = useMeasure(scroller, false, isTooNarrow, { isImmediate: true })
  const isCards = fitsPage && isNarrow
  const columns = useColumns(props, isCards)
  const [totalBefore, setTotalBefore] = useState(0)
  const [hasTotals, setHasTotals] = useState(false)
  // Cards have no row of totals; a list shows them above.
  const headRows = hasTotals && !isCards ? 2 : 1
  const rowHeight = isCards ? cardHeight : rowHeights[density]
  const { cardCount, showMore } = useCardCount(startRow)
  const scrolled = useVisibleRows(scroller, { total: totalBefore, topHeight: headRows * headHeight, rowHeight, startRow })
  const viewport = isCards ? { ...scrolled, first: 0, last: cardCount - 1 } : scrolled
  const isFitted = fitsPage && props.maxHeight === undefined && !isCards
  const maxHeight = useFittingHeight(scroller, { isFitted, headRows, rowHeight, usual: props.maxHeight ?? usualHeight })
  const rows = useWindows(source, query, viewport)
  const total = rows.total ?? 0
  const drawn = isCards ? Math.min(total, cardCount) : total
  if (total !== totalBefore) setTotalBefore(total)
  if ((rows.totals !== undefined) !== hasTotals) setHasTotals(rows.totals !== undefined)

  const shape: GridBounds = { head: -headRows, rows: drawn, columns: columns.shown.length, page: viewport.page }
  const { position, isEditing, go, endEdit } = useCurrentCell(scroller, shape, startRow)
  const onTooMany = useCallback(() => announce(t`Too many rows to select at once. Use “Select all” instead.`), [t])
  const ownSelection = useSelection(rows.windows, rowId, onTooMany)
  const selection = props.choice?.select(rows.windows) ?? ownSelection
  const edits = useCellEdits<Row>({
    onRow: (id, row) => rows.windows.replace((old) => rowId(old) === id, row),
    onAnnounce: announce,
    unknownReason: t`Couldn’t save. Try again.`,
    saved: t`Saved`,
  })
  // No reload while a cell is edited or saved: an earlier response would show the old value again.
  useReloads(rows.current, staleness, isEditing || edits.isSaving)

  const afterEdit: Readonly<Record<EditExit, (row: number) => void>> = {
    enter: (row) => go({ row, column: position.column }),
    next: (row) => go({ row, column: position.column + 1 }),
    before: (row) => go({ row, column: position.column - 1 }),
    elsewhere: endEdit,
  }
  const callbacks = useStableCallbacks<Row>({
    name: rowName,
    state: props.rowState,
    cancelEdit: (index) => go({ row: index, column: position.column }),
    save: (index, column, text, end) => {
      afterEdit[end](index)
      const row = rows.windows.row(index)
      if (row === undefined || !column.edit) return
      const id = rowId(row)
      const isSame = text === (column.edit.text?.(row) ?? String(column.value(row) ?? ''))
      if (isSame) edits.drop(id, column.key)
      else void edits.save(id, row, column, text)
    },
  })
  const sortBy = (column: GridColumn<Row>, isAdded: boolean) => {
    if (!column.isSortable) return
    onQuery({ ...query, sort: nextSort(query.sort, column, isAdded) })
  }
  const format: CellFormat = useMemo(() => ({ locale: i18n.locale, currency }), [i18n.locale, currency])
  return {
    scroller,
    announcement,
    announce,
    columns,
    rowHeight,
    viewport,
    rows,
    total,
    drawn,
    isCards,
    maxHeight: isCards ? undefined : maxHeight,
    showMore,
    headRows,
    shape,
    position,
    isEditing,
    go,
    selection,
    edits,
    callbacks,
    sortBy,
    format,
  }
}
export type GridState<Row> = ReturnType<typeof useGrid<Row>>

/** Props of a part of the grid. */
export interface PartProps<Row> {
  readonly grid: GridState<Row>
  readonly props: GridProps<Row>
}

import { useRef, useState } from 'react'
import { fullSelection, isSelected, addRows, emptySelection, rangeBetween, type Selection, toggleRow } from './selection.ts'
import type { Windows } from './windows.ts'

/** Maximum number of rows in a range selection or a copy. For more, the user selects all matching rows. */
export const maxRangeRows = 10_000

export interface RowSelection<Row> {
  readonly selection: Selection<Row>
  /** The rows of a range selection are loading. */
  readonly isReading: boolean
  toggle(index: number): void
  extendTo(index: number): void
  all(): void
  clear(): void
  /** Selects exactly these rows. */
  replace(rows: readonly Row[]): void
  /** Sets the start of the next range. */
  anchorAt(index: number): void
}

/** Row selection. A range can grow and shrink again, because it is added to the selection before it. */
export function useSelection<Row>(windows: Windows<Row>, rowId: (row: Row) => string, onTooMany: () => void): RowSelection<Row> {
  const [selection, setSelection] = useState<Selection<Row>>(emptySelection)
  const [isReading, setReading] = useState(false)
  const rangeStart = useRef<{ anchor: number; base: Selection<Row> }>({ anchor: 0, base: emptySelection })
  const reading = useRef<AbortController>(undefined)

  const become = (next: Selection<Row>, anchor = rangeStart.current.anchor) => {
    reading.current?.abort()
    setReading(false)
    rangeStart.current = { anchor, base: next }
    setSelection(next)
  }
  async function extendTo(index: number) {
    const { first, last } = rangeBetween(rangeStart.current.anchor, index)
    reading.current?.abort()
    if (last - first >= maxRangeRows) return onTooMany()
    const controller = new AbortController()
    reading.current = controller
    setReading(true)
    const rows = await windows.read(first, last, controller.signal).catch(() => [])
    if (controller.signal.aborted) return
    setReading(false)
    setSelection(
      addRows(
        rangeStart.current.base,
        rows.map((row) => [rowId(row), row]),
      ),
    )
  }
  /** Selects a row after its window has loaded. */
  async function toggleUnread(index: number) {
    reading.current?.abort()
    const controller = new AbortController()
    reading.current = controller
    const [row] = await windows.read(index, index, controller.signal).catch(() => [])
    if (row === undefined || controller.signal.aborted) return
    become(toggleRow(rangeStart.current.base, rowId(row), row), index)
  }
  return {
    selection,
    isReading,
    toggle: (index) => {
      const row = windows.row(index)
      if (row !== undefined) become(toggleRow(selection, rowId(row), row), index)
      else void toggleUnread(index)
    },
    extendTo: (index) => void extendTo(index),
    all: () => become(fullSelection),
    clear: () => become(emptySelection),
    replace: (rows) =>
      become(
        addRows<Row>(
          emptySelection,
          rows.map((row) => [rowId(row), row]),
        ),
      ),
    anchorAt: (anchor) => {
      rangeStart.current = { anchor, base: selection }
    },
  }
}

/** The selected rows that are known: first the loaded ones in grid order, then rows that are no longer in the cache. */
export const rowsToCopy = <Row>(windows: Windows<Row>, selection: Selection<Row>, rowId: (row: Row) => string): Row[] => {
  const selectedHere = windows.known().flatMap(([, row]) => (isSelected(selection, rowId(row)) ? row : []))
  const knownIds = new Set(selectedHere.map(rowId))
  return [...selectedHere, ...[...selection.rows].flatMap(([id, row]) => (knownIds.has(id) ? [] : row))]
}

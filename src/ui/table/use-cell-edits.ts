import { useCallback, useRef, useState } from 'react'
import type { EditOutcome, GridColumn } from './column.ts'

/** A cell whose change is on its way, or was refused; what was typed is kept. */
export interface CellChange {
  readonly text: string
  readonly state: 'saving' | 'failed'
  readonly reason?: string
}
/** The changes of one row, by column. */
export type RowChanges = ReadonlyMap<string, CellChange>

export interface CellEdits<Row> {
  of(rowId: string): RowChanges | undefined
  save(rowId: string, row: Row, column: GridColumn<Row>, text: string): Promise<void>
  /** Forgets what was refused; says whether there was anything. */
  drop(rowId: string, key: string): boolean
}

interface Options<Row> {
  readonly onRow: (rowId: string, row: Row) => void
  readonly onTold: (text: string) => void
  /** Said when saving failed for no reason that is known. */
  readonly unknownReason: string
  readonly saved: string
}

/** Changes of cells: shown at once, marked until the platform has them, kept with the reason where it refuses. */
export function useCellEdits<Row>({ onRow, onTold, unknownReason, saved }: Options<Row>): CellEdits<Row> {
  const [changes, setChanges] = useState<ReadonlyMap<string, RowChanges>>(new Map())
  const latest = useRef(changes)
  const put = useCallback((rowId: string, key: string, change: CellChange | undefined) => {
    const [all, row] = [new Map(latest.current), new Map(latest.current.get(rowId))]
    if (change) row.set(key, change)
    else row.delete(key)
    if (row.size > 0) all.set(rowId, row)
    else all.delete(rowId)
    latest.current = all
    setChanges(all)
  }, [])

  async function save(rowId: string, row: Row, { key, edit }: GridColumn<Row>, text: string) {
    if (!edit) return
    put(rowId, key, { text, state: 'saving' })
    const outcome: EditOutcome<Row> = await edit.save(row, text).catch(() => ({ refused: unknownReason }))
    if (outcome.row) onRow(rowId, outcome.row)
    const isRefused = 'refused' in outcome
    put(rowId, key, isRefused ? { text, state: 'failed', reason: outcome.refused } : undefined)
    onTold(isRefused ? outcome.refused : saved)
  }

  return {
    of: (rowId) => changes.get(rowId),
    save,
    drop: (rowId, key) => {
      const isThere = latest.current.get(rowId)?.get(key)?.state === 'failed'
      if (isThere) put(rowId, key, undefined)
      return isThere
    },
  }
}

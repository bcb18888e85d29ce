import { useCallback, useRef, useState } from 'react'
import type { EditResult, GridColumn } from './column.ts'

/** A cell change that is being saved or has failed. The typed text is kept. */
export interface CellChange {
  readonly text: string
  readonly state: 'saving' | 'failed'
  readonly reason?: string
}
/** The changes of one row, by column key. */
export type RowChanges = ReadonlyMap<string, CellChange>

export interface CellEdits<Row> {
  readonly isSaving: boolean
  of(rowId: string): RowChanges | undefined
  save(rowId: string, row: Row, column: GridColumn<Row>, text: string): Promise<void>
  /** Discards a failed change; returns whether there was one. */
  drop(rowId: string, key: string): boolean
}

interface Options<Row> {
  readonly onRow: (rowId: string, row: Row) => void
  readonly onAnnounce: (text: string) => void
  /** Message for an unexpected error. */
  readonly unknownReason: string
  readonly saved: string
}

/** Optimistic cell edits: shown immediately, marked while saving, kept with the reason if the save fails. */
export function useCellEdits<Row>({ onRow, onAnnounce, unknownReason, saved }: Options<Row>): CellEdits<Row> {
  const [changes, setChanges] = useState<ReadonlyMap<string, RowChanges>>(new Map())
  const latest = useRef(changes)
  const setChange = useCallback((rowId: string, key: string, change: CellChange | undefined) => {
    const all = new Map(latest.current)
    const row = new Map(latest.current.get(rowId))
    if (change) row.set(key, change)
    else row.delete(key)
    if (row.size > 0) all.set(rowId, row)
    else all.delete(rowId)
    latest.current = all
    setChanges(all)
  }, [])

  async function save(rowId: string, row: Row, { key, edit }: GridColumn<Row>, text: string) {
    if (!edit) return
    setChange(rowId, key, { text, state: 'saving' })
    const outcome: EditResult<Row> = await edit.save(row, text).catch(() => ({ refused: unknownReason }))
    if (outcome.row) onRow(rowId, outcome.row)
    const isRefused = 'refused' in outcome
    setChange(rowId, key, isRefused ? { text, state: 'failed', reason: outcome.refused } : undefined)
    onAnnounce(isRefused ? outcome.refused : saved)
  }

  const isSaving = [...changes.values()].some((row) => [...row.values()].some(({ state }) => state === 'saving'))
  return {
    isSaving,
    of: (rowId) => changes.get(rowId),
    save,
    drop: (rowId, key) => {
      const isThere = latest.current.get(rowId)?.get(key)?.state === 'failed'
      if (isThere) setChange(rowId, key, undefined)
      return isThere
    },
  }
}

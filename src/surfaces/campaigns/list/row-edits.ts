import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useMemo, useRef } from 'react'
import type { Staleness } from '../../../kit/cache.tsx'
import { asProblem, type Problem, problemText } from '../../../kit/problem.ts'
import { fieldLabel } from '../../../parts/campaigns/labels.ts'
import { cellOutcome } from '../../../parts/resource/cell-outcome.ts'
import { type UndoResult, useUndo } from '../../../kit/undo.ts'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import type { EditResult } from '../../../ui/table/column.ts'
import { useCurrency } from '../currency.ts'

/** What it takes to undo the change of one row. */
interface RowUndo<Row, Change> {
  readonly before: Change
  /** The version after the change. */
  readonly version: number
  readonly isForced: boolean
  readonly write: (before: Change, version: number) => Promise<Row>
  readonly read: () => Promise<Row>
}

/**
 * Restores the old field values of a row. After a version conflict it reads the row again:
 * when the row has the old values already, an earlier undo succeeded although its response was lost.
 */
export async function undoRow<Row extends { readonly version: number }, Change extends object>(
  back: RowUndo<Row, Change>,
): Promise<'undone' | 'changed'> {
  const { before, version, isForced, write, read } = back
  try {
    await write(before, isForced ? (await read()).version : version)
    return 'undone'
  } catch (error) {
    if (asProblem(error).status !== 412 || isForced) throw error
    const now = new Map<string, unknown>(Object.entries(await read()))
    return Object.entries(before).every(([field, value]) => now.get(field) === value) ? 'undone' : 'changed'
  }
}

export type SaveRow<Row, Change> = (row: Row, change: Change) => Promise<EditResult<Row>>

/** Reads and writes rows of one kind, such as campaigns. */
export interface RowAccess<Row, Change> {
  readonly write: (row: Row, change: Change, version: number) => Promise<Row>
  readonly read: (row: Row) => Promise<Row>
  /** Returns the old values of the changed fields. */
  readonly before: (row: Row, change: Change) => Change
  /** Invalidates all reads and lists that contain the row. */
  readonly invalidate: () => void
  readonly emitChange: (row: Row, change: Change) => void
}

/** The error text of a refused change. Field error texts are imported only when they are needed. */
async function reasonOf(problem: Problem, currency: CurrencyFormat, i18n: I18n) {
  if (problem.fields.length === 0) return problemText(problem, i18n)
  return (await import('../../../parts/campaigns/change-texts.ts')).refusalSentences(problem, { currency }, i18n)
}

/** Saves a cell with If-Match, offers Undo, emits the change event. The list of the cell keeps its rows: it has the saved one. */
export function useRowEdits<
  Row extends { readonly name: string; readonly version: number; readonly currency_code: string },
  Change extends object,
>(kind: RowAccess<Row, Change>, exceptHere: Staleness['exceptHere']): SaveRow<Row, Change> {
  const { i18n } = useLingui()
  const offer = useUndo()
  const currencyOf = useCurrency()
  const latest = useRef(kind)
  latest.current = kind
  return useMemo(() => {
    async function takeBack(row: Row, change: Change, version: number, isForced: boolean): Promise<UndoResult> {
      const { write, read, before } = latest.current
      const result = await undoRow({
        before: before(row, change),
        version,
        isForced,
        read: () => read(row),
        write: (was, seen) => write(row, was, seen),
      })
      if (result === 'changed') return result
      latest.current.invalidate()
      latest.current.emitChange(row, change)
      return 'undone'
    }
    return async (row, change) => {
      const { write, read } = latest.current
      const outcome = await cellOutcome(
        write(row, change, row.version),
        i18n,
        () => read(row),
        (problem) => reasonOf(problem, currencyOf(row.currency_code), i18n),
      )
      if ('refused' in outcome) return outcome
      exceptHere(latest.current.invalidate)
      latest.current.emitChange(row, change)
      const field = fieldLabel(Object.keys(change)[0] ?? '', i18n)
      offer({
        title: i18n._(msg`${{ field }} changed: ${{ name: outcome.row.name }}`),
        undo: ({ isForced }) => takeBack(row, change, outcome.row.version, isForced),
      })
      return outcome
    }
  }, [i18n, offer, currencyOf, exceptHere])
}

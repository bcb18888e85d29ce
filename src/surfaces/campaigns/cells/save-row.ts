import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Staleness } from '../../../kit/cache.tsx'
import { asProblem, type Problem, problemText } from '../../../kit/problem.ts'
import { fieldLabel } from '../../../parts/campaigns/labels.ts'
import { cellOutcome } from '../../../parts/resource/cell-outcome.ts'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import type { EditResult } from '../../../ui/table/column.ts'
import { campaignData } from '../campaign-data.ts'
import type { EditableRow, RowAccess, RowChange } from './row-edits.ts'

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

/** The error text of a refused change. Field error texts are imported only when they are needed. */
async function reasonOf(problem: Problem, currency: CurrencyFormat, i18n: I18n) {
  if (problem.fields.length === 0) return problemText(problem, i18n)
  return (await import('../../../parts/campaigns/change-texts.ts')).refusalSentences(problem, { currency }, i18n)
}

interface SaveContext {
  readonly i18n: I18n
  readonly currency: CurrencyFormat
  /** Invalidates all lists but that of the cell, which keeps its rows: it has the saved one. */
  readonly exceptHere: Staleness['exceptHere']
}

/** Saves a cell with If-Match, offers Undo, emits the change event. */
export function saveRow<Row extends EditableRow, Change extends RowChange>(
  { write, read, before, emitChange }: RowAccess<Row, Change>,
  row: Row,
  change: Change,
  { i18n, currency, exceptHere }: SaveContext,
): Promise<EditResult<Row>> {
  const undo = async (version: number, isForced: boolean) => {
    const result = await undoRow({
      before: before(row, change),
      version,
      isForced,
      read: () => read(row),
      write: (was, seen) => write(row, was, { version: seen, stale: campaignData }),
    })
    if (result === 'undone') emitChange(row, change)
    return result
  }
  const field = fieldLabel(Object.keys(change)[0] ?? '', i18n)
  const { name = row.name } = change
  const written = write(row, change, {
    version: row.version,
    stale: campaignData,
    wrapInvalidation: exceptHere,
    event: () => emitChange(row, change),
    title: i18n._(msg`${{ field }} changed: ${{ name }}`),
    undo:
      ({ version }) =>
      ({ isForced }) =>
        undo(version, isForced),
  })
  return cellOutcome(
    written,
    i18n,
    () => read(row),
    (problem) => reasonOf(problem, currency, i18n),
  )
}

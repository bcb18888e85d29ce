import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import type { Staleness } from '../../../kit/cache.tsx'
import type { Mutation } from '../../../kit/mutate.ts'
import { asProblem, problemText } from '../../../kit/problem.ts'
import { formatDecimal, parseDecimal } from '../../../ui/form/decimal-text.ts'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import type { EditResult } from '../../../ui/table/column.ts'
import { useCurrency } from '../../../parts/scope/client.tsx'
import { useStableCallback } from '../../../ui/use-stable-callback.ts'

export type SaveRow<Row, Change> = (row: Row, change: Change) => Promise<EditResult<Row>>

export interface EditableRow {
  readonly name: string
  readonly version: number
  readonly currency_code: string
}
export interface RowChange {
  readonly name?: string | undefined
}

/** Reads and writes rows of one kind, such as campaigns. */
export interface RowAccess<Row, Change> {
  readonly write: (row: Row, change: Change, mutation: Mutation<{ readonly version: number }>) => Promise<Row>
  readonly read: (row: Row) => Promise<Row>
  /** Returns the old values of the changed fields. */
  readonly before: (row: Row, change: Change) => Change
  readonly emitChange: (row: Row, change: Change) => void
}

/** Returns the function that saves an edited cell. Its code loads with the first change. */
export function useRowEdits<Row extends EditableRow, Change extends RowChange>(
  access: RowAccess<Row, Change>,
  exceptHere: Staleness['exceptHere'],
): SaveRow<Row, Change> {
  const { i18n } = useLingui()
  const currencyOf = useCurrency()
  return useStableCallback(async (row: Row, change: Change): Promise<EditResult<Row>> => {
    const currency = currencyOf(row.currency_code)
    try {
      const { saveRow } = await import('./save-row.ts')
      return await saveRow(access, row, change, { i18n, currency, exceptHere })
    } catch (error) {
      return { refused: problemText(asProblem(error), i18n) }
    }
  })
}

/** Formats an amount for a cell's text field. */
export const formatCellAmount = (
  value: string | null,
  { currency_digits: digits, shown_digits: shownDigits }: CurrencyFormat,
  { locale }: I18n,
) => (value === null ? '' : formatDecimal(value, { locale, digits, isPadded: true, shownDigits }))

/** Parses a cell's text into a decimal string; undefined when the text is not an amount. */
export const parseCellAmount = (text: string, { locale }: I18n) => parseDecimal(text, locale)

type CellChecks = typeof import('./cell-checks.ts')

/** Runs a check whose code loads with the first edit. If it cannot be loaded, the platform checks alone. */
export const lazyCheck = <Result>(check: (checks: CellChecks) => Result, otherwise: Result): Promise<Result> =>
  import('./cell-checks.ts').then(check, () => otherwise)

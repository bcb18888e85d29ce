import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CurrencyFormat } from '../ui/format.ts'
import type { CellFormat } from '../ui/grid/cell-text.ts'
import { columnText } from '../ui/grid/cell-text.ts'
import { filterText } from '../ui/grid/filter-text.ts'
import { type GridColumn, headerOf } from '../ui/grid/grid-column.ts'
import type { GridQuestion, GridSource } from '../ui/grid/grid-question.ts'
import { csvLines } from './csv.ts'

/** What a file says about itself. */
export interface TableMeaning {
  readonly label: string
  /** The zone of its days. */
  readonly zone?: string | undefined
  readonly currency?: CurrencyFormat | undefined
}

/** Everything that a file is made from. */
export interface TableFile<Row> extends TableMeaning {
  readonly source: GridSource<Row>
  readonly question: GridQuestion
  /** The columns as they are shown. */
  readonly columns: readonly GridColumn<Row>[]
  /** Every column, also those that only a condition names. */
  readonly allColumns: readonly GridColumn<Row>[]
}

/** What stands above the rows: what they are, their order and conditions, zone and currency. */
export function csvHead<Row>({ label, zone, currency, question, columns, allColumns }: Omit<TableFile<Row>, 'source'>, i18n: I18n): string {
  const format: CellFormat = { locale: i18n.locale, currency }
  const named = (key: string) => allColumns.find((column) => column.key === key)
  const sorted = question.sort.flatMap(({ key, order }) => {
    const column = named(key)
    return column ? `${headerOf(column)} (${order === 'asc' ? i18n._(msg`ascending`) : i18n._(msg`descending`)})` : []
  })
  const filtered = Object.entries(question.filters).flatMap(([key, filter]) => {
    const column = named(key)
    return column ? [[i18n._(msg`Filter`), `${headerOf(column)}: ${filterText(filter, column, format, i18n)}`]] : []
  })
  return csvLines([
    [i18n._(msg`Table`), label],
    ...(zone ? [[i18n._(msg`Time zone`), zone]] : []),
    ...(currency ? [[i18n._(msg`Currency`), currency.currency_code]] : []),
    ...(sorted.length > 0 ? [[i18n._(msg`Sorted by`), sorted.join(', ')]] : []),
    ...filtered,
    [],
    columns.map(headerOf),
  ])
}

/** Figures exactly as the platform says them, words as one reads them. */
const exported = <Row>(column: GridColumn<Row>, row: Row, format: CellFormat) => {
  const value = column.value(row)
  return column.kind === 'text' || column.kind === 'status' ? columnText(column, value, format) : value
}

/** The columns of a file: where amounts are in currencies of their own, the one that names them is among them. */
export function fileColumns<Row>({ columns, allColumns }: Pick<TableFile<Row>, 'columns' | 'allColumns'>): readonly GridColumn<Row>[] {
  const named = allColumns.find(({ key }) => key === 'currency_code')
  return named && !columns.includes(named) && columns.some(({ currencyOf }) => currencyOf) ? [...columns, named] : columns
}

/** Rows of one question while a file is made. */
const pageSize = 1000

interface Way {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

/** The whole table as CSV in pieces, asked page by page. */
export async function tableCsv<Row>(asked: TableFile<Row>, i18n: I18n, { signal, onProgress }: Way): Promise<string[]> {
  const file = { ...asked, columns: fileColumns(asked) }
  const { source, question, columns, currency } = file
  const format: CellFormat = { locale: i18n.locale, currency }
  const pieces = ['\uFEFF', csvHead(file, i18n)]
  let done = 0
  for (let total = 1; done < total; ) {
    const answer = await source({ ...question, start: done, count: pageSize, needsTotals: false, signal })
    signal.throwIfAborted()
    total = answer.total
    done += answer.rows.length
    pieces.push(csvLines(answer.rows.map((row) => columns.map((column) => exported(column, row, format)))))
    onProgress(done, total)
    if (answer.rows.length === 0) break
  }
  return pieces
}

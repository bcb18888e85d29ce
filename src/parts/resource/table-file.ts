import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Days } from '../../contract/dates/date-ranges.ts'
import type { FileFormat } from '../../contract/saved-reports/schedules.ts'
import type { Cell, FileColumn } from '../../contract/files/file-table.ts'
import { workbookFiles, workbookType } from '../../contract/files/workbook.ts'
import type { CurrencyFormat } from '../../ui/format/format.ts'
import type { CellFormat } from '../../ui/table/cell-text.ts'
import { columnText } from '../../ui/table/cell-text.ts'
import { filterText } from '../../ui/table/filter-text.ts'
import { type GridColumn, headerOf } from '../../ui/table/column.ts'
import type { GridQuery, GridSource, GridTotals } from '../../ui/table/query.ts'
import { csvLines } from './csv.ts'

/** What figures cover. */
export interface FigureScope {
  readonly days: Days
  /** The advertisers, if not all. */
  readonly advertisers?: readonly string[] | undefined
  /** Days after this one may still change. */
  readonly settledThrough?: string | undefined
  /** The day of the exchange rates used for sums of several currencies. */
  readonly ratesOf?: string | null | undefined
}

/** The description of a table in its file. */
export interface TableDescription {
  readonly label: string
  /** The time zone of its days. */
  readonly zone?: string | undefined
  readonly currency?: CurrencyFormat | undefined
  readonly figures?: FigureScope | undefined
}

/** Everything needed to write a file. */
export interface TableFile<Row> extends TableDescription {
  readonly source: GridSource<Row>
  readonly query: GridQuery
  /** The visible columns, in order. */
  readonly columns: readonly GridColumn<Row>[]
  /** All columns, including hidden ones that a filter names. */
  readonly allColumns: readonly GridColumn<Row>[]
}

type Line = readonly [label: string, text: string]
const daysText = ({ start_date, end_date }: Days) => `${start_date} – ${end_date}`

function figureLines({ days, advertisers, settledThrough, ratesOf }: FigureScope, i18n: I18n): readonly Line[] {
  return [
    [i18n._(msg`Dates`), daysText(days)],
    ...(advertisers ? [[i18n._(msg`Advertisers`), advertisers.join(', ')] as const] : []),
    ...(settledThrough ? [[i18n._(msg`Final through`), settledThrough] as const] : []),
    ...(ratesOf ? [[i18n._(msg`Rates of`), ratesOf] as const] : []),
  ]
}

/** The lines above the rows: name, days, sort order, filters, time zone and currency. */
export function tableAboutLines<Row>(file: Omit<TableFile<Row>, 'source'>, i18n: I18n): readonly Line[] {
  const { label, zone, currency, figures, query, columns, allColumns } = file
  const format: CellFormat = { locale: i18n.locale, currency }
  const columnOf = (key: string) => allColumns.find((column) => column.key === key)
  const sorted = query.sort.flatMap(({ key, order }) => {
    const column = columnOf(key)
    return column ? `${headerOf(column)} (${order === 'asc' ? i18n._(msg`ascending`) : i18n._(msg`descending`)})` : []
  })
  const filtered = Object.entries(query.filters).flatMap(([key, filter]) => {
    const column = columnOf(key)
    return column ? [[i18n._(msg`Filter`), `${headerOf(column)}: ${filterText(filter, column, format, i18n)}`] as const] : []
  })
  // If rows have different currencies, their totals are in one.
  const inOne = columns.some(({ currencyOf }) => currencyOf) ? i18n._(msg`Currency of the totals`) : i18n._(msg`Currency`)
  return [
    [i18n._(msg`Table`), label],
    ...(figures ? figureLines(figures, i18n) : []),
    ...(zone || figures ? [[i18n._(msg`Time zone`), zone ?? i18n._(msg`Each advertiser’s time zone`)] as const] : []),
    ...(currency ? [[inOne, currency.currency_code] as const] : []),
    ...(sorted.length > 0 ? [[i18n._(msg`Sorted by`), sorted.join(', ')] as const] : []),
    ...filtered,
  ]
}

/** Numbers stay exactly as the API sends them; text and status are formatted. */
const exported = <Row>(column: GridColumn<Row>, row: Row, format: CellFormat) => {
  const value = column.value(row)
  return column.kind === 'text' || column.kind === 'status' ? columnText(column, value, format) : value
}

/** The columns of a file. If rows have different currencies, the currency column is included. */
export function fileColumns<Row>({ columns, allColumns }: Pick<TableFile<Row>, 'columns' | 'allColumns'>): readonly GridColumn<Row>[] {
  const currencyColumn = allColumns.find(({ key }) => key === 'currency_code')
  return currencyColumn && !columns.includes(currencyColumn) && columns.some(({ currencyOf }) => currencyOf)
    ? [...columns, currencyColumn]
    : columns
}

/** Rows per request while a file is written. */
const pageSize = 1000

interface TableFileOptions {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}
/** One page of cells, and the total number of rows. */
interface CellPage {
  readonly cells: readonly (readonly Cell[])[]
  readonly total: number
}

/** The totals row below the headers. */
const totalCells = <Row>({ columns, currency }: TableFile<Row>, totals: GridTotals, i18n: I18n): readonly Cell[] =>
  columns.map(({ key }, index) =>
    index === 0 ? i18n._(msg`Total`) : key === 'currency_code' ? (currency?.currency_code ?? null) : (totals[key] ?? null),
  )

/** Reads the whole table page by page; the totals come first, as on screen. */
async function* readPages<Row>(file: TableFile<Row>, i18n: I18n, { signal, onProgress }: TableFileOptions) {
  const { source, query, columns, currency } = file
  const format: CellFormat = { locale: i18n.locale, currency }
  for (let done = 0, total = 1; done < total; ) {
    const isFirst = done === 0
    const page = await source({ ...query, start: done, count: pageSize, needsTotals: isFirst, signal })
    signal.throwIfAborted()
    total = page.total
    done += page.rows.length
    const cells = page.rows.map((row) => columns.map((column) => exported(column, row, format)))
    const piece: CellPage = { cells: isFirst && page.totals ? [totalCells(file, page.totals, i18n), ...cells] : cells, total }
    yield piece
    onProgress(done, total)
    if (page.rows.length === 0) return
  }
}

const fileColumn = <Row>(column: GridColumn<Row>): FileColumn => {
  const { kind } = column
  const format = kind === 'text' || kind === 'status' || kind === 'date' ? 'text' : kind === 'number' ? 'count' : kind
  return { label: headerOf(column), format }
}

async function* chain<T>(first: IteratorResult<T, void>, laterPages: AsyncGenerator<T, void>) {
  if (first.done) return
  yield first.value
  yield* laterPages
}

/** The whole table as CSV, in parts. */
export async function tableCsv<Row>(table: TableFile<Row>, i18n: I18n, options: TableFileOptions): Promise<string[]> {
  const file = { ...table, columns: fileColumns(table) }
  const parts = ['\uFEFF', csvLines([...tableAboutLines(file, i18n), [], file.columns.map(headerOf)])]
  for await (const { cells } of readPages(file, i18n, options)) parts.push(csvLines(cells))
  return parts
}

export async function tableWorkbook<Row>(table: TableFile<Row>, i18n: I18n, options: TableFileOptions): Promise<Blob> {
  const file = { ...table, columns: fileColumns(table) }
  const { zipBlob } = await import('./zip-blob.ts')
  const laterPages = readPages(file, i18n, options)
  const first = await laterPages.next()
  async function* rows() {
    for await (const { cells } of chain(first, laterPages)) yield cells
  }
  return zipBlob(
    workbookFiles({
      name: file.label,
      about: tableAboutLines(file, i18n),
      columns: file.columns.map(fileColumn),
      rows: rows(),
      // The totals row counts too.
      total: (first.done ? 0 : first.value.total) + 1,
      digits: file.currency?.currency_digits ?? 2,
    }),
    workbookType,
  )
}

const nameOf = (label: string, format: FileFormat) =>
  `${
    label
      .trim()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .toLowerCase() || 'table'
  }.${format}`

/** Writes a table to a file and names it. */
export async function tableFile<Row>(file: TableFile<Row>, format: FileFormat, i18n: I18n, options: TableFileOptions) {
  const blob =
    format === 'xlsx'
      ? await tableWorkbook(file, i18n, options)
      : new Blob(await tableCsv(file, i18n, options), { type: 'text/csv;charset=utf-8' })
  return { name: nameOf(file.label, format), blob }
}

import { isMetricFilter } from '../../../src/contract/reports/fields.rules.ts'
import { metricOf, relativeChange } from '../../../src/contract/reports/metrics.ts'
import type { FileFormat } from '../../../src/contract/saved-reports/schedules.ts'
import type { ReportRequest } from '../../../src/contract/reports/reports.ts'
import type { Database } from '../database/database.ts'
import { csvFile, xlsxFile } from '../files/table-file.ts'
import { fieldText } from '../files/report-words.ts'
import type { Cell, FileColumn } from '../../../src/contract/files/file-table.ts'
import { workbookType } from '../../../src/contract/files/workbook.ts'
import { ratesDayOf, type ReportScope } from './scope.ts'
import { fileHeadings, type FileReader } from './headings.ts'
import { isTime, lastDayOf, streamRows, totalSums, type GroupedRow } from './query.ts'
import { conditionsOf } from './conditions.ts'
import { requireValidReport } from './request-checks.ts'
import { columnsFor, metricById, wireValue } from './sums.ts'

export interface ReportColumn {
  readonly id: string
  readonly label: string
  /** True for the column of the compared period. */
  readonly is_before?: boolean | undefined
  /** True for the column of the change from the compared period. */
  readonly is_change?: boolean | undefined
}
export interface ReportFileRequest {
  readonly title: string
  readonly request: ReportRequest
  readonly columns: readonly ReportColumn[]
  readonly format: FileFormat
  /** Whether a CSV file has its description and totals below the rows. */
  readonly hasAboutLines?: boolean | undefined
}
export interface ReportFile {
  readonly total: number
  /** Number of rows with data in the report's own period. */
  readonly own: number
  readonly contentType: string
  readonly pieces: AsyncGenerator<Buffer>
  /** Closes the cursor. Always call it, even if no piece was read. */
  end(): Promise<void>
}

const contentTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: workbookType,
}

/** Default columns of a report, for files of scheduled reports. A workbook has a column of the changes, as the screen does. */
export function defaultFileColumns(
  { dimensions, metrics, compare = 'none' }: ReportRequest,
  { words, entityWord }: FileReader,
  { currencyCode, format }: { readonly currencyCode: string; readonly format: FileFormat },
): ReportColumn[] {
  const metricColumns = (id: string): ReportColumn[] => {
    const name = fieldText(id, words)
    const label = metricById(id).format === 'money' ? `${name}, ${currencyCode}` : name
    if (compare === 'none') return [{ id, label }]
    const change = { id, label: words.change(name), is_change: true }
    return [{ id, label }, { id, label: words.before(label), is_before: true }, ...(format === 'xlsx' ? [change] : [])]
  }
  return [...dimensions.map((id) => ({ id, label: fieldText(id, words, entityWord) })), ...metrics.flatMap(metricColumns)]
}

const fileColumn = ({ id, label, is_change: isChange = false }: ReportColumn): FileColumn => ({
  label,
  format: isChange ? 'change' : (metricOf(id)?.format ?? 'text'),
})

/** A cell value in the API's format. */
function cellOf({ id, is_before, is_change }: ReportColumn, row: GroupedRow, reportScope: ReportScope): Cell {
  if (!metricOf(id)) return row.dimensions[id] ?? null
  const valueIn = (sums: GroupedRow['before']) => (sums ? wireValue(metricById(id), sums, reportScope.rates) : null)
  if (is_change) return relativeChange(toNumber(valueIn(row.current)), toNumber(valueIn(row.before)))
  return valueIn(is_before ? row.before : row.current)
}

const toNumber = (value: Cell) => (value === null ? null : Number(value))

type FileTotals = Pick<GroupedRow, 'current' | 'before'>

/** Totals of all rows of a file. Undefined with a metric filter, because it applies to rows only. */
async function fileTotals(
  database: Database,
  reportScope: ReportScope,
  { metrics, filters = [] }: ReportRequest,
): Promise<FileTotals | undefined> {
  const hasMetricFilter = filters.some(isMetricFilter)
  // A missing exchange rate must be refused before the first row is sent.
  if (hasMetricFilter && reportScope.lacks.length === 0) return undefined
  const factFilters = filters.filter((filter) => !isMetricFilter(filter))
  const fileDatabase = { ...database, reports: database.files }
  const totals = await totalSums(fileDatabase, { reportScope, columns: columnsFor(metrics), filters: factFilters })
  return hasMetricFilter ? undefined : totals
}

/** The total row; its label goes into the first column without a metric. Undefined without such a column. */
function totalRow(totals: FileTotals | undefined, columns: readonly ReportColumn[], label: string): GroupedRow | undefined {
  const labelColumn = columns.find(({ id }) => !metricOf(id))?.id
  return totals && labelColumn !== undefined ? { ...totals, dimensions: { [labelColumn]: label } } : undefined
}

type Pieces = ReturnType<typeof streamRows>
interface FileContent {
  readonly columns: readonly ReportColumn[]
  readonly reportScope: ReportScope
  readonly marks: ReturnType<typeof unsettledColumn>
}

/** For reports split by time: an extra column that marks rows whose figures may still change. */
function unsettledColumn(columns: readonly ReportColumn[], reportScope: ReportScope, { unsettled }: FileReader['words']) {
  if (!columns.some(({ id }) => isTime(id))) return undefined
  const mark = ({ dimensions }: GroupedRow): Cell =>
    lastDayOf(dimensions, reportScope) > reportScope.settledThrough ? unsettled.yes : null
  return { column: { label: unsettled.head, format: 'text' } satisfies FileColumn, mark }
}

/** The cells of the file. `firstBatch` was read before, to know the number of rows. */
async function* fileCells(
  firstBatch: IteratorResult<{ rows: GroupedRow[] }>,
  batches: Pieces,
  { columns, reportScope, marks }: FileContent,
) {
  const cells = (rows: readonly GroupedRow[]) =>
    rows.map((row) => [...columns.map((column) => cellOf(column, row, reportScope)), ...(marks ? [marks.mark(row)] : [])])
  if (firstBatch.done) return
  yield cells(firstBatch.value.rows)
  for await (const { rows } of batches) yield cells(rows)
}

/** Streams a report as a file, without loading all rows into memory. */
export async function reportFile(
  database: Database,
  reportScope: ReportScope,
  fileRequest: ReportFileRequest,
  reader: FileReader,
): Promise<ReportFile> {
  const { request, columns, format, hasAboutLines = false } = fileRequest
  requireValidReport(request, reportScope)
  conditionsOf(request.filters ?? [], reportScope, true)
  // Runs before the cursor opens, because a second connection per file could deadlock the pool.
  const totals = await fileTotals(database, reportScope, request)
  const batches = streamRows(database, reportScope, request)
  const firstBatch = await batches.next()
  const { total, own, areConverted } = firstBatch.done ? { total: 0, own: 0, areConverted: false } : firstBatch.value
  const headings = await fileHeadings(
    database,
    reportScope,
    { ...fileRequest, ratesOf: ratesDayOf(reportScope, areConverted) },
    reader,
  ).catch(async (error) => {
    await batches.return(undefined)
    throw error
  })
  const totalLine = total > 0 ? totalRow(totals, columns, reader.words.total) : undefined
  const marks = unsettledColumn(columns, reportScope, reader.words)
  const rows = fileCells(firstBatch, batches, { columns, reportScope, marks })
  const fileColumns = [...columns.map(fileColumn), ...(marks ? [marks.column] : [])]
  const { heads } = reader.words
  const names = { name: heads.report, aboutName: heads.about }
  const table = {
    ...names,
    about: headings,
    columns: fileColumns,
    total,
    ...(totalLine && { totals: [...columns.map((column) => cellOf(column, totalLine, reportScope)), ...(marks ? [null] : [])] }),
    hasAboutLines,
    digits: reportScope.currency.digits,
    rows,
  }
  const pieces = format === 'csv' ? csvFile(table) : xlsxFile(table)
  const end = async () => {
    await pieces.return(undefined)
    await batches.return(undefined)
  }
  return { total, own, contentType: contentTypes[format], pieces, end }
}

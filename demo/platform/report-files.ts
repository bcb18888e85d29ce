import { metricOf } from '../../src/contract/metrics.ts'
import type { FileFormat } from '../../src/contract/report-schedules.ts'
import { isOnRows } from '../../src/contract/report-fields.rules.ts'
import type { ReportQuestion } from '../../src/contract/reports.ts'
import type { Database } from './database/open.ts'
import { csvFile } from './files/csv-file.ts'
import { fieldText } from './files/report-words.ts'
import { type Cell, type FileColumn, workbookType } from '../../src/contract/workbook.ts'
import { xlsxFile } from './files/xlsx-file.ts'
import type { Frame } from './report-frame.ts'
import { type FileReader, headsOf } from './report-heads.ts'
import { type GroupedRow, wholeSums } from './report-query.ts'
import { everyRowOf } from './report-rows.ts'
import { columnsFor, known, wireValue } from './report-sums.ts'

/** A column of a report as it is shown. */
export interface ReportColumn {
  readonly id: string
  readonly label: string
  /** Of the compared period. */
  readonly is_before?: boolean | undefined
}
export interface ReportFileAsk {
  readonly title: string
  readonly question: ReportQuestion
  readonly columns: readonly ReportColumn[]
  readonly format: FileFormat
}
export interface ReportFile {
  readonly total: number
  readonly contentType: string
  readonly pieces: AsyncGenerator<Buffer>
  /** Lets go of the rows; to be called however the file ends, also before its first piece. */
  end(): Promise<void>
}

const contentTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: workbookType,
}

/** The columns of a question, as a file has them that nobody looked at before. */
export const columnsOfQuestion = (
  { dimensions, metrics, compare = 'none' }: ReportQuestion,
  { words, entityWord }: FileReader,
): ReportColumn[] => [
  ...dimensions.map((id) => ({ id, label: fieldText(id, words, entityWord) })),
  ...metrics.flatMap((id) => {
    const label = fieldText(id, words)
    return [{ id, label }, ...(compare === 'none' ? [] : [{ id, label: words.before(label), is_before: true }])]
  }),
]

const fileColumn = ({ id, label }: ReportColumn): FileColumn => ({ label, format: metricOf(id)?.format ?? 'text' })

/** A value as the platform says it elsewhere. */
function cellOf({ id, is_before }: ReportColumn, row: GroupedRow, frame: Frame): Cell {
  if (!metricOf(id)) return row.dimensions[id] ?? null
  const sums = is_before ? row.before : row.now
  return sums ? wireValue(known(id), sums, frame.rates) : null
}

/** The conditions that facts are chosen by; those on rows leave some of them out. */
const ofFacts = ({ filters = [] }: ReportQuestion) => filters.filter((filter) => !isOnRows(filter))

type Pieces = ReturnType<typeof everyRowOf>

/** The rows as cells; the first piece was taken already, to learn how many there are. */
async function* cellsOf(first: IteratorResult<{ rows: GroupedRow[] }>, rest: Pieces, columns: readonly ReportColumn[], frame: Frame) {
  const cells = (rows: readonly GroupedRow[]) => rows.map((row) => columns.map((column) => cellOf(column, row, frame)))
  if (first.done) return
  yield cells(first.value.rows)
  for await (const { rows } of rest) yield cells(rows)
}

/** A report as a file whose rows are read while it is written; nothing is kept of those that are through. */
export async function reportFile(database: Database, frame: Frame, asked: ReportFileAsk, reader: FileReader): Promise<ReportFile> {
  const { question, columns, format } = asked
  // Nothing of a file is undone: what would be refused at some row is refused before the first.
  if (frame.lacks.length > 0) await wholeSums(database, { frame, columns: columnsFor(question.metrics), filters: ofFacts(question) })
  const about = await headsOf(database, frame, asked, reader)
  const rest = everyRowOf(database, frame, question)
  const first = await rest.next()
  const total = first.done ? 0 : first.value.total
  const rows = cellsOf(first, rest, columns, frame)
  const { heads } = reader.words
  const names = { name: heads.report, aboutName: heads.about }
  const table = { ...names, about, columns: columns.map(fileColumn), total, digits: frame.currency.digits, rows }
  const pieces = format === 'csv' ? csvFile(table) : xlsxFile(table)
  const end = async () => {
    await pieces.return(undefined)
    await rest.return(undefined)
  }
  return { total, contentType: contentTypes[format], pieces, end }
}

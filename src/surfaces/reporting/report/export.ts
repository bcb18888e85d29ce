import { closestLocale } from '../../../contract/locales.ts'
import { dimensions } from '../../../contract/reports/dimensions.ts'
import { maxReportFields } from '../../../contract/reports/fields.ts'
import type { FileFormat } from '../../../contract/saved-reports/schedules.ts'
import { type ReportExport, reportExports } from '../../../contract/reports/exports.ts'
import type { ReportRequest } from '../../../contract/reports/reports.ts'
import type { Send } from '../../../kit/api.ts'
import { pickTargetFile, downloadFile, type FileTarget } from '../../../kit/download.ts'
import { downloadBlob } from '../../../parts/resource/csv.ts'
import type { TableFile } from '../../../parts/resource/table-file.ts'
import { comparisonKey, type ReportRow } from '../../../parts/resource/report-source.ts'
import { headerOf } from '../../../ui/table/column.ts'
import type { JobHandle } from '../../../ui/feedback/job-list.ts'
import { parseColumnKey } from './columns.tsx'

type ReportDimension = ReportRequest['dimensions'][number]

/** Larger files are streamed to disk, if the browser supports it. */
export const streamingRowThreshold = 100_000

/** Input of an export. */
export interface ExportInput {
  readonly title: string
  readonly request: ReportRequest
  readonly locale: string
  /** Whether a CSV file ends with the totals and a description. */
  readonly hasNotes?: boolean
  /** Label of a dimension that the table does not show. */
  readonly nameOf: (id: string) => string
  /** Label of the column with the changes of a metric. */
  readonly changeLabelOf: (name: string) => string
  /** Columns and sort order as displayed. */
  readonly file: Pick<TableFile<ReportRow>, 'columns' | 'allColumns' | 'query'>
}

/** The file contains the previous value, where the screen shows only the change. */
const withBefore = ({ columns, allColumns }: ExportInput['file']) =>
  columns
    .filter(({ key }) => !parseColumnKey(key).isBefore)
    .flatMap((column) => [column, ...allColumns.filter(({ key }) => key === comparisonKey(column.key))])

/** A file for programs has the id of each name, so that rows of the same name can be told apart. */
const idsOfNames = new Map(dimensions.flatMap(({ id, labelledBy }) => (labelledBy ? [[labelledBy, id] as const] : [])))

/** The dimensions of a file: in CSV each name follows its id, as far as a report can have both. */
function fileDimensions(ids: readonly ReportDimension[], format: FileFormat): readonly ReportDimension[] {
  if (format !== 'csv') return ids
  const withIds = ids.flatMap((id) => {
    const ofName = idsOfNames.get(id)
    return ofName && !ids.includes(ofName) ? [ofName, id] : [id]
  })
  return withIds.length > maxReportFields.dimensions ? ids : withIds
}

/** Export request for the displayed table; a CSV file also has ids, and a workbook the changes. */
export function toExportRequest(input: ExportInput, format: FileFormat): ReportExport {
  const { title, request, file, locale, hasNotes, nameOf, changeLabelOf } = input
  const { pagination: _, sort: __, ...reportQuery } = request
  const ofFile = fileDimensions(request.dimensions, format)
  const added = ofFile.filter((id) => !request.dimensions.includes(id))
  const sort = file.query.sort.map(({ key, order }) => ({ field: key, order }))
  return {
    ...reportQuery,
    ...(sort.length > 0 && { sort }),
    title,
    format,
    locale: closestLocale(locale),
    dimensions: [...ofFile],
    ...(hasNotes && { has_notes: true }),
    columns: withBefore(file).flatMap((column) => {
      const { id, isBefore } = parseColumnKey(column.key)
      const ofName = added.find((item) => item === idsOfNames.get(id))
      const own = { id, label: headerOf(column).slice(0, 120), ...(isBefore && { is_before: true }) }
      if (ofName) return [{ id: ofName, label: nameOf(ofName) }, own]
      const change = { id, label: changeLabelOf(nameOf(id)).slice(0, 120), is_change: true }
      return isBefore && format === 'xlsx' ? [own, change] : [own]
    }),
  }
}

/** Fallback file name if the platform sends none. */
export const fileName = ({ title, request: { start_date, end_date } }: ExportInput, format: FileFormat) =>
  `${title.replace(/[\p{Cc}\s\\/:*?"<>|]+/gu, ' ').trim()} ${start_date} ${end_date}.${format}`

/** Options of a download. */
interface DownloadOptions extends JobHandle {
  readonly target: FileTarget | undefined
  readonly sizeText: (bytes: number) => string
}

/** Downloads the file and reports progress in rows, or in bytes when the number of rows is unknown. */
export async function downloadExport(
  send: Send,
  input: ExportInput,
  format: FileFormat,
  { target, sizeText, signal, report }: DownloadOptions,
) {
  const file = await downloadFile(
    send,
    reportExports.file,
    { body: toExportRequest(input, format) },
    {
      signal,
      target,
      onProgress: ({ bytes, rows, total }) => (rows === undefined ? report(bytes, undefined, sizeText(bytes)) : report(rows, total)),
    },
  )
  if (file.blob) downloadBlob(file.name ?? fileName(input, format), file.blob)
  return file
}

/** File target of a large export. The file picker must open during the click, as browsers require. */
export const chooseFileTarget = (rows: number | undefined, name: string) =>
  rows !== undefined && rows > streamingRowThreshold ? pickTargetFile(name) : Promise.resolve(undefined)

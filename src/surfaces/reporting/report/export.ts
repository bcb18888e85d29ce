import { closestLocale } from '../../../contract/locales.ts'
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

/** Larger files are streamed to disk, if the browser supports it. */
export const streamingRowThreshold = 100_000

/** Input of an export. */
export interface ExportInput {
  readonly title: string
  readonly request: ReportRequest
  readonly locale: string
  /** Columns and sort order as displayed. */
  readonly file: Pick<TableFile<ReportRow>, 'columns' | 'allColumns' | 'query'>
}

/** The file contains the previous value, where the screen shows only the change. */
const withBefore = ({ columns, allColumns }: ExportInput['file']) =>
  columns
    .filter(({ key }) => !parseColumnKey(key).isBefore)
    .flatMap((column) => [column, ...allColumns.filter(({ key }) => key === comparisonKey(column.key))])

/** Export request for exactly the displayed table. */
export function toExportRequest({ title, request, file, locale }: ExportInput, format: FileFormat): ReportExport {
  const { pagination: _, sort: __, ...reportQuery } = request
  const sort = file.query.sort.map(({ key, order }) => ({ field: key, order }))
  return {
    ...reportQuery,
    ...(sort.length > 0 && { sort }),
    title,
    format,
    locale: closestLocale(locale),
    columns: withBefore(file).map((column) => {
      const { id, isBefore } = parseColumnKey(column.key)
      return { id, label: headerOf(column).slice(0, 120), ...(isBefore && { is_before: true }) }
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

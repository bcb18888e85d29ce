import { array, boolean, enums, type Infer, object, optional, size } from 'superstruct'
import { dimensions } from './dimensions.ts'
import { postQuery } from '../endpoint.ts'
import { Text } from '../ids.ts'
import { locales } from '../locales.ts'
import { metrics } from './metrics.ts'
import { fileFormats } from '../saved-reports/schedules.ts'
import { ReportRequest } from './reports.ts'

const { pagination: _, ...request } = ReportRequest.schema

/** A report as a file: its query, and its columns in the displayed order. */
export const ReportExport = object({
  title: Text(1, 120),
  ...request,
  columns: size(
    array(
      object({
        id: enums([...dimensions, ...metrics].map(({ id }) => id)),
        label: Text(0, 120),
        /** Whether the column is for the comparison period. */
        is_before: optional(boolean()),
        /** Whether the column is the change from the comparison period, as a share. */
        is_change: optional(boolean()),
      }),
    ),
    1,
    150,
  ),
  format: enums(fileFormats),
  /** Whether a CSV file has a description and the totals below the rows; a workbook always has both. */
  has_notes: optional(boolean()),
  /** Locale of the text above the rows; by default the caller's. */
  locale: optional(enums(locales)),
})
export type ReportExport = Infer<typeof ReportExport>

/** Files with all rows of a report; the header `X-Total-Rows` has their number. */
export const reportExports = {
  file: postQuery('v2/report/export', { may: 'reports.read', long: true, file: true, body: ReportExport }),
}

import { array, boolean, enums, type Infer, object, optional, size } from 'superstruct'
import { dimensions } from './dimensions.ts'
import { ask } from '../endpoint.ts'
import { Text } from '../ids.ts'
import { locales } from '../locales.ts'
import { metrics } from './metrics.ts'
import { fileFormats } from '../saved-reports/schedules.ts'
import { ReportQuestion } from './reports.ts'

const { pagination: _, ...question } = ReportQuestion.schema

/** A report as a file: what is asked, and the columns as they are shown. */
export const ReportExport = object({
  title: Text(1, 120),
  ...question,
  columns: size(
    array(
      object({
        id: enums([...dimensions, ...metrics].map(({ id }) => id)),
        label: Text(0, 120),
        /** Of the compared period. */
        is_before: optional(boolean()),
      }),
    ),
    1,
    100,
  ),
  format: enums(fileFormats),
  /** Of the words above its rows; that of whoever asks where none is said. */
  locale: optional(enums(locales)),
})
export type ReportExport = Infer<typeof ReportExport>

/** Reports as files, of all their rows; `X-Total-Rows` says how many those are. */
export const reportExports = {
  file: ask('v2/report/export', { may: 'reports.read', long: true, file: true, body: ReportExport }),
}

import { bucketEnd } from '../../../src/contract/dates/bucket-ends.ts'
import { dimensionOf } from '../../../src/contract/reports/dimensions.ts'
import { pageDefault } from '../../../src/contract/list.ts'
import { metricOf } from '../../../src/contract/reports/metrics.ts'
import { defaultReportSort } from '../../../src/contract/reports/fields.ts'
import type { ReportRequest } from '../../../src/contract/reports/reports.ts'
import type { Database } from '../database/open.ts'
import { refuseField } from '../context/refusal.ts'
import { refuseHours } from './details.ts'
import type { ReportScope } from './scope.ts'
import { isTime } from './periods.ts'
import { everyGroupedRow, type GroupedQuery, type GroupedRow, groupedRows } from './query.ts'
import { columnsFor } from './sums.ts'

/** Checks dimensions and sort, and that hourly data is stored for the days. */
export function checkQuestion({ dimensions, filters = [], sort = [] }: ReportRequest, frame: ReportScope) {
  dimensions.forEach((id, index) => {
    if (!dimensionOf(id)) throw refuseField(`dimensions.${index}`, 'Unknown dimension')
    if (dimensions.indexOf(id) !== index) throw refuseField(`dimensions.${index}`, 'This dimension is already in the report')
  })
  const foreign = sort.findIndex(({ field }) => !metricOf(field) && !(dimensions as readonly string[]).includes(field)) // field: any string
  if (foreign >= 0) throw refuseField(`sort.${foreign}.field`, 'This field is not part of the report')
  if (!dimensions.includes('hour')) return
  const path = `dimensions.${dimensions.indexOf('hour')}`
  refuseHours(frame, { dimensions, filtered: filters.map(({ field }) => field) }, { whole: path, byEntity: path })
}

/** Adds the columns that sort and filters need. */
function queryOf(frame: ReportScope, question: ReportRequest): GroupedQuery {
  checkQuestion(question, frame)
  const { dimensions, filters = [], pagination: page = pageDefault } = question
  const sort = question.sort?.length ? question.sort : defaultReportSort(question)
  const more = [...sort, ...filters].map(({ field }) => field).filter((id) => metricOf(id))
  return { frame, dimensions, columns: columnsFor([...question.metrics, ...more]), filters, sort, page }
}

export const rowsOf = async (database: Database, frame: ReportScope, question: ReportRequest) =>
  groupedRows(database, queryOf(frame, question))

export const streamRows = (database: Database, frame: ReportScope, question: ReportRequest) =>
  everyGroupedRow(database, queryOf(frame, question))

/** The last day of a row's time bucket, or of the report. */
export function lastDayOf(dimensions: GroupedRow['dimensions'], frame: ReportScope): string {
  const ends = Object.entries(dimensions).flatMap(([id, value]) => (isTime(id) && typeof value === 'string' ? [bucketEnd(id, value)] : []))
  return [...ends, frame.days.end_date].sort()[0] ?? frame.days.end_date
}

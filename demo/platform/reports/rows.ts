import { bucketEnd } from '../../../src/contract/dates/date-ranges.ts'
import { dimensionOf } from '../../../src/contract/reports/dimensions.ts'
import { pageDefault } from '../../../src/contract/list.ts'
import { metricOf } from '../../../src/contract/reports/metrics.ts'
import { defaultReportSort } from '../../../src/contract/reports/fields.ts'
import type { ReportRequest } from '../../../src/contract/reports/reports.ts'
import type { Database } from '../database/database.ts'
import { refuseField } from '../context/refusal.ts'
import { requireStoredHours } from './request-checks.ts'
import type { ReportScope } from './scope.ts'
import { everyGroupedRow, groupedRows, isTime, type GroupedQuery, type GroupedRow } from './query.ts'
import { columnsFor } from './sums.ts'

/** The parts of a report request that the rows depend on, besides its scope. */
type RowsRequest = Pick<ReportRequest, 'dimensions' | 'metrics' | 'filters' | 'sort' | 'pagination'>

/** Checks dimensions and sort, and that hourly data is stored for the days. */
export function requireValidReport({ dimensions, filters = [], sort = [] }: RowsRequest, reportScope: ReportScope) {
  dimensions.forEach((id, index) => {
    if (!dimensionOf(id)) throw refuseField(`dimensions.${index}`, 'Unknown dimension')
    if (dimensions.indexOf(id) !== index) throw refuseField(`dimensions.${index}`, 'This dimension is already in the report')
  })
  const unknownIndex = sort.findIndex(({ field }) => !metricOf(field) && !(dimensions as readonly string[]).includes(field)) // field: any string
  if (unknownIndex >= 0) throw refuseField(`sort.${unknownIndex}.field`, 'This field is not part of the report')
  if (!dimensions.includes('hour')) return
  const path = `dimensions.${dimensions.indexOf('hour')}`
  requireStoredHours(reportScope, { dimensions, filtered: filters.map(({ field }) => field) }, { whole: path, byEntity: path })
}

/** Adds the columns that sort and filters need. */
function queryOf(reportScope: ReportScope, request: RowsRequest): GroupedQuery {
  requireValidReport(request, reportScope)
  const { dimensions, filters = [], pagination: page = pageDefault } = request
  const sort = request.sort?.length ? request.sort : defaultReportSort(request)
  const neededMetrics = [...sort, ...filters].map(({ field }) => field).filter((id) => metricOf(id))
  return { reportScope, dimensions, columns: columnsFor([...request.metrics, ...neededMetrics]), filters, sort, page }
}

export const rowsOf = async (database: Database, reportScope: ReportScope, request: RowsRequest) =>
  groupedRows(database, queryOf(reportScope, request))

export const streamRows = (database: Database, reportScope: ReportScope, request: RowsRequest) =>
  everyGroupedRow(database, queryOf(reportScope, request))

/** The last day of a row's time bucket, or of the report. */
export function lastDayOf(dimensions: GroupedRow['dimensions'], reportScope: ReportScope): string {
  const bucketEnds = Object.entries(dimensions).flatMap(([id, value]) =>
    isTime(id) && typeof value === 'string' ? [bucketEnd(id, value)] : [],
  )
  return [...bucketEnds, reportScope.days.end_date].sort()[0] ?? reportScope.days.end_date
}

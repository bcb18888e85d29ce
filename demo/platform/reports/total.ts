import { metricOf } from '../../../src/contract/reports/metrics.ts'
import { isMetricFilter } from '../../../src/contract/reports/fields.rules.ts'
import type { ReportRequest } from '../../../src/contract/reports/reports.ts'
import type { Database } from '../database/database.ts'
import type { ReportScope } from './scope.ts'
import { type GroupedRow, totalSums } from './query.ts'
import { columnsFor } from './sums.ts'

type FileTotals = Pick<GroupedRow, 'current' | 'before'>

/** Totals of all rows of a file. Undefined with a metric filter, because it applies to rows only. */
export async function fileTotals(
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

interface Column {
  readonly id: string
}

/** The total row; its label goes into the first column without a metric. Undefined without such a column. */
export function totalRow(totals: FileTotals | undefined, columns: readonly Column[], label: string): GroupedRow | undefined {
  const labelColumn = columns.find(({ id }) => !metricOf(id))?.id
  return totals && labelColumn !== undefined ? { ...totals, dimensions: { [labelColumn]: label } } : undefined
}

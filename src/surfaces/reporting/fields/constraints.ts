import type { FieldConstraints } from '../../../contract/reports/fields.rules.ts'
import { toPurchaseFilter } from '../query/request.ts'
import type { ReportState } from '../report/use-report.ts'

/** Input of the field rules: the report that a field would be added to. */
export const toFieldConstraints = ({
  reportQuery,
  days,
  before,
  today,
}: Pick<ReportState, 'reportQuery' | 'days' | 'before' | 'today'>): FieldConstraints => ({
  context: reportQuery.context,
  dimensions: reportQuery.dimensions,
  metrics: reportQuery.metrics,
  filtered: [...reportQuery.filters, ...reportQuery.drill.flat()].map(({ field }) => field),
  days,
  before,
  today,
  purchases: toPurchaseFilter(reportQuery),
})

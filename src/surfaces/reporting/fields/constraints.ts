import type { FieldConstraints } from '../../../contract/reports/fields.rules.ts'
import { toPurchaseFilter } from '../query/request.ts'
import type { ReportState } from '../report/use-report.ts'

/** Input of the field rules: the report that a field would be added to. */
export const toFieldConstraints = ({
  asked,
  days,
  before,
  today,
}: Pick<ReportState, 'asked' | 'days' | 'before' | 'today'>): FieldConstraints => ({
  context: asked.context,
  dimensions: asked.dimensions,
  metrics: asked.metrics,
  filtered: [...asked.filters, ...asked.drill.flat()].map(({ field }) => field),
  days,
  before,
  today,
  purchases: toPurchaseFilter(asked),
})

import { outsideContext, showsMetric } from '../../../src/contract/reports/fields.ts'
import type { TotalRequest } from '../../../src/contract/reports/trends.ts'
import type { ReportRequest } from '../../../src/contract/reports/reports.ts'
import { refuseField } from '../context/refusal.ts'

type FieldsRequest = Pick<TotalRequest, 'context' | 'metrics' | 'filters'> & Partial<Pick<ReportRequest, 'dimensions'>>

const sentences = {
  below_context: 'Not available in this report context',
  one_channel: 'This context has one channel only',
} as const

/** Throws for fields that the report's context does not have. Without a context every field is allowed. */
export function requireFieldsOfContext({ context, dimensions = [], metrics, filters = [] }: FieldsRequest) {
  if (!context) return
  const dimensionPaths = dimensions.map((id, index) => [id, `dimensions.${index}`] as const)
  const filterPaths = filters.map(({ field }, index) => [field, `filters.${index}.field`] as const)
  for (const [id, path] of [...dimensionPaths, ...filterPaths]) {
    const problem = outsideContext(id, context)
    if (problem) throw refuseField(path, sentences[problem])
  }
  const metricPaths = metrics.map((id, index) => [id, `metrics.${index}`] as const)
  for (const [id, path] of [...metricPaths, ...filterPaths])
    if (!showsMetric(id, context)) throw refuseField(path, 'Not available in a simple report')
}

import { outsideContext, showsMetric } from '../../../src/contract/reports/fields.ts'
import type { TotalRequest } from '../../../src/contract/reports/trends.ts'
import type { ReportRequest } from '../../../src/contract/reports/reports.ts'
import { refuseField } from '../context/refusal.ts'

type Question = Pick<TotalRequest, 'context' | 'metrics' | 'filters'> & Partial<Pick<ReportRequest, 'dimensions'>>

const sentences = {
  below_context: 'Not available in this report context',
  one_channel: 'This context has one channel only',
} as const

/** Refuses fields that the report's context does not have. Without a context every field is allowed. */
export function checkContext({ context, dimensions = [], metrics, filters = [] }: Question) {
  if (!context) return
  const split = dimensions.map((id, index) => [id, `dimensions.${index}`] as const)
  const filtered = filters.map(({ field }, index) => [field, `filters.${index}.field`] as const)
  for (const [id, path] of [...split, ...filtered]) {
    const outside = outsideContext(id, context)
    if (outside) throw refuseField(path, sentences[outside])
  }
  const shown = metrics.map((id, index) => [id, `metrics.${index}`] as const)
  for (const [id, path] of [...shown, ...filtered])
    if (!showsMetric(id, context)) throw refuseField(path, 'Not available in a simple report')
}

import { containsPattern, type Filter } from '../../contract/list.ts'
import { metricOf } from '../../contract/reports/metrics.ts'
import type { TotalRequest } from '../../contract/reports/trends.ts'
import { type Report, type ReportRequest, reports } from '../../contract/reports/reports.ts'
import type { Send } from '../../kit/api.ts'
import type { GridRequest, GridFilter, GridSource, GridTotals } from '../../ui/table/query.ts'

export type ReportRow = Report['rows'][number]

/** The key of a metric's comparison column. */
export const comparisonKey = (metric: string) => `${metric}.before`

/** Bounds beyond any reported value, for a range that is open at one end. */
const lowest = '-999999999999999'
const highest = '999999999999999'

/** Converts a grid filter to a filter of the API. */
export function reportFilter(field: string, filter: GridFilter): Filter {
  if (filter.kind === 'contains') return { field, operation: 'ILIKE', value: containsPattern(filter.text) }
  if (filter.kind === 'one-of') return { field, operation: 'IN', value: [...filter.values] }
  return { field, operation: 'BETWEEN', value: [filter.from ?? lowest, filter.to ?? highest] }
}

interface SourceOptions {
  /** The report query; its filters are combined with those of the table. */
  readonly request: Omit<ReportRequest, 'pagination' | 'sort'>
  /** Called with each response, for its currency, days and time zones. */
  readonly onMeaning?: (report: Report) => void
}

/** A grid source for report rows. The platform sorts, filters and pages them, and sums all matching rows. */
export function reportSource(send: Send, { request, onMeaning }: SourceOptions): GridSource<ReportRow> {
  const { dimensions, ...baseRequest } = request
  async function totalsOf(filters: readonly Filter[], signal: AbortSignal): Promise<GridTotals | undefined> {
    // Without dimensions the only row is the total. With a filter on a metric there are no totals:
    // the platform sums facts, before that filter applies.
    if (dimensions.length === 0 || filters.some(({ field }) => metricOf(field))) return undefined
    const body: TotalRequest = { ...baseRequest, filters: [...filters] }
    const { kpis } = await send(reports.total, { body }, { signal })
    return Object.fromEntries(
      kpis.flatMap(({ metric, total, before }) => [
        [metric, total],
        [comparisonKey(metric), before],
      ]),
    )
  }
  return async ({ sort, filters, start, count, needsTotals, signal }: GridRequest) => {
    const conditions = [...(request.filters ?? []), ...Object.entries(filters).map(([field, filter]) => reportFilter(field, filter))]
    const body: ReportRequest = {
      ...request,
      pagination: { start, count },
      ...(sort.length > 0 && { sort: sort.map(({ key, order }) => ({ field: key, order })) }),
      ...(conditions.length > 0 && { filters: conditions }),
    }
    const [report, totals] = await Promise.all([
      send(reports.rows, { body }, { signal }),
      needsTotals ? totalsOf(conditions, signal) : undefined,
    ])
    onMeaning?.(report)
    return { rows: report.rows, total: report.total, totals }
  }
}

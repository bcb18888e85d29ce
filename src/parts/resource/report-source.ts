import type { Filter } from '../../contract/list.ts'
import { metricOf } from '../../contract/reports/metrics.ts'
import type { TotalQuestion } from '../../contract/reports/trends.ts'
import { type Report, type ReportQuestion, reports } from '../../contract/reports/reports.ts'
import type { Send } from '../../kit/api.ts'
import type { GridAsk, GridFilter, GridSource, GridTotals } from '../../ui/table/query.ts'

/** One row of a report: its dimensions and its metrics. */
export type ReportRow = Report['rows'][number]

/** The column of a metric's compared days, beside that of the metric. */
export const beforeKey = (metric: string) => `${metric}.before`

/** Beyond what any report holds, for a range that is open at one end. */
const least = '-999999999999999'
const most = '999999999999999'

/** A condition of a grid as the platform's filters say it. */
export function reportFilter(field: string, filter: GridFilter): Filter {
  if (filter.kind === 'contains') return { field, operation: 'ILIKE', value: filter.text }
  if (filter.kind === 'one-of') return { field, operation: 'IN', value: [...filter.values] }
  return { field, operation: 'BETWEEN', value: [filter.from ?? least, filter.to ?? most] }
}

interface SourceOptions {
  /** Its own conditions hold beside those of the table. */
  readonly question: Omit<ReportQuestion, 'pagination' | 'sort'>
  /** Told what each answer says of its currency, days and zones. */
  readonly onMeaning?: (report: Report) => void
}

/** The rows of a report, sorted, filtered and cut to pages by the platform, with totals over all that match. */
export function reportSource(send: Send, { question, onMeaning }: SourceOptions): GridSource<ReportRow> {
  const { dimensions, ...whole } = question
  async function totalsOf(filters: readonly Filter[], signal: AbortSignal): Promise<GridTotals | undefined> {
    // Without a split the one row is the total. The platform adds up facts; which groups a condition on a metric keeps, only the rows know.
    if (dimensions.length === 0 || filters.some(({ field }) => metricOf(field))) return undefined
    const body: TotalQuestion = { ...whole, filters: [...filters] }
    const { kpis } = await send(reports.total, { body }, { signal })
    return Object.fromEntries(
      kpis.flatMap(({ metric, total, before }) => [
        [metric, total],
        [beforeKey(metric), before],
      ]),
    )
  }
  return async ({ sort, filters, start, count, needsTotals, signal }: GridAsk) => {
    const conditions = [...(question.filters ?? []), ...Object.entries(filters).map(([field, filter]) => reportFilter(field, filter))]
    const body: ReportQuestion = {
      ...question,
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

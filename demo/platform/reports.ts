import { dimensionOf } from '../../src/contract/dimensions.ts'
import type { Kpi, reports } from '../../src/contract/reports.ts'
import type { Infer } from 'superstruct'
import type { Handlers } from './implement.ts'
import { frameOf, meaningOf } from './report-frame.ts'
import { groupedRows } from './report-rows.ts'
import { changeIn, known, wireValue, wireValues } from './report-sums.ts'
import { totalSums, trendBuckets } from './report-trend.ts'

const timeOf = (values: Record<string, string | number | null>) =>
  Object.entries(values).find(([id, value]) => dimensionOf(id)?.category === 'Time' && typeof value === 'string')?.[1]

/** Rows, trend and totals, all from one set of sums. */
export const reportHandlers: Handlers<typeof reports> = {
  rows: async ({ body }, context) => {
    const frame = await frameOf(body, context)
    const { rows, total } = await groupedRows(context.database, frame, body)
    return {
      ...meaningOf(frame),
      total,
      rows: rows.map(({ dimensions, now, before }) => ({
        dimensions,
        metrics: wireValues(body.metrics, now),
        before: before ? wireValues(body.metrics, before) : null,
        settled: String(timeOf(dimensions) ?? frame.days.end_date).slice(0, 10) <= frame.settledThrough,
      })),
    }
  },
  trend: async ({ body }, context) => {
    const frame = await frameOf(body, context)
    const { granularity, buckets } = await trendBuckets(context.database, frame, body, context.now())
    return {
      ...meaningOf(frame),
      granularity,
      buckets: buckets.map(({ start, lastDay, now, before }) => ({
        start,
        metrics: wireValues(body.metrics, now),
        before: before ? { start: before.start, metrics: wireValues(body.metrics, before.sums) } : null,
        settled: lastDay <= frame.settledThrough,
      })),
    }
  },
  total: async ({ body }, context) => {
    const frame = await frameOf(body, context)
    const { now, before } = await totalSums(context.database, frame, body.metrics, body.filters ?? [])
    const kpis = body.metrics.map(
      (metric): Infer<typeof Kpi> => ({ metric, total: wireValue(known(metric), now), percentage: changeIn(metric, now, before) ?? null }),
    )
    return { ...meaningOf(frame), kpis }
  },
}

import type { ReportRequest, reports } from '../../../src/contract/reports/reports.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { checkContext } from './check-context.ts'
import { reportScope, scopeInfo } from './scope.ts'
import { totalSums } from './query.ts'
import { lastDayOf, rowsOf } from './rows.ts'
import { changeIn, columnsFor, metricById, wireValue, wireValues } from './sums.ts'
import { trendBuckets } from './trend.ts'

async function report(question: ReportRequest, context: Context) {
  checkContext(question)
  const frame = await reportScope(question, context)
  const { rows, total, areConverted } = await rowsOf(context.database, frame, question)
  return {
    ...scopeInfo(frame, areConverted),
    total,
    rows: rows.map(({ dimensions, now, before }) => ({
      dimensions,
      metrics: wireValues(question.metrics, now, frame.rates),
      before: before ? wireValues(question.metrics, before, frame.rates) : null,
      settled: lastDayOf(dimensions, frame) <= frame.settledThrough,
    })),
  }
}

export const reportHandlers: Handlers<typeof reports> = {
  rows: ({ body }, context) => report(body, context),
  targeting: ({ body }, context) => report({ ...body, context: 'general' }, context),
  franchise: ({ body }, context) => report({ ...body, context: 'offsite' }, context),
  trend: async ({ body }, context) => {
    checkContext(body)
    const frame = await reportScope(body, context)
    const { granularity, buckets, areConverted } = await trendBuckets(context.database, frame, body)
    return {
      ...scopeInfo(frame, areConverted),
      granularity,
      buckets: buckets.map(({ start, lastDay, now, before }) => ({
        start,
        metrics: wireValues(body.metrics, now.exact, frame.rates, now.shown),
        before: before ? { start: before.start, metrics: wireValues(body.metrics, before.exact, frame.rates, before.shown) } : null,
        settled: lastDay <= frame.settledThrough,
      })),
    }
  },
  total: async ({ body }, context) => {
    checkContext(body)
    const frame = await reportScope(body, context)
    const asked = { frame, columns: columnsFor(body.metrics), filters: body.filters ?? [] }
    const { now, before, areConverted } = await totalSums(context.database, asked)
    const kpis = body.metrics.map((metric) => ({
      metric,
      total: wireValue(metricById(metric), now, frame.rates),
      before: before ? wireValue(metricById(metric), before, frame.rates) : null,
      percentage: changeIn(metric, now, before, frame.rates),
    }))
    return { ...scopeInfo(frame, areConverted), kpis }
  },
}

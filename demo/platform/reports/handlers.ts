import type { ReportRequest, reports } from '../../../src/contract/reports/reports.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { requireFieldsOfContext } from './check-context.ts'
import { resolveReportScope, scopeInfo } from './scope.ts'
import { totalSums } from './query.ts'
import { lastDayOf, rowsOf } from './rows.ts'
import { changeIn, columnsFor, metricById, wireValue, wireValues } from './sums.ts'
import { trendBuckets } from './trend.ts'

async function report(request: ReportRequest, context: Context) {
  requireFieldsOfContext(request)
  const reportScope = await resolveReportScope(request, context)
  const { rows, total, areConverted } = await rowsOf(context.database, reportScope, request)
  return {
    ...scopeInfo(reportScope, areConverted),
    total,
    rows: rows.map(({ dimensions, current, before }) => ({
      dimensions,
      metrics: wireValues(request.metrics, current, reportScope.rates),
      before: before ? wireValues(request.metrics, before, reportScope.rates) : null,
      settled: lastDayOf(dimensions, reportScope) <= reportScope.settledThrough,
    })),
  }
}

export const reportHandlers: Handlers<typeof reports> = {
  rows: ({ body }, context) => report(body, context),
  targeting: ({ body }, context) => report({ ...body, context: 'general' }, context),
  franchise: ({ body }, context) => report({ ...body, context: 'offsite' }, context),
  trend: async ({ body }, context) => {
    requireFieldsOfContext(body)
    const reportScope = await resolveReportScope(body, context)
    const { granularity, buckets, areConverted } = await trendBuckets(context.database, reportScope, body)
    return {
      ...scopeInfo(reportScope, areConverted),
      granularity,
      buckets: buckets.map(({ start, lastDay, current, before }) => ({
        start,
        metrics: wireValues(body.metrics, current.exact, reportScope.rates, current.shown),
        before: before ? { start: before.start, metrics: wireValues(body.metrics, before.exact, reportScope.rates, before.shown) } : null,
        settled: lastDay <= reportScope.settledThrough,
      })),
    }
  },
  total: async ({ body }, context) => {
    requireFieldsOfContext(body)
    const reportScope = await resolveReportScope(body, context)
    const query = { reportScope, columns: columnsFor(body.metrics), filters: body.filters ?? [] }
    const { current, before, areConverted } = await totalSums(context.database, query)
    const kpis = body.metrics.map((metric) => ({
      metric,
      total: wireValue(metricById(metric), current, reportScope.rates),
      before: before ? wireValue(metricById(metric), before, reportScope.rates) : null,
      percentage: changeIn(metric, current, before, reportScope.rates),
    }))
    return { ...scopeInfo(reportScope, areConverted), kpis }
  },
}

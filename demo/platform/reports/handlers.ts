import { defaultReportFields, dimensionsOf, metricsOf, showsMetric } from '../../../src/contract/reports/fields.ts'
import type { ReportPayload, reports, FieldSettings } from '../../../src/contract/reports/reports.ts'
import type { Context } from '../context/context.ts'
import { refuseField } from '../context/refusal.ts'
import type { Handlers } from '../http/implement.ts'
import { requireFieldsOfContext } from './request-checks.ts'
import { resolveReportScope, scopeInfo } from './scope.ts'
import { lastDayOf, rowsOf, totalSums } from './query.ts'
import { changeIn, columnsFor, metricById, wireValue, wireValues } from './sums.ts'
import { trendBuckets } from './trend.ts'
import { reportContexts, type ReportContext } from '../../../src/contract/reports/contexts.ts'
import { dimensions, searchFieldTypes } from '../../../src/contract/reports/dimensions.ts'
import { metrics } from '../../../src/contract/reports/metrics.ts'

/** A payload with the client and the default fields of its context, each where it names none. The dates follow with the report scope. */
function completeRequest<P extends Omit<ReportPayload, 'dimensions'>>(payload: P, { scope }: Context) {
  const member_group_id = payload.member_group_id ?? scope.memberGroupId
  if (member_group_id === undefined) throw refuseField('member_group_id', 'You have no default client; send the ID of a client')
  const advertisers = payload.advertiser_ids ?? scope.advertisers
  const fields = defaultReportFields(payload.context ?? 'campaign', advertisers !== 'all' && advertisers.length === 1)
  return { fields, request: { ...payload, member_group_id, metrics: payload.metrics ?? [...fields.metrics] } }
}

async function report(payload: ReportPayload, context: Context) {
  const { fields, request: common } = completeRequest(payload, context)
  const request = { ...common, dimensions: payload.dimensions ?? [...fields.dimensions] }
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
  fieldSettings: async ({ query }) => fieldSettingsOf(query?.context ?? 'campaign'),
  rows: ({ body }, context) => report(body, context),
  targeting: ({ body }, context) => report({ ...body, context: 'general' }, context),
  franchise: ({ body }, context) => report({ ...body, context: 'offsite' }, context),
  trend: async ({ body }, context) => {
    const { request } = completeRequest(body, context)
    requireFieldsOfContext(request)
    const reportScope = await resolveReportScope(request, context)
    const { granularity, buckets, areConverted } = await trendBuckets(context.database, reportScope, request)
    return {
      ...scopeInfo(reportScope, areConverted),
      granularity,
      buckets: buckets.map(({ start, lastDay, current, before }) => ({
        start,
        metrics: wireValues(request.metrics, current.exact, reportScope.rates, current.shown),
        before: before
          ? { start: before.start, metrics: wireValues(request.metrics, before.exact, reportScope.rates, before.shown) }
          : null,
        settled: lastDay <= reportScope.settledThrough,
      })),
    }
  },
  total: async ({ body }, context) => {
    const { request } = completeRequest(body, context)
    requireFieldsOfContext(request)
    const reportScope = await resolveReportScope(request, context)
    const query = { reportScope, columns: columnsFor(request.metrics), filters: request.filters ?? [] }
    const { current, before, areConverted } = await totalSums(context.database, query)
    const kpis = request.metrics.map((metric) => ({
      metric,
      total: wireValue(metricById(metric), current, reportScope.rates),
      before: before ? wireValue(metricById(metric), before, reportScope.rates) : null,
      percentage: changeIn(metric, current, before, reportScope.rates),
    }))
    return { ...scopeInfo(reportScope, areConverted), kpis }
  },
}

/** The fields of a context, in the order of the picker, with those that a new report starts with. */
export function fieldSettingsOf(context: ReportContext): FieldSettings {
  const usual = defaultReportFields(context)
  return {
    context,
    dimensions: dimensionsOf(context).map(({ id, type, contexts }) => ({
      field_id: id,
      type_id: searchFieldTypes[type],
      order: dimensions.findIndex((dimension) => dimension.id === id) + 1,
      is_selected_by_default: usual.dimensions.includes(id),
      contexts: [...contexts],
    })),
    metrics: metricsOf(context).map(({ id }) => ({
      field_id: id,
      type_id: searchFieldTypes.Numeric,
      order: metrics.findIndex((metric) => metric.id === id) + 1,
      is_selected_by_default: usual.metrics.includes(id),
      contexts: reportContexts.filter((one) => showsMetric(id, one)),
    })),
  }
}

import { type ReportContext, reportContexts } from '../../../src/contract/reports/contexts.ts'
import { dimensions, searchFieldTypes } from '../../../src/contract/reports/dimensions.ts'
import type { FieldSettings } from '../../../src/contract/reports/field-settings.ts'
import { defaultReportFields, dimensionsOf, metricsOf, showsMetric } from '../../../src/contract/reports/fields.ts'
import { metrics } from '../../../src/contract/reports/metrics.ts'

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

import { expect, test } from 'vitest'
import { fieldSettingsOf } from '../../demo/platform/reports/handlers.ts'
import { reportContexts } from '../../src/contract/reports/contexts.ts'
import { defaultReportFields, dimensionsOf, metricsOf } from '../../src/contract/reports/fields.ts'

const idsOf = (settings: readonly { readonly field_id: string }[]) => settings.map(({ field_id }) => field_id)

test.each(reportContexts)('the field settings of %s are its fields, with the defaults of a new report', (context) => {
  const settings = fieldSettingsOf(context)
  expect(idsOf(settings.dimensions)).toEqual(dimensionsOf(context).map(({ id }) => id))
  expect(idsOf(settings.metrics)).toEqual(metricsOf(context).map(({ id }) => id))
  for (const kind of ['dimensions', 'metrics'] as const) {
    const selected = idsOf(settings[kind].filter(({ is_selected_by_default }) => is_selected_by_default))
    expect(selected.toSorted()).toEqual([...defaultReportFields(context)[kind]].toSorted())
    expect(settings[kind].every(({ contexts }) => contexts.includes(context))).toBe(true)
    const orders = settings[kind].map(({ order }) => order)
    expect(orders).toEqual(orders.toSorted((left, right) => left - right))
  }
})

test('each field has the number of its type', () => {
  const { dimensions: fields, metrics } = fieldSettingsOf('general')
  const typeOf = (id: string) => fields.find(({ field_id }) => field_id === id)?.type_id
  expect(['campaign_name', 'campaign_id', 'device', 'day'].map(typeOf)).toEqual([1, 5, 4, 3])
  expect(new Set(metrics.map(({ type_id }) => type_id))).toEqual(new Set([2]))
})

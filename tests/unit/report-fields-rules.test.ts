import { describe, expect, test } from 'vitest'
import { is } from 'superstruct'
import { dimensionOf, dimensions } from '../../src/contract/reports/dimensions.ts'
import { operations } from '../../src/contract/list.ts'
import { metrics } from '../../src/contract/reports/metrics.ts'
import { reportContexts } from '../../src/contract/reports/contexts.ts'
import {
  filterRule,
  type FieldConstraints,
  isMetricFilter,
  dimensionRule,
  metricRule,
  filterValueRule,
} from '../../src/contract/reports/fields.rules.ts'
import {
  dimensionCategories,
  dimensionsOf,
  maxReportFields,
  metricCategories,
  metricCategoryOf,
  metricsOf,
  nextDimension,
  operationsOf,
  defaultReportFields,
  defaultReportSort,
} from '../../src/contract/reports/fields.ts'
import { ReportRequest } from '../../src/contract/reports/reports.ts'

const ground = (said: Partial<FieldConstraints> = {}): FieldConstraints => ({
  context: 'general',
  dimensions: [],
  metrics: ['cost'],
  filtered: [],
  before: undefined,
  today: '2026-11-21',
  days: { start_date: '2026-11-14', end_date: '2026-11-20' },
  ...said,
})
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

describe('the fields of a report context', () => {
  test.each(reportContexts)('of %s include its defaults', (context) => {
    const usual = defaultReportFields(context)
    expect(usual.metrics.length).toBeGreaterThan(0)
    expect(usual.dimensions.filter((id) => !ids(dimensionsOf(context)).includes(id))).toEqual([])
    expect(usual.metrics.filter((id) => !ids(metricsOf(context)).includes(id))).toEqual([])
  })

  test.each(reportContexts)('of %s start below the advertiser, and for one advertiser with its parts', (context) => {
    expect(defaultReportFields(context).dimensions[0]).toBe('advertiser_name')
    const ofOne = defaultReportFields(context, true).dimensions
    expect(ofOne.length).toBeGreaterThan(0)
    expect(ofOne).not.toContain('advertiser_name')
  })

  test('are sorted by time, or else by the first metric', () => {
    expect(defaultReportSort({ dimensions: ['device', 'week'], metrics: ['cost'] })).toEqual([{ field: 'week', order: 'asc' }])
    expect(defaultReportSort({ dimensions: ['device'], metrics: ['clicks', 'cost'] })).toEqual([{ field: 'clicks', order: 'desc' }])
  })

  test("leave out dimensions above the report's object", () => {
    expect(ids(dimensionsOf('campaign'))).not.toContain('entity_name')
    expect(ids(dimensionsOf('ad_group'))).toContain('ad_group_name')
    expect(ids(dimensionsOf('ad_group'))).not.toContain('entity_id')
    expect(ids(dimensionsOf('general'))).toEqual(ids(dimensions))
    expect(ids(dimensionsOf('offsite'))).not.toContain('channel')
    // The registry lists the contexts of each dimension.
    expect(dimensionOf('channel')?.contexts).not.toContain('media_plan')
    expect(dimensionOf('entity_name')?.contexts).toEqual(expect.not.arrayContaining(['campaign', 'review', 'simple', 'ad_group']))
    expect(dimensionOf('day')?.contexts).toEqual(reportContexts)
  })

  test('are in one group each', () => {
    expect(metrics.filter(({ id }) => !metricCategories.includes(metricCategoryOf(id)))).toEqual([])
    expect(dimensions.filter(({ category }) => !dimensionCategories.includes(category))).toEqual([])
    expect(['cost_per_transaction', 'units', 'exposed_revenue', 'halo_units', 'clicks'].map(metricCategoryOf)).toEqual([
      ...['cost', 'sales', 'exposed', 'halo', 'delivery'],
    ])
  })

  test('are limited as on the platform', () => {
    const requestWith = (dimensionCount: number, metricCount: number) => ({
      member_group_id: 1,
      start_date: '2026-11-14',
      end_date: '2026-11-20',
      dimensions: Array.from({ length: dimensionCount }, () => 'day'),
      metrics: Array.from({ length: metricCount }, () => 'cost'),
    })
    expect(is(requestWith(maxReportFields.dimensions, maxReportFields.metrics), ReportRequest)).toBe(true)
    expect(is(requestWith(maxReportFields.dimensions + 1, 1), ReportRequest)).toBe(false)
    expect(is(requestWith(1, maxReportFields.metrics + 1), ReportRequest)).toBe(false)
  })
})

describe('adding a field', () => {
  test('explains why it is not possible', () => {
    expect(dimensionRule('entity_name', ground({ context: 'campaign' }))).toEqual({ code: 'below_context' })
    expect(dimensionRule('channel', ground({ context: 'media_plan' }))).toEqual({ code: 'one_channel' })
    expect(metricRule('halo_units', ground({ context: 'simple' }))).toEqual({ code: 'not_simple' })
    expect(metricRule('units', ground({ context: 'simple' }))).toBe(true)
  })

  test('excludes hours together with entities, in any order and as a filter', () => {
    expect(dimensionRule('hour', ground())).toBe(true)
    expect(dimensionRule('hour', ground({ dimensions: ['entity_id'] }))).toEqual({ code: 'hours_by_ad_group' })
    expect(dimensionRule('hour', ground({ filtered: ['entity_name'] }))).toEqual({ code: 'hours_by_ad_group' })
    expect(dimensionRule('entity_name', ground({ dimensions: ['hour'] }))).toEqual({ code: 'hours_by_ad_group' })
  })

  test('knows how long hours are stored, also for compared dates', () => {
    const days = { start_date: '2026-10-17', end_date: '2026-10-18' }
    expect(dimensionRule('hour', ground({ days }))).toBe(true)
    expect(dimensionRule('hour', ground({ days: { ...days, start_date: '2026-10-16' } }))).toEqual({
      code: 'hours_gone',
      since: '2026-10-17',
    })
    const before = { start_date: '2026-10-15', end_date: '2026-10-16' }
    expect(dimensionRule('hour', ground({ days, before }))).toEqual({ code: 'hours_gone', since: '2026-10-17' })
  })

  test('is limited by their number', () => {
    const eight = ids(dimensions)
      .filter((id) => id !== 'hour')
      .slice(0, 8)
    expect(dimensionRule('month', ground({ dimensions: eight }))).toEqual({ code: 'dimensions_most', most: 8 })
    expect(dimensionRule(eight[0] ?? '', ground({ dimensions: eight }))).toBe(true)
  })
})

describe('the next drill-down dimension', () => {
  test('goes from the whole to its parts, skipping used ones', () => {
    expect(nextDimension('general', [])).toBe('advertiser_name')
    expect(nextDimension('general', ['advertiser_id'])).toBe('campaign_name')
    expect(nextDimension('campaign', ['advertiser_name', 'campaign_name'])).toBe('device')
    expect(nextDimension('campaign', ['campaign_name'])).toBe('device')
    expect(nextDimension('general', ['device'])).toBe('advertiser_name')
    expect(nextDimension('offsite', ['advertiser_name', 'campaign_name', 'ad_group_name', 'entity_name', 'device'])).toBe('day')
    expect(nextDimension('campaign', ['advertiser_name', 'campaign_name', 'device', 'channel', 'day'])).toBeUndefined()
  })
})

describe('a report filter', () => {
  test('supports every operation of the specification on some field', () => {
    const all = new Set([...ids(dimensions), ...ids(metrics)].flatMap((id) => operationsOf(id)))
    expect(operations.filter((operation) => !all.has(operation))).toEqual([])
    expect(operationsOf('day')).toEqual(['BETWEEN', '=', '>'])
    expect(operationsOf('week')).toEqual([])
  })

  test.each([
    [{ field: 'campaign_name', operation: 'ILIKE', value: 'shoe' }, true],
    [{ field: 'campaign_name', operation: 'ILIKE', value: ' ' }, { code: 'required' }],
    [{ field: 'campaign_id', operation: 'ILIKE', value: '4' }, { code: 'operation' }],
    [{ field: 'campaign_id', operation: 'IN', value: [4, 5] }, true],
    [{ field: 'campaign_id', operation: '=', value: '4' }, { code: 'id' }],
    [{ field: 'campaign_id', operation: '=', value: 2 ** 40 }, { code: 'id' }],
    [{ field: 'channel', operation: 'IN', value: ['onsite', 'media'] }, true],
    [{ field: 'channel', operation: '=', value: 'radio' }, { code: 'choice' }],
    [{ field: 'cost', operation: '>', value: '10.5' }, true],
    [{ field: 'cost', operation: '>', value: 'ten' }, { code: 'number' }],
    [{ field: 'cost', operation: 'BETWEEN', value: ['10', '9'] }, { code: 'backwards' }],
    [{ field: 'cost', operation: 'BETWEEN', value: ['9', '10'] }, true],
    [{ field: 'return_on_ad_spend', operation: 'IS NULL' }, true],
    [{ field: 'day', operation: '=', value: '2026-11-01' }, true],
    [{ field: 'day', operation: '>', value: '1 November' }, { code: 'day' }],
    [{ field: 'day', operation: 'BETWEEN', value: ['2026-10-31', '2026-11-01'] }, true],
    [{ field: 'day', operation: 'BETWEEN', value: ['2026-11-01', '2026-10-31'] }, { code: 'backwards' }],
    [{ field: 'day', operation: 'IN', value: ['2026-11-01'] }, { code: 'operation' }],
    [{ field: 'week', operation: '=', value: '2026-11-02' }, { code: 'operation' }],
  ] as const)('with %j is %j', (filter, result) => {
    expect(filterRule(filter as Parameters<typeof filterRule>[0])).toEqual(result) // a list of a constant is read-only
  })

  test('on a metric applies to rows', () => {
    expect([isMetricFilter({ field: 'cost' }), isMetricFilter({ field: 'channel' })]).toEqual([true, false])
    expect(filterValueRule('entity_name', '')).toEqual({ code: 'required' })
  })
})

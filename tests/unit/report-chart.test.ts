import { describe, expect, test } from 'vitest'
import { daysIn, maxReportDays } from '../../src/contract/dates/date-ranges.ts'
import { savedDays } from '../../src/contract/saved-reports/saved-reports.rules.ts'
import { csvOf } from '../../src/parts/resource/csv.ts'
import {
  parseChartSettings,
  parseMetrics,
  chartTotalRequest,
  chartTrendRequest,
  findUnknownNames,
  findInvalidAttribute,
} from '../../src/surfaces/report-chart/query.ts'
import { todayIn } from '../../src/parts/time/today.ts'

const today = '2026-11-21'
const choose = (attributes: object, query = '') => parseChartSettings(attributes, new URLSearchParams(query), today)

describe('the settings of the chart', () => {
  test('default to thirty days up to yesterday, metrics with return on ad spend, and no comparison', () => {
    const choice = choose({ clientId: '1' })
    expect(choice).toMatchObject({
      range: 'last_30_days',
      days: { start_date: '2026-10-22', end_date: '2026-11-20' },
      compare: 'none',
      isTable: false,
    })
    expect(choice.metrics).toContain('return_on_ad_spend')
  })

  test('in the path override the attributes', () => {
    expect(choose({ dateRange: 'today' }, 'date_range=last_7_days&compare=previous_week&granularity=week&view=table')).toMatchObject({
      range: 'last_7_days',
      days: { start_date: '2026-11-14', end_date: '2026-11-20' },
      compare: 'previous_week',
      granularity: 'week',
      isTable: true,
    })
  })

  test('cover for all time the same days as a report', () => {
    const { days } = choose({ dateRange: 'all_time' })
    expect(days).toEqual(savedDays({ preset: 'all_time' }, today))
    expect(daysIn(days)).toBe(maxReportDays)
  })

  test('take two days as a custom range, but not one day or a reversed range', () => {
    expect(choose({ startDate: '2026-01-05', endDate: '2026-01-09' })).toMatchObject({
      range: 'custom',
      days: { start_date: '2026-01-05', end_date: '2026-01-09' },
    })
    for (const attributes of [
      { startDate: '2026-01-05' },
      { startDate: '2026-01-09', endDate: '2026-01-05' },
      { startDate: '2026-02-31', endDate: '2026-03-05' },
      { startDate: '2026-01-05', endDate: '2026-13-45' },
      { dateRange: 'custom' },
      { dateRange: 'fortnight' },
    ])
      expect(choose(attributes).range).toBe('last_30_days')
  })

  test.each([
    ['', 'previous_period'],
    ['true', 'previous_period'],
    ['previous_month', 'previous_month'],
    ['yesterday', 'none'],
  ])('take compare="%s" as %s', (text, compare) => {
    expect(choose({ compare: text }).compare).toBe(compare)
  })

  test('compare no range of today only, but one that ends today', () => {
    expect(choose({ dateRange: 'today', compare: 'previous_day' }).compare).toBe('none')
    expect(choose({ startDate: today, endDate: today, compare: '' }).compare).toBe('none')
    expect(choose({ dateRange: 'month_to_date', compare: 'previous_month' }).compare).toBe('previous_month')
    expect(choose({ dateRange: 'yesterday', compare: 'previous_day' }).compare).toBe('previous_day')
  })

  test('with unknown names are reported by attribute', () => {
    expect(findUnknownNames({ dateRange: 'fortnight', granularity: 'minute', compare: 'last', metrics: 'cost, nonsense' })).toEqual([
      { attribute: 'date-range', value: 'fortnight' },
      { attribute: 'granularity', value: 'minute' },
      { attribute: 'compare', value: 'last' },
      { attribute: 'metrics', value: 'nonsense' },
    ])
    for (const compare of ['', 'true', 'none', 'previous_week', undefined]) expect(findUnknownNames({ compare })).toEqual([])
    expect(findUnknownNames({ dateRange: 'custom', granularity: 'hour', metrics: ' cost,clicks ' })).toEqual([])
  })

  test('ignore unknown metrics, and fall back to the default ones', () => {
    expect(parseMetrics('clicks, nonsense impressions,clicks')).toEqual(['clicks', 'impressions'])
    expect(parseMetrics('nonsense')).toEqual(['cost', 'revenue', 'return_on_ad_spend'])
  })
})

describe('the request of the chart', () => {
  const attributes = { clientId: '1', advertiserId: '7', campaignId: '42', context: 'campaign', currencyCode: 'EUR' }

  test('contains the ids of the attributes', () => {
    expect(chartTotalRequest(attributes, choose(attributes))).toMatchObject({
      member_group_id: 1,
      advertiser_ids: [7],
      campaign_ids: [42],
      context: 'campaign',
      currency_code: 'EUR',
    })
    expect(chartTrendRequest(attributes, choose(attributes, 'granularity=month'), 7)).toMatchObject({ granularity: 'month', week_start: 7 })
  })

  test('has one advertiser before several, and all without any', () => {
    const idsOf = (more: object) => chartTotalRequest({ clientId: '1', ...more }, choose({}))?.advertiser_ids
    expect(idsOf({ advertiserIds: '7,8' })).toEqual([7, 8])
    expect(idsOf({ advertiserIds: '7,8', advertiserId: '9' })).toEqual([9])
    for (const none of ['', undefined]) expect(idsOf({ advertiserIds: none, advertiserId: none })).toBeUndefined()
  })

  test.each([
    [{}, 'client-id'],
    [{ clientId: 'one' }, 'client-id'],
    [{ clientId: '0' }, 'client-id'],
    [{ clientId: '1', advertiserId: '7;' }, 'advertiser-id'],
    [{ clientId: '1', advertiserIds: '7,x' }, 'advertiser-ids'],
    [{ clientId: '1', advertiserIds: '7, 8' }, 'advertiser-ids'],
    [{ clientId: '1', context: 'everything' }, 'context'],
  ])('is not sent for %j', (bad, attribute) => {
    expect(findInvalidAttribute(bad)?.attribute).toBe(attribute)
    expect(chartTotalRequest(bad, choose(bad))).toBeUndefined()
  })

  test("uses the advertiser's current day", () => {
    const at = new Date('2026-11-21T02:00:00Z')
    expect([todayIn(at, 'America/Los_Angeles'), todayIn(at, 'Asia/Tokyo')]).toEqual(['2026-11-20', '2026-11-21'])
    for (const day of ['2026-01-02T00:30:00', '2026-12-31T23:30:00']) expect(todayIn(new Date(day))).toBe(day.slice(0, 10))
  })
})

test('a CSV file has the necessary quotes and never starts a formula', () => {
  expect(
    csvOf([
      ['a,b', 'say "x"', null],
      ['=1+1', -2.5, '-3'],
      ['@sum', '\tx', '+1'],
    ]),
  ).toBe('\uFEFF"a,b","say ""x""",\r\n\'=1+1,-2.5,-3\r\n\'@sum,"\'\tx",\'+1\r\n')
})

import { describe, expect, test } from 'vitest'
import { setupI18n } from '@lingui/core'
import { addDays, maxReportDays } from '../../src/contract/dates/date-ranges.ts'
import { savedDatesRule, savedReportQueryOf } from '../../src/contract/saved-reports/saved-reports.rules.ts'
import type { SavedReport, SavedReportQuery } from '../../src/contract/saved-reports/saved-reports.ts'
import {
  defaultReportQuery,
  fromSavedReport,
  parseReportQuery,
  reportQueryParams,
  toUrlParams,
  type ReportQuery,
} from '../../src/surfaces/reporting/query/query.ts'
import { toSavedQuery } from '../../src/surfaces/reporting/query/request.ts'
import { contentText } from '../../src/surfaces/reporting/saved-reports/columns.tsx'
import { differences } from '../../src/surfaces/reporting/saved-reports/mutations.ts'
import { scheduleRules } from '../../src/surfaces/reporting/schedule/values.ts'

const question: SavedReportQuery = { dimensions: ['campaign_name'], metrics: ['clicks', 'cost'], date_range: { preset: 'last_7_days' } }

describe('a saved report', () => {
  test('has no comparison on the first day of its dates, for any reader', () => {
    const asks = (preset: 'today' | 'month_to_date' | 'year_to_date' | 'yesterday', today: string) =>
      savedReportQueryOf({ member_group_id: 1, question: { ...question, date_range: { preset }, compare: 'previous_period' } }, today)
        .compare
    expect([asks('today', '2026-12-02'), asks('month_to_date', '2026-12-01'), asks('year_to_date', '2027-01-01')]).toEqual(
      Array.from({ length: 3 }, () => 'none'),
    )
    expect([asks('month_to_date', '2026-12-02'), asks('yesterday', '2026-12-01')]).toEqual(['previous_period', 'previous_period'])
    expect(savedReportQueryOf({ member_group_id: 1, question }, '2026-12-01')).not.toHaveProperty('compare')
  })

  test('in another context drills down as far as that context allows', () => {
    const step = (field: string) => [{ field, value: 'x' }]
    const drill = [step('advertiser_name'), step('ad_group_name'), step('device')]
    const reportQuery: ReportQuery = { ...defaultReportQuery(), drill }
    expect(parseReportQuery(toUrlParams(reportQuery), reportQuery).drill).toEqual(drill)
    expect(parseReportQuery({ ...toUrlParams(reportQuery), context: 'campaign' }, reportQuery).drill).toEqual([step('advertiser_name')])
  })

  test('with a chart of one metric shows and saves that metric', () => {
    const saved: SavedReportQuery = { ...question, chart: { metrics: ['clicks'] } }
    const reportQuery = fromSavedReport(saved)
    expect([reportQuery.bars, reportQuery.line]).toEqual(['clicks', 'clicks'])
    expect(toSavedQuery(reportQuery, { today: '2026-11-21' }).chart).toEqual({ metrics: ['clicks'] })
    const two = fromSavedReport({ ...question, chart: { metrics: ['clicks', 'cost'] } })
    expect([two.bars, two.line, toSavedQuery(two, { today: '2026-11-21' }).chart?.metrics]).toEqual(['clicks', 'cost', ['clicks', 'cost']])
  })

  test('covers no more custom days than a report may', () => {
    const of = (days: number) => savedDatesRule({ preset: 'custom', start_date: '2023-01-01', end_date: addDays('2023-01-01', days - 1) })
    expect([maxReportDays, of(1), of(1100)]).toEqual([1100, true, true])
    expect(of(1101)).toEqual({ code: 'days_too_many', most: 1100 })
    expect(savedDatesRule({ preset: 'custom', start_date: '2023-01-02', end_date: '2023-01-01' })).toEqual({ code: 'days_backwards' })
  })
})

describe('the second line of a saved report', () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  const textOf = (fields: Partial<SavedReportQuery> = {}) => contentText({ ...question, ...fields }, 'Hotel', i18n)

  test('names its dimensions, metrics and dates', () => {
    expect(textOf()).toBe('Campaign · Clicks, Spend · Last 7 days')
    expect(textOf({ dimensions: ['entity_name'] })).toBe('Hotel · Clicks, Spend · Last 7 days')
    expect(textOf({ dimensions: [] })).toBe('Clicks, Spend · Last 7 days')
  })

  test('names three fields and counts the others, and fixed days name their year', () => {
    const date_range = { preset: 'custom', start_date: '2026-01-05', end_date: '2026-02-07' } as const
    expect(textOf({ metrics: ['clicks', 'cost', 'impressions', 'revenue', 'units'], date_range }).normalize('NFKC')).toBe(
      'Campaign · Clicks, Spend, Impressions +2 · Jan 5 – Feb 7, 2026',
    )
  })
})

describe("another user's change of a saved report", () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  const seen = {
    saved_report_id: 1,
    member_group_id: 1,
    name: 'Spring',
    visibility: 'private',
    question,
    owner: 'Ann',
    is_own: true,
    is_changeable: true,
    created_at: '',
    changed_at: '',
    mailed: null,
    version: 1,
  } satisfies SavedReport
  const sameMetrics = [fromSavedReport(question).bars as 'clicks', fromSavedReport(question).line as 'clicks'] // its metrics are ids
  const changed = (said: Partial<SavedReportQuery>) => differences(seen, { ...seen, question: { ...question, ...said } }, i18n)
  const changes: readonly (readonly [string, Partial<SavedReportQuery>])[] = [
    ['context', { context: 'campaign' }],
    ['advertisers', { advertiser_ids: [7] }],
    ['dimensions', { dimensions: ['device'] }],
    ['metrics', { metrics: ['units'] }],
    ['filters', { filters: [{ field: 'device', operation: '=', value: 'app' }] }],
    ['date_range', { date_range: { preset: 'today' } }],
    ['start_date', { date_range: { preset: 'custom', start_date: '2026-01-01', end_date: '2026-01-02' } }],
    ['end_date', { date_range: { preset: 'custom', start_date: '2026-01-01', end_date: '2026-01-02' } }],
    ['compare', { compare: 'previous_week' }],
    ['currency', { currency_code: 'EUR' }],
    ['history', { user_history: 'new customers' }],
    ['orders', { order_values: ['large'] }],
    ['bars', { chart: { metrics: ['clicks', fromSavedReport(question).line as 'clicks'] } }], // its metrics are ids
    ['line', { chart: { metrics: [fromSavedReport(question).bars as 'clicks', 'clicks'] } }], // likewise
    ['granularity', { chart: { metrics: sameMetrics, granularity: 'month' } }],
    ['sort', { sort: [{ field: 'clicks', order: 'desc' }] }],
  ]

  test.each(changes)('is listed under its own heading: %s', (_, said) => {
    expect(changed(said)).toHaveLength(1)
  })

  test('covers every address parameter except drill-downs, which are never saved', () => {
    expect(changes.map(([word]) => word)).toEqual(reportQueryParams.filter((word) => word !== 'drill'))
    const heads = (...said: string[]) => said.flatMap((word) => changed(changes.find(([one]) => one === word)?.[1] ?? {}))
    expect(heads('history', 'orders', 'currency', 'sort')).toEqual(['Sales', 'Sales', 'Currency', 'Sort order'])
    expect(changed({ user_history: 'new customers', order_values: ['large'] })).toEqual(['Sales'])
    expect(differences(seen, { ...seen, name: 'Summer', visibility: 'shared' }, i18n)).toEqual(['Name', 'Visibility'])
    expect(changed({})).toEqual([])
  })
})

test('a schedule has a limited number of recipients', () => {
  const said = (recipients: readonly string[]) =>
    [scheduleRules.recipients]
      .flat()
      .map((rule) => rule?.(recipients as never, {} as never)) // the rules look at this field alone
      .find((result) => result !== true)
  expect(said(['a@shop.example', 'b@shop.example'])).toBeUndefined()
  expect(said(['a@shop.example', 'reader'])).toEqual({ code: 'email' })
  expect(said(Array.from({ length: 21 }, (_, index) => `a${index}@shop.example`))).toMatchObject({ code: 'too_many_emails' })
  expect(said([])).toMatchObject({ code: 'required' })
})

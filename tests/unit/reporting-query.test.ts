import { is } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { reportContexts } from '../../src/contract/reports/contexts.ts'
import { contextHasField, fieldsOutsideContext } from '../../src/contract/reports/fields.rules.ts'
import { ReportRequest } from '../../src/contract/reports/reports.ts'
import { SavedReportQuery } from '../../src/contract/saved-reports/saved-reports.ts'
import { TotalRequest } from '../../src/contract/reports/trends.ts'
import {
  changedUrlParams,
  defaultReportQuery,
  encodeFilters,
  fromSavedReport,
  mergeUrlParams,
  parseFilters,
  parseReportQuery,
  parseUncheckedReportQuery,
  toUrlParams,
  type ReportQuery,
} from '../../src/surfaces/reporting/query/query.ts'
import { drillFilters, drilledDays, encodeDrill, isDrillable, parseDrill, toDrillStep } from '../../src/surfaces/reporting/query/drill.ts'
import { comparisonDays, limitToScope, rowsRequest, toSavedQuery, totalsRequest } from '../../src/surfaces/reporting/query/request.ts'

const by = { clientId: 1, today: '2026-11-21' }
const nasty = 'a:b;c,d%3A "e" & ä'
const full: ReportQuery = {
  ...defaultReportQuery(),
  advertisers: [3, 7],
  dimensions: ['campaign_name', 'day'],
  metrics: ['clicks', 'cost'],
  compare: 'previous_week',
  currency: 'EUR',
  history: 'new customers',
  orderValues: ['large', 'small'],
  filters: [
    { field: 'campaign_name', operation: 'ILIKE', value: nasty },
    { field: 'campaign_id', operation: 'IN', value: [4, 5] },
    { field: 'cost', operation: 'BETWEEN', value: ['1', '2.50'] },
    { field: 'clicks', operation: '>', value: '3' },
    { field: 'device', operation: '!=', value: 'app' },
    { field: 'channel', operation: '=', value: 'onsite' },
    { field: 'ad_group_name', operation: 'IS NULL' },
  ],
  drill: [
    [
      { field: 'advertiser_name', value: nasty },
      { field: 'campaign_id', value: 9 },
      { field: 'entity_name', value: null },
    ],
  ],
  dates: { preset: 'custom', start_date: '2026-11-01', end_date: '2026-11-14' },
  bars: 'clicks',
  line: 'cost',
  granularity: 'week',
  sort: [
    { field: 'cost', order: 'desc' },
    { field: 'day', order: 'asc' },
  ],
}
/** Encodes a report query in a URL and parses it again, with another report as the base. */
function carried(reportQuery: ReportQuery, base: ReportQuery) {
  const begun = toUrlParams(base)
  const query = new URLSearchParams()
  for (const [word, value] of Object.entries(changedUrlParams(reportQuery, begun))) if (value !== undefined) query.set(word, value)
  return parseReportQuery(mergeUrlParams(new URLSearchParams(query.toString()), begun), base)
}

describe('a report address', () => {
  test('is restored as the same report, whatever the default', () => {
    for (const base of [defaultReportQuery(), defaultReportQuery('simple'), full]) {
      expect(carried(full, base)).toEqual(full)
      expect(carried(defaultReportQuery('entity'), base)).toEqual(defaultReportQuery('entity'))
    }
  })

  test('is empty for the default report', () => {
    expect(Object.values(changedUrlParams(full, toUrlParams(full))).filter((word) => word !== undefined)).toEqual([])
  })

  test('can say that a default list is empty', () => {
    expect(carried({ ...full, filters: [], drill: [], dimensions: [], advertisers: [] }, full)).toMatchObject({
      filters: [],
      drill: [],
      dimensions: [],
      advertisers: [],
    })
  })

  test('stores a named range as such, also when the default has fixed dates', () => {
    const named: ReportQuery = { ...full, dates: { preset: 'last_7_days' } }
    expect(carried(named, full).dates).toEqual({ preset: 'last_7_days' })
    expect(carried(full, named).dates).toEqual(full.dates)
    const query = new URLSearchParams('date_range=yesterday')
    expect(parseReportQuery(mergeUrlParams(query, toUrlParams(full)), full).dates).toEqual({ preset: 'yesterday' })
  })

  test('uses the default fields of its context, or its own', () => {
    const base = defaultReportQuery()
    const entity = mergeUrlParams(new URLSearchParams('context=entity'), toUrlParams(base))
    expect(parseReportQuery(entity, base)).toMatchObject({ context: 'entity', dimensions: ['advertiser_name', 'entity_name'] })
    const other: ReportQuery = { ...defaultReportQuery('entity'), dimensions: base.dimensions }
    expect(other.dimensions).not.toEqual(defaultReportQuery('entity').dimensions)
    expect(carried(other, base)).toEqual(other)
  })

  test('ignores unreadable parts', () => {
    const query = new URLSearchParams(
      'context=nowhere&dimensions=day,moon&metrics=moons&filters=cost:above:ten;moon:is:full;clicks:above:1&drill=moon:1&compare=never&currency=euros&bars=x&granularity=minute&start_date=2026-02-30&end_date=2026-03-01',
    )
    const base = defaultReportQuery()
    expect(parseReportQuery(mergeUrlParams(query, toUrlParams(base)), base)).toEqual({
      ...base,
      dimensions: ['day'],
      filters: [{ field: 'clicks', operation: '>', value: '1' }],
    })
  })

  test('counts all sales when no order size is left', () => {
    const base = defaultReportQuery()
    const read = (text: string) => parseReportQuery(mergeUrlParams(new URLSearchParams(text), toUrlParams(base)), base)
    expect(read('orders=huge&history=nobody')).toEqual(base)
    expect(read('orders=small,large,huge')).toMatchObject({ orderValues: ['large', 'small'] })
    expect(rowsRequest(base, by)).not.toHaveProperty('order_values')
    expect(rowsRequest(read('history=new customers'), by)).toMatchObject({
      user_history: 'new customers',
      order_values: ['large', 'medium', 'small'],
    })
  })

  test.each(reportContexts)('for %s drops unsupported fields and reports them', (context) => {
    const all: ReportQuery = {
      ...defaultReportQuery(context),
      dimensions: ['campaign_name', 'ad_group_name', 'entity_name', 'channel'],
      metrics: ['cost', 'exposed_revenue', 'halo_revenue'],
      filters: [
        { field: 'entity_id', operation: '=', value: 4 },
        { field: 'halo_units', operation: '>', value: '1' },
        { field: 'campaign_id', operation: '=', value: 5 },
      ],
      drill: [[{ field: 'campaign_id', value: 5 }], [{ field: 'ad_group_id', value: 6 }], [{ field: 'device', value: 'app' }]],
      bars: 'halo_revenue',
      line: 'cost',
    }
    const words = mergeUrlParams(new URLSearchParams(), toUrlParams(all))
    const reportQuery = parseReportQuery(words, all)
    expect(fieldsOutsideContext(reportQuery, context)).toEqual([])
    expect(rowsRequest(reportQuery, by).filters?.filter(({ field }) => !contextHasField(field, context))).toEqual([])
    const said = parseUncheckedReportQuery(words, all)
    expect(said).toEqual(all)
    const left = fieldsOutsideContext(said, context)
    const kept = [...reportQuery.dimensions, ...reportQuery.metrics, ...reportQuery.filters.map(({ field }) => field)]
    const named = [...all.dimensions, ...all.metrics, ...all.filters.map(({ field }) => field)]
    expect([...kept, ...left].toSorted()).toEqual(named.toSorted())
    expect(contextHasField(reportQuery.bars, context)).toBe(true)
    expect(reportQuery.drill.flat().every(({ field }) => contextHasField(field, context))).toBe(true)
    const simple = ['ad_group_name', 'entity_name', 'exposed_revenue', 'halo_revenue', 'entity_id', 'halo_units']
    if (context === 'simple') expect(left).toEqual(simple)
    if (context === 'general') expect(left).toEqual([])
  })

  test('stores filters and drill-downs with special characters', () => {
    expect(parseFilters(encodeFilters(full.filters))).toEqual(full.filters)
    expect(parseDrill(encodeDrill(full.drill))).toEqual(full.drill)
  })
})

describe('the request of a report', () => {
  test.each(reportContexts)('for the default report of %s fits the contract', (context) => {
    const reportQuery = defaultReportQuery(context)
    expect(is(rowsRequest(reportQuery, by), ReportRequest)).toBe(true)
    expect(is(totalsRequest(reportQuery, by, ['cost']), TotalRequest)).toBe(true)
    expect(is(toSavedQuery(reportQuery, by), SavedReportQuery)).toBe(true)
  })

  test('contains the current dates of a range, and keeps the range when saved', () => {
    const reportQuery: ReportQuery = { ...defaultReportQuery(), dates: { preset: 'last_7_days' } }
    expect(rowsRequest(reportQuery, by)).toMatchObject({ start_date: '2026-11-14', end_date: '2026-11-20', compare: 'previous_period' })
    expect(toSavedQuery(reportQuery, by).date_range).toEqual({ preset: 'last_7_days' })
  })

  test('compares no morning with a whole day', () => {
    expect(rowsRequest({ ...defaultReportQuery(), dates: { preset: 'today' } }, by).compare).toBe('none')
  })

  test('has no total when a metric filter removes rows', () => {
    expect(totalsRequest(full, by, ['cost'])).toBeUndefined()
    const whole = totalsRequest({ ...full, filters: full.filters.slice(0, 1) }, by, ['cost'])
    expect(whole).toMatchObject({ metrics: ['cost'], currency_code: 'EUR', advertiser_ids: [3, 7] })
    expect(whole).not.toHaveProperty('dimensions')
  })

  test('stays within the advertisers of the element', () => {
    const reportQuery: ReportQuery = { ...defaultReportQuery(), advertisers: [3, 7] }
    expect(rowsRequest(reportQuery, { ...by, advertiserIds: [7, 8] }).advertiser_ids).toEqual([7])
    expect(rowsRequest(reportQuery, { ...by, advertiserIds: [8] }).advertiser_ids).toEqual([8])
    expect(rowsRequest(defaultReportQuery(), by)).not.toHaveProperty('advertiser_ids')
  })

  test("is saved with the report's advertisers wherever it is open, or with the element's for a new one", () => {
    const here = { ...by, advertiserIds: [7, 8] }
    expect(toSavedQuery(defaultReportQuery(), here)).not.toHaveProperty('advertiser_ids')
    const reportQuery: ReportQuery = { ...defaultReportQuery(), advertisers: [3, 7] }
    expect(toSavedQuery(reportQuery, here).advertiser_ids).toEqual([3, 7])
    expect(toSavedQuery(limitToScope(reportQuery, here), here).advertiser_ids).toEqual([7])
    expect(toSavedQuery(limitToScope(defaultReportQuery(), here), here).advertiser_ids).toEqual([7, 8])
  })

  test('is the same after saving and opening', () => {
    const reportQuery: ReportQuery = { ...full, drill: [] }
    const opened = fromSavedReport(toSavedQuery(reportQuery, by))
    expect(opened).toEqual(reportQuery)
    expect(rowsRequest(opened, by)).toEqual(rowsRequest(reportQuery, by))
  })
})

describe('drilling into a row', () => {
  const november = { start_date: '2026-11-05', end_date: '2026-11-20' }
  test('requests only the parts of this row', () => {
    const step = toDrillStep(['campaign_name', 'entity_id'], { campaign_name: 'Spring', entity_id: null, day: '2026-11-01' })
    expect(drillFilters([step])).toEqual([
      { field: 'campaign_name', operation: '=', value: 'Spring' },
      { field: 'entity_id', operation: 'IS NULL' },
    ])
  })

  test('of time narrows the dates within those of the report', () => {
    const into = (field: string, value: string) => drilledDays(november, [[{ field, value }]])
    expect(into('day', '2026-11-09')).toEqual({ start_date: '2026-11-09', end_date: '2026-11-09' })
    expect(into('week', '2026-11-02')).toEqual({ start_date: '2026-11-05', end_date: '2026-11-08' })
    expect(into('month', '2026-11-01')).toEqual(november)
    expect(drillFilters([[{ field: 'day', value: '2026-11-09' }]])).toEqual([])
    const reportQuery: ReportQuery = { ...defaultReportQuery(), drill: [[{ field: 'day', value: '2026-11-09' }]] }
    expect(toSavedQuery(reportQuery, by).date_range).toEqual({ preset: 'custom', start_date: '2026-11-09', end_date: '2026-11-09' })
  })

  test('of time compares it with the same dates as the row', () => {
    const into = (said: Partial<ReportQuery>, field: string, value: string) => {
      const reportQuery: ReportQuery = { ...defaultReportQuery(), ...said, drill: [[{ field, value }]] }
      const { start_date, end_date, compare, compare_back } = rowsRequest(reportQuery, by)
      expect(totalsRequest(reportQuery, by, ['cost'])).toMatchObject(compare_back === undefined ? { compare } : { compare, compare_back })
      const before = comparisonDays(reportQuery, by)
      return [start_date, end_date, compare, compare_back, before?.start_date, before?.end_date]
    }
    const [day, month] = [
      ['2026-11-10', '2026-11-10'],
      ['2026-11-01', '2026-11-20'],
    ] as const
    expect(into({}, 'day', day[0])).toEqual([...day, 'previous_period', 30, '2026-10-11', '2026-10-11'])
    // The part of a month inside the date range is compared with the days 30 days earlier.
    expect(into({}, 'month', '2026-11-01')).toEqual([...month, 'previous_period', 30, '2026-10-02', '2026-10-21'])
    expect(into({}, 'week', '2026-10-19')).toEqual(['2026-10-22', '2026-10-25', 'previous_period', 30, '2026-09-22', '2026-09-25'])
    expect(into({ compare: 'previous_week' }, 'day', day[0])).toEqual([...day, 'previous_week', undefined, '2026-11-03', '2026-11-03'])
    expect(into({ compare: 'none' }, 'day', day[0])).toEqual([...day, 'none', undefined, undefined, undefined])
    // An incomplete day keeps the comparison of its row, and has none when the row has none.
    const now = [by.today, by.today]
    expect(into({ dates: { preset: 'month_to_date' } }, 'day', by.today)).toEqual([
      ...now,
      ...['previous_period', 21, '2026-10-31', '2026-10-31'],
    ])
    expect(into({ dates: { preset: 'today' } }, 'day', by.today)).toEqual([...now, 'none', undefined, undefined, undefined])
  })

  test('of another dimension does not change the comparison', () => {
    const reportQuery: ReportQuery = { ...defaultReportQuery(), drill: [[{ field: 'device', value: 'mobile' }]] }
    for (const one of [reportQuery, { ...reportQuery, drill: [] }]) expect(rowsRequest(one, by)).not.toHaveProperty('compare_back')
    expect(toSavedQuery({ ...reportQuery, drill: [[{ field: 'day', value: '2026-11-10' }]] }, by)).not.toHaveProperty('compare_back')
  })

  test('from an invalid address filters nothing', () => {
    const steps = parseDrill('day:tomorrow:campaign_id:four;week:2026-02-30')
    expect(steps.flat().map(({ value }) => value)).toEqual([null, null, null])
    expect(drilledDays(november, steps)).toEqual(november)
    expect(parseDrill('moon:full;day:2026-11-09')).toEqual([])
  })

  test('of an hour is not possible', () => {
    expect([isDrillable(['day']), isDrillable(['day', 'hour']), isDrillable([])]).toEqual([true, false, false])
  })
})

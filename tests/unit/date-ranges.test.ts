import { describe, expect, test } from 'vitest'
import {
  addDays,
  bucketOf,
  comparisonDaysOf,
  comparisonOn,
  comparePresets,
  compares,
  dateRanges,
  daysIn,
  daysOfRange,
  defaultDateRanges,
  detailDays,
  eachDay,
  granularityFor,
  settledThrough,
  weekStartOf,
} from '../../src/contract/dates/date-ranges.ts'
import { hoursOf, localTime } from '../../demo/platform/reports/trend.ts'

describe('named ranges on Saturday 21 November 2026', () => {
  test.each([
    ['all_time', '2023-11-18', '2026-11-21'],
    ['year_to_date', '2026-01-01', '2026-11-21'],
    ['quarter_to_date', '2026-10-01', '2026-11-21'],
    ['month_to_date', '2026-11-01', '2026-11-21'],
    ['last_quarter', '2026-07-01', '2026-09-30'],
    ['last_month', '2026-10-01', '2026-10-31'],
    ['last_60_days', '2026-09-22', '2026-11-20'],
    ['last_30_days', '2026-10-22', '2026-11-20'],
    ['last_14_days', '2026-11-07', '2026-11-20'],
    ['last_7_days', '2026-11-14', '2026-11-20'],
    ['yesterday', '2026-11-20', '2026-11-20'],
    ['today', '2026-11-21', '2026-11-21'],
  ] as const)('%s is %s to %s', (range, start_date, end_date) => {
    expect(daysOfRange(range, '2026-11-21')).toEqual({ start_date, end_date })
  })

  test('are thirteen with the custom one, in the order of the specification', () => {
    expect(dateRanges).toHaveLength(13)
    expect([dateRanges.indexOf('all_time'), dateRanges.indexOf('last_7_days'), dateRanges.indexOf('custom')]).toEqual([0, 9, 12])
    expect(defaultDateRanges).toEqual({ list: 'last_7_days', chart: 'last_30_days' })
  })
})

test.each([
  ['last_quarter', '2026-01-31', '2025-10-01', '2025-12-31'],
  ['last_quarter', '2026-06-30', '2026-01-01', '2026-03-31'],
  ['last_month', '2026-01-05', '2025-12-01', '2025-12-31'],
  ['last_month', '2028-03-31', '2028-02-01', '2028-02-29'],
  ['quarter_to_date', '2026-09-30', '2026-07-01', '2026-09-30'],
  ['last_7_days', '2026-03-03', '2026-02-24', '2026-03-02'],
  ['yesterday', '2027-01-01', '2026-12-31', '2026-12-31'],
] as const)('%s across a month or year end, on %s', (range, today, start_date, end_date) => {
  expect(daysOfRange(range, today)).toEqual({ start_date, end_date })
})

test('ranges use calendar days, whatever the clocks do', () => {
  expect([addDays('2026-10-24', 2), addDays('2026-03-07', 2), addDays('2028-02-28', 1), addDays('2026-01-01', -1)]).toEqual([
    '2026-10-26',
    '2026-03-09',
    '2028-02-29',
    '2025-12-31',
  ])
  expect(daysIn({ start_date: '2026-10-01', end_date: '2026-10-31' })).toBe(31)
  expect(eachDay({ start_date: '2026-10-24', end_date: '2026-10-26' })).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
})

describe('comparison of dates', () => {
  const days = { start_date: '2026-11-09', end_date: '2026-11-15' }
  test.each([
    ['previous_period', '2026-11-02', '2026-11-08'],
    ['previous_day', '2026-11-08', '2026-11-14'],
    ['previous_week', '2026-11-02', '2026-11-08'],
    ['previous_month', '2026-10-10', '2026-10-16'],
  ] as const)('%s', (compare, start_date, end_date) => {
    expect(comparisonDaysOf(days, compare)).toEqual({ start_date, end_date })
  })
  test('a part of a longer interval is compared with the same part; a named comparison keeps its distance', () => {
    expect(comparisonDaysOf(days, 'previous_period', 30)).toEqual({ start_date: '2026-10-10', end_date: '2026-10-16' })
    expect(comparisonDaysOf(days, 'previous_week', 30)).toEqual(comparisonDaysOf(days, 'previous_week'))
    expect(comparisonDaysOf(days, 'none', 30)).toBeUndefined()
  })
  test('there is none on the first day of the range, because a morning cannot be compared with a day', () => {
    expect(compares.map((compare) => comparisonOn('2026-11-09', days, compare))).toEqual(compares.map(() => 'none'))
    for (const today of ['2026-11-08', '2026-11-10', '2026-11-15'])
      expect(compares.map((compare) => comparisonOn(today, days, compare))).toEqual(compares)
  })
  test('can be switched off', () => {
    expect(comparisonDaysOf(days, 'none')).toBeUndefined()
    expect(comparePresets).toEqual({ previous_day: 1, previous_week: 7, previous_month: 30 })
  })
})

test.each([
  [1, 'hour'],
  [2, 'hour'],
  [3, 'day'],
  [92, 'day'],
  [93, 'week'],
  [366, 'week'],
  [367, 'month'],
] as const)('%i days are shown by %s', (count, granularity) => {
  expect(granularityFor({ start_date: '2025-01-01', end_date: addDays('2025-01-01', count - 1) })).toBe(granularity)
})

test.each([
  ['2026-11-16', 1, '2026-11-16'],
  ['2026-11-21', 1, '2026-11-16'],
  ['2026-11-22', 1, '2026-11-16'],
  ['2026-11-22', 7, '2026-11-22'],
  ['2026-11-21', 7, '2026-11-15'],
  ['2026-11-20', 6, '2026-11-14'],
  ['1969-12-31', 1, '1969-12-29'],
])('the week of %s, starting on weekday %i, starts on %s', (day, weekStart, start) => {
  expect(weekStartOf(day, weekStart)).toBe(start)
})

test('each day belongs to an interval', () => {
  expect((['day', 'week', 'month'] as const).map((granularity) => bucketOf('2026-11-21', granularity, 1))).toEqual([
    '2026-11-21',
    '2026-11-16',
    '2026-11-01',
  ])
})

test('three days are not final, and details are stored for 35 and 60 days', () => {
  expect(settledThrough('2026-11-21')).toBe('2026-11-17')
  expect(detailDays).toEqual({ hourly: 35, byEntity: 60 })
})

describe('days with a clock change', () => {
  const odd = (day: string, zone: string) => hoursOf(day, zone).flatMap((times, hour) => (times === 1 ? [] : [[hour, times]]))
  test.each([
    ['2026-10-25', 'Europe/Berlin', [[2, 2]]],
    ['2026-03-29', 'Europe/Berlin', [[2, 0]]],
    ['2026-11-01', 'America/New_York', [[1, 2]]],
    ['2026-03-08', 'America/Los_Angeles', [[2, 0]]],
    ['2026-10-25', 'Asia/Tokyo', []],
    ['2026-11-01', 'Asia/Kolkata', []],
  ])('%s in %s', (day, zone, hours) => {
    expect(odd(day, zone)).toEqual(hours)
  })

  test('differ between time zones', () => {
    const at = new Date('2026-11-21T02:30:00Z')
    expect([localTime(at, 'America/Los_Angeles'), localTime(at, 'Asia/Tokyo')]).toEqual([
      { day: '2026-11-20', hour: 18 },
      { day: '2026-11-21', hour: 11 },
    ])
  })
})

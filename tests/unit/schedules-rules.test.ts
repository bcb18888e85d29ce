import { describe, expect, test } from 'vitest'
import type { ReportSchedule } from '../../src/contract/saved-reports/schedules.ts'
import { isTimeZone } from '../../src/contract/dates/zone-time.ts'
import { nextRuns, reportScheduleRule } from '../../src/contract/saved-reports/schedules.rules.ts'

const schedule = (said: Partial<ReportSchedule>): ReportSchedule => ({
  frequency: 'daily',
  time: '09:00',
  time_zone: 'Europe/Berlin',
  recipients: ['reader@shop.example'],
  format: 'csv',
  skip_if_empty: false,
  is_paused: false,
  ...said,
})
const runs = (said: Partial<ReportSchedule>, after: string, count = 3) =>
  nextRuns(schedule(said), new Date(after), count).map((at) => at.toISOString().slice(0, 16))

describe('the next runs of a schedule', () => {
  test('follow the clock of its time zone, and exclude the present moment', () => {
    expect(runs({}, '2026-11-21T10:00:00Z')).toEqual(['2026-11-22T08:00', '2026-11-23T08:00', '2026-11-24T08:00'])
    expect(runs({}, '2026-11-21T07:59:59Z', 1)).toEqual(['2026-11-21T08:00'])
    expect(runs({}, '2026-11-21T08:00:00Z', 1)).toEqual(['2026-11-22T08:00'])
    expect(runs({ time_zone: 'Asia/Tokyo', time: '00:15' }, '2026-11-21T10:00:00Z', 2)).toEqual(['2026-11-21T15:15', '2026-11-22T15:15'])
    expect(runs({ time_zone: 'Pacific/Kiritimati', time: '23:59' }, '2026-11-21T10:00:00Z', 1)).toEqual(['2026-11-22T09:59'])
  })

  test('by week are on its day, and by month on its day or the last one', () => {
    expect(runs({ frequency: 'weekly', weekday: 1 }, '2026-11-21T10:00:00Z', 2)).toEqual(['2026-11-23T08:00', '2026-11-30T08:00'])
    expect(runs({ frequency: 'weekly', weekday: 7, time_zone: 'UTC' }, '2026-11-22T09:00:00Z', 1)).toEqual(['2026-11-29T09:00'])
    expect(runs({ frequency: 'monthly', month_day: 31, time_zone: 'UTC' }, '2027-01-31T09:00:00Z', 3)).toEqual([
      '2027-02-28T09:00',
      '2027-03-31T09:00',
      '2027-04-30T09:00',
    ])
    expect(runs({ frequency: 'monthly', month_day: 29, time_zone: 'UTC' }, '2028-02-01T00:00:00Z', 1)).toEqual(['2028-02-29T09:00'])
  })

  test.each([
    ['Europe/Berlin', '02:30', '2026-03-28T12:00:00Z', ['2026-03-29T01:00', '2026-03-30T00:30', '2026-03-31T00:30']],
    ['America/New_York', '02:30', '2026-03-07T12:00:00Z', ['2026-03-08T07:00', '2026-03-09T06:30', '2026-03-10T06:30']],
    ['Australia/Lord_Howe', '02:15', '2026-10-03T03:00:00Z', ['2026-10-03T15:30', '2026-10-04T15:15', '2026-10-05T15:15']],
  ])('at a time that clocks of %s skip are at the next existing time', (time_zone, time, after, expected) => {
    expect(runs({ time_zone, time }, after)).toEqual(expected)
  })

  test.each([
    ['Europe/Berlin', '02:30', '2026-10-24T12:00:00Z', ['2026-10-25T00:30', '2026-10-26T01:30']],
    ['America/New_York', '01:30', '2026-10-31T12:00:00Z', ['2026-11-01T05:30', '2026-11-02T06:30']],
    ['Australia/Lord_Howe', '01:30', '2026-04-04T03:00:00Z', ['2026-04-04T14:30', '2026-04-05T15:00']],
  ])('at a time that clocks of %s show twice happen once', (time_zone, time, after, expected) => {
    expect(runs({ time_zone, time }, after, 2)).toEqual(expected)
    expect(runs({ time_zone, time }, `${expected[0]}:00Z`, 1)).toEqual(expected.slice(1))
  })

  test('skip the day that never existed in Samoa', () => {
    expect(runs({ time_zone: 'Pacific/Apia', time: '12:00' }, '2011-12-29T23:00:00Z', 2)).toEqual(['2011-12-30T10:00', '2011-12-30T22:00'])
  })

  test('of a year are one a day in every zone with clock changes', () => {
    for (const time_zone of ['Europe/Berlin', 'America/Santiago', 'Africa/Casablanca']) {
      const year = nextRuns(schedule({ time_zone, time: '02:30' }), new Date('2026-01-01T00:00:00Z'), 365)
      const gaps = year.slice(1).map((at, index) => (at.getTime() - (year[index]?.getTime() ?? 0)) / 3_600_000)
      expect(Math.min(...gaps), time_zone).toBeGreaterThanOrEqual(22)
      expect(Math.max(...gaps), time_zone).toBeLessThanOrEqual(26)
    }
  })
})

test('a time zone must be one that exists', () => {
  for (const name of ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5']) expect(isTimeZone(name), name).toBe(true)
  for (const name of ['+02:00', 'Europe/Nowhere', '', 'x'.repeat(60), '../etc', 'Europe/Berlin '])
    expect(isTimeZone(name), name).toBe(false)
})

test('a schedule needs the day of its frequency, and each recipient once', () => {
  const fault = (said: Partial<ReportSchedule>) => reportScheduleRule(schedule(said))
  expect(fault({})).toBe(true)
  expect(fault({ frequency: 'weekly' })).toMatchObject({ code: 'weekday_missing', field: 'weekday' })
  expect(fault({ frequency: 'monthly' })).toMatchObject({ code: 'month_day_missing', field: 'month_day' })
  expect(fault({ recipients: ['a@b.example', 'A@b.example'] })).toMatchObject({ code: 'recipient_twice', field: 'recipients.1' })
})

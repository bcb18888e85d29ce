import { describe, expect, test } from 'vitest'
import { clockOf, dayIn } from '../../demo/platform/sql/days.ts'
import { hoursOf, localTime } from '../../demo/platform/reports/trend.ts'
import { nextRuns } from '../../src/contract/saved-reports/schedules.rules.ts'
import { zoneTimeOf } from '../../src/contract/dates/zone-time.ts'
import { todayIn } from '../../src/parts/time/today.ts'

const at = new Date('2026-11-26T04:07:00Z')
const zone = 'America/Los_Angeles'

describe('the day, hour and minute of a time zone', () => {
  test.each([
    ['2026-11-26T04:07:00Z', 'America/Los_Angeles', '2026-11-25', 20, 7],
    ['2026-11-26T08:00:00Z', 'America/Los_Angeles', '2026-11-26', 0, 0],
    ['2026-12-31T18:45:00Z', 'Asia/Kathmandu', '2027-01-01', 0, 30],
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29', 3, 0],
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25', 2, 30],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25', 2, 30],
    ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01', 0, 0],
  ])('%s in %s', (moment, timeZone, day, hour, minute) => {
    expect(zoneTimeOf(timeZone)(new Date(moment))).toEqual({ day, hour, minute })
  })
})

/** Output of WebKit with ICU 72 for every locale. */
function asWebKit(this: Intl.DateTimeFormat) {
  return (at: Date | number) => {
    const parts = Object.fromEntries(this.formatToParts(at).map(({ type, value }) => [type, value]))
    return `${parts.month}/${parts.day}/${parts.year}, ${parts.hour}:${parts.minute}`
  }
}

function withOtherText(act: () => unknown) {
  const format = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format') ?? {}
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', { ...format, get: asWebKit })
  try {
    return act()
  } finally {
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', format)
  }
}

const schedule = {
  frequency: 'daily' as const,
  time: '09:00',
  time_zone: zone,
  recipients: ['a@b.example'],
  format: 'csv' as const,
  skip_if_empty: false,
  is_paused: false,
}

describe('days are the same in an engine that formats dates differently', () => {
  const readings: [what: string, read: () => unknown, expected: unknown][] = [
    ['the day of a chart', () => todayIn(at, zone), '2026-11-25'],
    ['the day of a report', () => dayIn(at, zone), '2026-11-25'],
    ['the clock of a budget', () => clockOf(zone)(at).day, '2026-11-25'],
    ['the minutes of a day', () => clockOf(zone)(at).minutesGone, 20 * 60 + 7],
    ['the next run of a schedule', () => nextRuns(schedule, at, 1)[0]?.toISOString(), '2026-11-26T17:00:00.000Z'],
    ['the hour of a fact', () => localTime(at, zone), { day: '2026-11-25', hour: 20 }],
    ['the hours of a day without 02:00', () => hoursOf('2026-03-08', zone).slice(1, 4), [1, 0, 1]],
  ]
  test.each(readings)('%s', (_, read, expected) => {
    expect(withOtherText(read)).toEqual(expected)
  })
})

import { addDays } from '../dates/date-ranges.ts'
import type { RuleResult } from '../reply.ts'
import type { ReportSchedule } from './schedules.ts'
import { zoneTimeOf } from '../dates/zone-time.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
/** More than the offset of any time zone from UTC, plus any clock change. */
const aroundMs = 36 * hourMs

/** Local time in a zone at a given time, expressed as if it were UTC. */
function localTimeOf(zone: string): (ms: number) => number {
  const read = zoneTimeOf(zone)
  return (ms) => {
    const { day, hour, minute } = read(ms)
    return Date.parse(`${day}T00:00:00Z`) + hour * hourMs + minute * minuteMs
  }
}

/** The first time at which clocks show a local time. If a clock change skips it, the first time after the change. */
function momentOf(wall: (ms: number) => number, day: string, time: string): number {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  const offsetAt = (ms: number) => wall(ms) - ms
  const either = [wanted - offsetAt(wanted - aroundMs), wanted - offsetAt(wanted + aroundMs)]
  const shown = either.filter((ms) => wall(ms) === wanted)
  if (shown.length > 0) return Math.min(...shown)
  let before = Math.min(...either)
  let after = Math.max(...either)
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs
    if (wall(middle) >= wanted) after = middle
    else before = middle
  }
  return after
}

const lastDayOf = (day: string) => Number(addDays(`${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1).slice(8))
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** Whether a schedule runs on a day. In a month without that day, it runs on the last day. */
function runsOn({ frequency, weekday, month_day = 1 }: ReportSchedule, day: string): boolean {
  if (frequency === 'daily') return true
  return frequency === 'weekly' ? weekdayOf(day) === weekday : Number(day.slice(8)) === Math.min(month_day, lastDayOf(day))
}

/** The next run times of a schedule, in local time of its zone. */
export function nextRuns(schedule: ReportSchedule, after: Date, count: number): Date[] {
  const wall = localTimeOf(schedule.time_zone)
  const runs: Date[] = []
  let day = addDays(new Date(wall(after.getTime())).toISOString().slice(0, 10), -1)
  for (; runs.length < count; day = addDays(day, 1)) {
    if (!runsOn(schedule, day)) continue
    const at = momentOf(wall, day, schedule.time)
    if (at > Math.max(after.getTime(), runs.at(-1)?.getTime() ?? 0)) runs.push(new Date(at))
  }
  return runs
}

/** Whether a schedule has the fields of its frequency, and no recipient twice. */
export function reportScheduleRule({ frequency, weekday, month_day, recipients }: ReportSchedule): RuleResult {
  if (frequency === 'weekly' && weekday === undefined) return { code: 'weekday_missing', field: 'weekday' }
  if (frequency === 'monthly' && month_day === undefined) return { code: 'month_day_missing', field: 'month_day' }
  const twice = recipients.findIndex((one, index) => recipients.findIndex((other) => other.toLowerCase() === one.toLowerCase()) < index)
  return twice < 0 || { code: 'recipient_twice', field: `recipients.${twice}` }
}

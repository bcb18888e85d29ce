import { addDays, eachDay } from '../../../src/contract/dates/date-ranges.ts'
import { hoursOf, localTime } from './local-time.ts'
import type { ReportScope } from './scope.ts'

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const clocksOf = ({ timeZones }: ReportScope) => (timeZones.length > 0 ? timeZones : ['UTC'])

/** The latest current hour of all time zones, as YYYY-MM-DDTHH. */
function latestHour(frame: ReportScope): string {
  const times = clocksOf(frame).map((zone) => localTime(frame.now, zone))
  return (
    times
      .map(({ day, hour }) => `${day}T${hours[hour]}`)
      .sort()
      .at(-1) ?? ''
  )
}

/** Hours of a day that exist in at least one of the time zones. */
function hoursShown(frame: ReportScope, day: string): string[] {
  const isShown = hours.map(() => false)
  // The first zone usually has all 24 hours, except on the day of a clock change.
  for (const zone of clocksOf(frame)) {
    if (isShown.every(Boolean)) break
    hoursOf(day, zone).forEach((times, hour) => {
      isShown[hour] ||= times > 0
    })
  }
  return hours.filter((_, hour) => isShown[hour]).map((hour) => `${day}T${hour}`)
}

/** Hours of a period that have begun, in this or the compared period, or that have facts. Their sums add up to the totals. */
export function hoursOfPeriod(frame: ReportScope, back: number, isCounted: (moment: string) => boolean): string[] {
  const latest = latestHour(frame)
  const begun = (day: string) => hoursShown(frame, day).filter((moment) => moment <= latest)
  return eachDay(frame.days).flatMap((day) => {
    const was = frame.before ? begun(addDays(day, back)).map((moment) => day + moment.slice(10)) : []
    const there = new Set([...begun(day), ...was])
    return hours.map((hour) => `${day}T${hour}`).filter((moment) => there.has(moment) || isCounted(moment))
  })
}

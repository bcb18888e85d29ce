import { addDays, eachDay } from '../../../src/contract/dates/date-ranges.ts'
import { hoursOf, localTime } from './local-time.ts'
import type { Frame } from './scope.ts'

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const clocksOf = ({ timeZones }: Frame) => (timeZones.length > 0 ? timeZones : ['UTC'])

/** The hour that it is where the day is furthest, as YYYY-MM-DDTHH. */
function latestHour(frame: Frame): string {
  const times = clocksOf(frame).map((zone) => localTime(frame.now, zone))
  return (
    times
      .map(({ day, hour }) => `${day}T${hours[hour]}`)
      .sort()
      .at(-1) ?? ''
  )
}

/** The hours of a day that the clocks of any of its zones show. */
function hoursShown(frame: Frame, day: string): string[] {
  const isShown = hours.map(() => false)
  // Most zones have every hour of most days, so the first of them is nearly always enough.
  for (const zone of clocksOf(frame)) {
    if (isShown.every(Boolean)) break
    hoursOf(day, zone).forEach((times, hour) => {
      isShown[hour] ||= times > 0
    })
  }
  return hours.filter((_, hour) => isShown[hour]).map((hour) => `${day}T${hour}`)
}

/** The hours of a period that are there and have begun, or that one that was is compared with, or that have anything: so all of them add up to their totals. */
export function hoursOfPeriod(frame: Frame, back: number, isCounted: (moment: string) => boolean): string[] {
  const latest = latestHour(frame)
  const begun = (day: string) => hoursShown(frame, day).filter((moment) => moment <= latest)
  return eachDay(frame.days).flatMap((day) => {
    const was = frame.before ? begun(addDays(day, back)).map((moment) => day + moment.slice(10)) : []
    const there = new Set([...begun(day), ...was])
    return hours.map((hour) => `${day}T${hour}`).filter((moment) => there.has(moment) || isCounted(moment))
  })
}

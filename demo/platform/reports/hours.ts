import { addDays, eachDay } from '../../../src/contract/dates/date-ranges.ts'
import { hoursOf, localTime } from './local-time.ts'
import type { ReportScope } from './scope.ts'

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const clocksOf = ({ timeZones }: ReportScope) => (timeZones.length > 0 ? timeZones : ['UTC'])

/** The latest current hour of all time zones, as YYYY-MM-DDTHH. */
function latestHour(reportScope: ReportScope): string {
  const times = clocksOf(reportScope).map((zone) => localTime(reportScope.now, zone))
  return (
    times
      .map(({ day, hour }) => `${day}T${hours[hour]}`)
      .sort()
      .at(-1) ?? ''
  )
}

/** Hours of a day that exist in at least one of the time zones. */
function hoursShown(reportScope: ReportScope, day: string): string[] {
  const isShown = hours.map(() => false)
  // The first zone usually has all 24 hours, except on the day of a clock change.
  for (const zone of clocksOf(reportScope)) {
    if (isShown.every(Boolean)) break
    hoursOf(day, zone).forEach((times, hour) => {
      isShown[hour] ||= times > 0
    })
  }
  return hours.filter((_, hour) => isShown[hour]).map((hour) => `${day}T${hour}`)
}

/** Hours of a period that have begun, in this or the compared period, or that have facts. Their sums add up to the totals. */
export function hoursOfPeriod(reportScope: ReportScope, daysBack: number, isCounted: (moment: string) => boolean): string[] {
  const latest = latestHour(reportScope)
  const startedHours = (day: string) => hoursShown(reportScope, day).filter((moment) => moment <= latest)
  return eachDay(reportScope.days).flatMap((day) => {
    const comparedHours = reportScope.before ? startedHours(addDays(day, daysBack)).map((moment) => day + moment.slice(10)) : []
    const existing = new Set([...startedHours(day), ...comparedHours])
    return hours.map((hour) => `${day}T${hour}`).filter((moment) => existing.has(moment) || isCounted(moment))
  })
}

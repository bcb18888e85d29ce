import { zoneTimeOf } from '../../contract/dates/zone-time.ts'

const two = (part: number) => String(part).padStart(2, '0')
const clocks = new Map<string, ReturnType<typeof zoneTimeOf>>()

/** Cached for each zone, because creating a clock takes longer than rendering a chart. */
function clockIn(timeZone: string) {
  const clock = clocks.get(timeZone) ?? zoneTimeOf(timeZone)
  clocks.set(timeZone, clock)
  return clock
}

/** Today's date in a time zone; in the browser's zone by default. */
export const todayIn = (now: Date, zone?: string) =>
  zone ? clockIn(zone)(now).day : `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`

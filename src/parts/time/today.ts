import { zoneTimeOf } from '../../contract/dates/zone-time.ts'

const two = (part: number) => String(part).padStart(2, '0')
const clocks = new Map<string, ReturnType<typeof zoneTimeOf>>()

/** The clock of a zone, made once for each: making one takes longer than drawing a chart. */
function clockIn(timeZone: string) {
  const known = clocks.get(timeZone) ?? zoneTimeOf(timeZone)
  clocks.set(timeZone, known)
  return known
}

/** The day it is somewhere; where nothing is said, where the person is. */
export const todayIn = (now: Date, zone?: string) =>
  zone ? clockIn(zone)(now).day : `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`

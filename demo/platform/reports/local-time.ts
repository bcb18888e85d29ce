import { zoneTimeOf } from '../../../src/contract/dates/zone-time.ts'

/** Day and hour in a time zone. */
export function localTime(at: Date, zone: string): { day: string; hour: number } {
  const { day, hour } = zoneTimeOf(zone)(at)
  return { day, hour }
}

const hourMs = 3_600_000

/** How often each hour of a day occurs: once, except for 0 or 2 when clocks change. */
export function hoursOf(day: string, zone: string): number[] {
  const read = zoneTimeOf(zone)
  const noon = Date.parse(`${day}T12:00:00Z`)
  const times = Array.from({ length: 24 }, () => 0)
  for (let ms = noon - 27 * hourMs; ms <= noon + 27 * hourMs; ms += hourMs) {
    const local = read(ms)
    if (local.day === day) times[local.hour] = (times[local.hour] ?? 0) + 1
  }
  return times
}

/** Like `localTime`, with a cached `hoursOf`. */
export function localClock(at: Date, zone: string) {
  const days = new Map<string, number[]>()
  return {
    ...localTime(at, zone),
    hoursOf(day: string): readonly number[] {
      const hours = days.get(day) ?? hoursOf(day, zone)
      days.set(day, hours)
      return hours
    },
  }
}

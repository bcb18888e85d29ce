import { zoneTimeOf } from '../../../src/contract/dates/zone-time.ts'

const minuteMs = 60_000
const dayMinutes = 1440
/** Daylight saving moves clocks by half an hour or more. */
const stepMs = 30 * minuteMs

/** A moment as local time in a zone. A day usually has 1,440 minutes; fewer or more on the day of a clock change. */
export interface DayClock {
  readonly day: string
  /** The wall-clock hour. */
  readonly hour: number
  /** Whole minutes since the start of the day. */
  readonly minutesGone: number
  /** Length of the day in minutes. */
  readonly minutesInDay: number
  /** The start of the day. */
  readonly startMs: number
}

/** Returns a function that reads the clock of a zone; it caches the starts of days. */
export function clockOf(zone: string): (now: Date) => DayClock {
  const read = zoneTimeOf(zone)
  /** The start of the day that contains `ms`. */
  const startOf = (ms: number) => {
    const { day, hour, minute } = read(ms)
    let startMs = Math.floor(ms / minuteMs) * minuteMs - (hour * 60 + minute) * minuteMs
    // Corrects for a clock change between the start of the day and `ms`.
    while (read(startMs).day < day) startMs += stepMs
    while (read(startMs - stepMs).day === day) startMs -= stepMs
    return startMs
  }
  const starts = new Map<string, { startMs: number; minutesInDay: number }>()
  const entryOf = (day: string, ms: number) => {
    const cached = starts.get(day)
    if (cached) return cached
    const startMs = startOf(ms)
    // Three hours into the next day, whatever the clock change.
    const next = startOf(startMs + (dayMinutes + 180) * minuteMs)
    const entry = { startMs, minutesInDay: (next - startMs) / minuteMs }
    starts.set(day, entry)
    return entry
  }
  return (now) => {
    const { day, hour } = read(now.getTime())
    const { startMs, minutesInDay } = entryOf(day, now.getTime())
    return { day, hour, startMs, minutesInDay, minutesGone: Math.floor((now.getTime() - startMs) / minuteMs) }
  }
}

/** The current day in a zone. */
export const dayIn = (now: Date, zone: string) => zoneTimeOf(zone)(now).day

import { zoneTimeOf } from '../../../src/contract/dates/zone-time.ts'

const minuteMs = 60_000
const dayMinutes = 1440
/** Daylight saving moves clocks by half an hour or more. */
const stepMs = 30 * minuteMs

/** The position of a moment within the day of a time zone. A day has 1,380, 1,440 or 1,500 minutes. */
export interface DayClock {
  readonly day: string
  /** The wall-clock hour. */
  readonly hour: number
  /** Whole minutes since the day began, and minutes of the whole day. */
  readonly gone: number
  readonly whole: number
  /** The start of the day. */
  readonly startMs: number
}

/** Returns a reader of one zone's clock; it caches the starts of days. */
export function clockOf(zone: string): (now: Date) => DayClock {
  const read = zoneTimeOf(zone)
  /** The start of the day that contains `ms`. */
  const startOf = (ms: number) => {
    const { day, hour, minute } = read(ms)
    let at = Math.floor(ms / minuteMs) * minuteMs - (hour * 60 + minute) * minuteMs
    while (read(at).day < day) at += stepMs
    while (read(at - stepMs).day === day) at -= stepMs
    return at
  }
  const starts = new Map<string, { startMs: number; whole: number }>()
  const dayAt = (day: string, ms: number) => {
    const known = starts.get(day)
    if (known) return known
    const startMs = startOf(ms)
    const next = startOf(startMs + (dayMinutes + 180) * minuteMs)
    const found = { startMs, whole: (next - startMs) / minuteMs }
    starts.set(day, found)
    return found
  }
  return (now) => {
    const { day, hour } = read(now.getTime())
    const { startMs, whole } = dayAt(day, now.getTime())
    return { day, hour, startMs, whole, gone: Math.floor((now.getTime() - startMs) / minuteMs) }
  }
}

/** The current day in a zone. */
export const dayIn = (now: Date, zone: string) => zoneTimeOf(zone)(now).day

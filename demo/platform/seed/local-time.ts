const formatOf = (zone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'short' })

const read = (format: Intl.DateTimeFormat, at: Date | number) => {
  const [day = '', clock = ''] = format.format(at).split(', ')
  return { day, hour: Number(clock.slice(0, 2)) }
}

/** The day and hour that clocks show in a zone. */
export const localTime = (at: Date, zone: string): { day: string; hour: number } => read(formatOf(zone), at)

const hourMs = 3_600_000

/** How often each hour of a day comes: once; where clocks change, never or twice. */
export function hoursOf(day: string, zone: string): number[] {
  const format = formatOf(zone)
  const noon = Date.parse(`${day}T12:00:00Z`)
  const times = Array.from({ length: 24 }, () => 0)
  for (let at = noon - 27 * hourMs; at <= noon + 27 * hourMs; at += hourMs) {
    const local = read(format, at)
    if (local.day === day) times[local.hour] = (times[local.hour] ?? 0) + 1
  }
  return times
}

/** The clock of a zone at a moment; each day is worked out once. */
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

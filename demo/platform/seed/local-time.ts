const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (zone: string) => {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'short' })
  formats.set(zone, format)
  return format
}

/** The day and hour that clocks show in a zone. */
export function localTime(at: Date, zone: string): { day: string; hour: number } {
  const [day = '', clock = ''] = formatOf(zone).format(at).split(', ')
  return { day, hour: Number(clock.slice(0, 2)) }
}

const hourMs = 3_600_000

/** How often each hour of a day comes: once; where clocks change, never or twice. */
export function hoursOf(day: string, zone: string): number[] {
  const noon = Date.parse(`${day}T12:00:00Z`)
  const times = Array.from({ length: 24 }, () => 0)
  for (let at = noon - 27 * hourMs; at <= noon + 27 * hourMs; at += hourMs) {
    const local = localTime(new Date(at), zone)
    if (local.day === day) times[local.hour] = (times[local.hour] ?? 0) + 1
  }
  return times
}

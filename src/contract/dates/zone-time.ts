/** Date and time in a time zone. */
export interface ZoneTime {
  /** YYYY-MM-DD. */
  readonly day: string
  readonly hour: number
  readonly minute: number
}

/** Creating a format takes much longer than using it. There are as many as there are named time zones. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
  formats.set(timeZone, format)
  return format
}

/**
 * Returns a function that converts times to one time zone. It uses formatToParts, because engines differ in the formatted text (WebKit on
 * ICU 72 writes en-CA as 11/25/2026).
 */
export function zoneTimeOf(timeZone: string): (at: Date | number) => ZoneTime {
  const format = formatOf(timeZone)
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const digits = (type: Intl.DateTimeFormatPartTypes, width: number) => (parts.get(type) ?? '').padStart(width, '0')
    return {
      day: `${digits('year', 4)}-${digits('month', 2)}-${digits('day', 2)}`,
      hour: Number(parts.get('hour')),
      minute: Number(parts.get('minute')),
    }
  }
}

/** Whether a name is a named time zone. A plain offset is refused, because it has no daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

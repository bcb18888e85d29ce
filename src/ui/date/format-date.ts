import { intlLocale } from '../../contract/locales.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function format(day: string, locale: string, options: Intl.DateTimeFormatOptions) {
  const key = locale + JSON.stringify(options)
  const cached = formats.get(key) ?? new Intl.DateTimeFormat(intlLocale(locale), { timeZone: 'UTC', ...options })
  formats.set(key, cached)
  return cached.format(new Date(`${day}T00:00:00Z`))
}

/** A full date for screen readers. */
export const fullDate = (day: string, locale: string) =>
  format(day, locale, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })
/** Header of a calendar column. */
export const shortWeekday = (day: string, locale: string) => format(day, locale, { weekday: 'short' })
export const longWeekday = (day: string, locale: string) => format(day, locale, { weekday: 'long' })
export const dayWithYear = (day: string, locale: string) => format(day, locale, { year: 'numeric', month: 'short', day: 'numeric' })

import { intlLocale } from '../../../contract/locales.ts'

/** Any Monday, as the start for weekday names. */
const monday = Date.UTC(2024, 0, 1)
const dayMs = 86_400_000

/** Weekday names; 1 is Monday. */
export function weekdayNames(locale: string): readonly { readonly id: number; readonly label: string }[] {
  const format = new Intl.DateTimeFormat(intlLocale(locale), { weekday: 'long', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, at) => ({ id: at + 1, label: format.format(monday + at * dayMs) }))
}

export const clockText = (time: string, locale: string) =>
  new Intl.DateTimeFormat(intlLocale(locale), { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(`1970-01-01T${time}:00Z`))

const minutesApart = 30

/** Every half hour of a day, plus the selected time. The id is `HH:MM`; the label has the notation of the locale. */
export function timeOptions(selected: string, locale: string): readonly { readonly id: string; readonly label: string }[] {
  const pad = (value: number) => String(value).padStart(2, '0')
  const times = Array.from({ length: (24 * 60) / minutesApart }, (_, at) => {
    const minutes = at * minutesApart
    return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
  })
  return [...new Set([...times, selected])]
    .filter(Boolean)
    .sort()
    .map((id) => ({ id, label: clockText(id, locale) }))
}

/** Time zones that the browser knows, plus the selected one. */
export function zoneOptions(selected: string): readonly { readonly id: string; readonly label: string }[] {
  const zones = Intl.supportedValuesOf('timeZone')
  const all = [...new Set([...zones, 'UTC', selected])].filter(Boolean).sort()
  return all.map((id) => ({ id, label: id.replaceAll('_', ' ') }))
}

import { intlLocale } from '../../contract/locales.ts'
import { dayFormat, dayTick, dayTitle } from './format.ts'

/** How much of a day is said: Nov 20; Fri, Nov 20; Nov 20, 2026. */
export type DayManner = 'short' | 'weekday' | 'full'

/** A day in words. */
export function dayText(day: string, locale: string, manner: DayManner) {
  if (manner === 'short') return dayTick(day, locale)
  if (manner === 'weekday') return dayTitle(day, locale)
  return dayFormat(locale, { year: 'numeric', month: 'short', day: 'numeric' }).format(new Date(`${day}T00:00:00Z`))
}

const timeManner: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }

/** A moment by the clocks of a zone, which is named. */
export const momentText = (moment: string, locale: string, zone: string) =>
  dayFormat(locale, { year: 'numeric', month: 'short', day: 'numeric', ...timeManner, timeZone: zone }).format(new Date(moment))

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year'
const [minuteMs, dayMs, yearMs] = [60_000, 86_400_000, 365.2425 * 86_400_000]
/** Each unit with its length and with the age at which the next one takes over. */
const units: readonly (readonly [unit: Unit, lengthMs: number, untilMs: number])[] = [
  ['minute', minuteMs, 60 * minuteMs],
  ['hour', 60 * minuteMs, dayMs],
  ['day', dayMs, 30 * dayMs],
  ['month', yearMs / 12, yearMs],
]

/** How long ago something was, or how long until then, and when that has to be said anew. */
export interface Age {
  /** Negative for what is past. */
  readonly value: number
  readonly unit: Unit
  /** From now, in milliseconds. */
  readonly changesInMs: number
}

/** The distance of a moment in whole units, always rounded towards now; less than a minute is now. */
export function ageOf(momentMs: number, atMs: number): Age {
  const distance = momentMs - atMs
  const size = Math.abs(distance)
  if (size < minuteMs) return { value: 0, unit: 'second', changesInMs: distance + minuteMs }
  const [unit, lengthMs] = units.find(([, , untilMs]) => size < untilMs) ?? (['year', yearMs] as const)
  // A month is a little longer than thirty days.
  const whole = Math.max(1, Math.floor(size / lengthMs))
  // What is past grows to the next whole unit; what is to come shrinks below this one.
  const changesInMs = distance < 0 ? (whole + 1) * lengthMs - size : Math.max(0, size - whole * lengthMs) + 1
  return { value: distance < 0 ? -whole : whole, unit, changesInMs: Math.ceil(changesInMs) }
}

const relatives = new Map<string, Intl.RelativeTimeFormat>()

function relativeFormat(locale: string, numeric: 'auto' | 'always') {
  const key = locale + numeric
  const known = relatives.get(key) ?? new Intl.RelativeTimeFormat(intlLocale(locale), { numeric })
  relatives.set(key, known)
  return known
}

/** An age in words, such as 5 minutes ago; never yesterday, because a day here is 24 hours and not a date. */
export const ageText = ({ value, unit }: Age, locale: string) => relativeFormat(locale, value === 0 ? 'auto' : 'always').format(value, unit)

/** The name of a zone, such as Pacific Time. */
export const zoneName = (zone: string, locale: string) =>
  dayFormat(locale, { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(new Date(0))
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone

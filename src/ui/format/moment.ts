import { intlLocale } from '../../contract/locales.ts'
import { dayFormat, dayTick, dayTitle } from './format.ts'

/** Date formats: Nov 20; Fri, Nov 20; Nov 20, 2026. */
export type DayStyle = 'short' | 'weekday' | 'full'

export function dayText(day: string, locale: string, manner: DayStyle) {
  if (manner === 'short') return dayTick(day, locale)
  if (manner === 'weekday') return dayTitle(day, locale)
  return dayFormat(locale, { year: 'numeric', month: 'short', day: 'numeric' }).format(new Date(`${day}T00:00:00Z`))
}

const timeManner: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }

/** Date and time in a time zone, with the zone's name. */
export const momentText = (moment: string, locale: string, zone: string) =>
  dayFormat(locale, { year: 'numeric', month: 'short', day: 'numeric', ...timeManner, timeZone: zone }).format(new Date(moment))

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year'
const minuteMs = 60_000
const dayMs = 86_400_000
const yearMs = 365.2425 * 86_400_000
/** Each unit with its length, and the age at which the next unit takes over. */
const units: readonly (readonly [unit: Unit, lengthMs: number, untilMs: number])[] = [
  ['minute', minuteMs, 60 * minuteMs],
  ['hour', 60 * minuteMs, dayMs],
  ['day', dayMs, 30 * dayMs],
  ['month', yearMs / 12, yearMs],
]

/** A relative time, and when its text changes. */
export interface Age {
  /** Negative in the past. */
  readonly value: number
  readonly unit: Unit
  /** Milliseconds from now. */
  readonly changesInMs: number
}

/** The distance of a moment in whole units, rounded toward now. Less than a minute is 0 seconds. */
export function ageOf(momentMs: number, atMs: number): Age {
  const distance = momentMs - atMs
  const size = Math.abs(distance)
  if (size < minuteMs) return { value: 0, unit: 'second', changesInMs: distance + minuteMs }
  const [unit, lengthMs] = units.find(([, , untilMs]) => size < untilMs) ?? (['year', yearMs] as const)
  // Between 30 days and the slightly longer average month, floor would give 0.
  const count = Math.max(1, Math.floor(size / lengthMs))
  // A past moment changes at the next whole unit; a future one changes when it falls below this unit.
  const changesInMs = distance < 0 ? (count + 1) * lengthMs - size : Math.max(0, size - count * lengthMs) + 1
  return { value: distance < 0 ? -count : count, unit, changesInMs: Math.ceil(changesInMs) }
}

const relatives = new Map<string, Intl.RelativeTimeFormat>()

function relativeFormat(locale: string, numeric: 'auto' | 'always') {
  const key = locale + numeric
  const format = relatives.get(key) ?? new Intl.RelativeTimeFormat(intlLocale(locale), { numeric })
  relatives.set(key, format)
  return format
}

/** A relative time, for example 5 minutes ago. Never "yesterday", because a day here is 24 hours and not a date. */
export const ageText = ({ value, unit }: Age, locale: string) => relativeFormat(locale, value === 0 ? 'auto' : 'always').format(value, unit)

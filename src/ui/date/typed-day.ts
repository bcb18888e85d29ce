import { daysIn } from '../../contract/dates/date-ranges.ts'
import { dayFormat } from '../format/format.ts'
import { isDay } from './days.ts'

const months = Array.from({ length: 12 }, (_, index) => index)
const two = (part: number) => String(part).padStart(2, '0')
const plain = (text: string) => text.toLocaleLowerCase().replaceAll('.', '')

/** The month that a word begins, in the user's language or in English; 0 for none. */
function monthOfWord(word: string, locale: string): number {
  const found = months.find((index) => {
    const moment = new Date(Date.UTC(2024, index, 1))
    const names = [locale, 'en'].flatMap((language) =>
      (['long', 'short'] as const).map((month) =>
        plain(
          dayFormat(language, { month, day: 'numeric' })
            .formatToParts(moment)
            .find(({ type }) => type === 'month')?.value ?? '',
        ),
      ),
    )
    return names.some((name) => name !== '' && (name === word || (word.length >= 3 && name.startsWith(word))))
  })
  return found === undefined ? 0 : found + 1
}

/** Whether dates of a locale name the day before the month. */
function isDayFirst(locale: string): boolean {
  const parts = dayFormat(locale, { day: 'numeric', month: 'numeric', year: 'numeric' })
    .formatToParts(new Date(0))
    .map(({ type }) => type)
  return parts.indexOf('day') < parts.indexOf('month')
}

const joined = (year: number, month: number, day: number) => `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`

/** A year with two digits belongs to this century. */
const wholeYear = (year: number) => (year < 100 ? 2000 + year : year)

/** Without a year, the date closest to today. */
function nearest(month: number, day: number, today: string): string | undefined {
  const thisYear = Number(today.slice(0, 4))
  const distance = (date: string) =>
    Math.abs(date < today ? daysIn({ start_date: date, end_date: today }) : daysIn({ start_date: today, end_date: date }))
  const dates = [thisYear - 1, thisYear, thisYear + 1].map((year) => joined(year, month, day)).filter(isDay)
  return dates.toSorted((one, other) => distance(one) - distance(other))[0]
}

/** Year, month and day among two or three numbers, in the order of the locale. */
function fromNumbers(numbers: readonly number[], locale: string, today: string): string | undefined {
  const [a = 0, b = 0, c] = numbers
  if (c !== undefined && a > 31) return joined(a, b, c)
  const [day, month] = isDayFirst(locale) ? [a, b] : [b, a]
  return c === undefined ? nearest(month, day, today) : joined(wholeYear(c), month, day)
}

/** A date that was typed freely, such as "Nov 3", "3.11.2026", "2026-11-03" or "20261103", as YYYY-MM-DD; undefined if it is none. */
export function parseTypedDay(text: string, locale: string, today: string): string | undefined {
  const trimmed = text.trim()
  if (/^\d{8}$/.test(trimmed)) {
    const date = `${trimmed.slice(0, 4)}-${trimmed.slice(4, 6)}-${trimmed.slice(6)}`
    return isDay(date) ? date : undefined
  }
  const numbers = (trimmed.match(/\d+/g) ?? []).map(Number)
  const word = plain(trimmed.match(/\p{L}[\p{L}.]*/u)?.[0] ?? '')
  const month = /\p{L}{2}|\p{L}\./u.test(trimmed) ? monthOfWord(word, locale) : 0
  if (month > 0) {
    const [day = 0, year] = (numbers[0] ?? 0) > 31 ? [numbers[1], numbers[0]] : numbers
    const date = year === undefined ? nearest(month, day, today) : joined(wholeYear(year), month, day)
    return date !== undefined && isDay(date) ? date : undefined
  }
  if (numbers.length < 2 || numbers.length > 3 || /\p{L}{2}/u.test(trimmed)) return undefined
  const date = fromNumbers(numbers, locale, today)
  return date !== undefined && isDay(date) ? date : undefined
}

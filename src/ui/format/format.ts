import { intlLocale } from '../../contract/locales.ts'

/** Placeholder for a missing value. */
export const missingValue = '–'

const numbers = new Map<string, Intl.NumberFormat>()
const days = new Map<string, Intl.DateTimeFormat>()

/** A cached number format. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions) {
  const key = locale + JSON.stringify(options)
  const format = numbers.get(key) ?? new Intl.NumberFormat(intlLocale(locale), options)
  numbers.set(key, format)
  return format
}

/** A cached date format; in UTC unless the options have a time zone. */
export function dayFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  const key = locale + JSON.stringify(options)
  const format = days.get(key) ?? new Intl.DateTimeFormat(intlLocale(locale), { timeZone: 'UTC', ...options })
  days.set(key, format)
  return format
}

/** Intl formats a decimal string exactly; converting it to a number would lose digits. */
export const intlDecimal = (decimal: string) => decimal as unknown as number // the types accept numbers only

export interface CurrencyFormat {
  readonly currency_code: string
  readonly currency_digits: number
  /** Decimal places that are shown even if they are zeros; all by default. */
  readonly shown_digits?: number
}

/** An amount with its currency symbol; the number of decimal places comes from the API. */
export const money = (
  amount: string | null,
  { currency_code, currency_digits, shown_digits = currency_digits }: CurrencyFormat,
  locale: string,
) =>
  amount === null
    ? missingValue
    : numberFormat(locale, {
        style: 'currency',
        currency: currency_code,
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: shown_digits,
        maximumFractionDigits: currency_digits,
      }).format(intlDecimal(amount))

/** An amount without symbol, for a column whose header names the currency. */
export const moneyWithoutSymbol = (amount: string | null, { currency_digits }: CurrencyFormat, locale: string) =>
  amount === null
    ? missingValue
    : numberFormat(locale, { minimumFractionDigits: currency_digits, maximumFractionDigits: currency_digits }).format(intlDecimal(amount))

export const count = (value: number | null, locale: string) =>
  value === null ? missingValue : numberFormat(locale, { maximumFractionDigits: 0 }).format(value)
export const ratio = (value: number | null, locale: string) =>
  value === null ? missingValue : `${numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)}×`
export const percent = (value: number | null, locale: string, digits = 2) =>
  value === null
    ? missingValue
    : numberFormat(locale, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)

const short: Intl.NumberFormatOptions = { notation: 'compact', maximumFractionDigits: 2, useGrouping: 'always' }
const isShortened = (value: number, locale: string) =>
  numberFormat(locale, short)
    .formatToParts(value)
    .some(({ type }) => type === 'compact')

/**
 * A short number, for example 1.2K. On an axis, `others` are its ticks: if only some of them can be shortened (8,000 and 1.2万), all are
 * shown in full.
 */
export function compactNumber(value: number, locale: string, others: readonly number[] = [value]) {
  const shortened = others.filter((other) => isShortened(other, locale)).length
  const isMixed = shortened > 0 && shortened < others.filter((other) => other !== 0).length
  return numberFormat(locale, isMixed ? { maximumFractionDigits: 2 } : short).format(value)
}
export const percentTick = (value: number, locale: string) =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(value)

/** A percentage change with its sign. */
export const signedPercent = (value: number | null, locale: string) =>
  value === null
    ? ''
    : numberFormat(locale, { style: 'percent', maximumFractionDigits: 1, minimumFractionDigits: 1, signDisplay: 'exceptZero' }).format(
        value,
      )
/** A percentage change without sign, shown next to an arrow. */
export const unsignedPercent = (value: number, locale: string) => percent(Math.abs(value), locale, 1)
export const directionOf = (value: number): 'up' | 'down' | 'same' => (Math.abs(value) < 0.0005 ? 'same' : value > 0 ? 'up' : 'down')

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)

/** A date on an axis, for example Nov 10. */
export const dayTick = (day: string, locale: string) => dayFormat(locale, { month: 'short', day: 'numeric' }).format(dateOf(day))
/** A date in a heading, for example Tue, Nov 10. */
export const dayTitle = (day: string, locale: string) =>
  dayFormat(locale, { weekday: 'short', month: 'short', day: 'numeric' }).format(dateOf(day))
export const monthTick = (day: string, locale: string) => dayFormat(locale, { month: 'short', year: '2-digit' }).format(dateOf(day))
export const monthTitle = (day: string, locale: string) => dayFormat(locale, { month: 'long', year: 'numeric' }).format(dateOf(day))
/** The hour of a moment given as YYYY-MM-DDTHH. */
export const hourTick = (moment: string, locale: string) => dayFormat(locale, { hour: 'numeric' }).format(new Date(`${moment}:00:00Z`))
export const hourTitle = (moment: string, locale: string) =>
  dayFormat(locale, { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric' }).format(new Date(`${moment}:00:00Z`))

/** A date range; the year is omitted if both days are in the year of `today`. */
export function dayRange(start: string, end: string, locale: string, today: string) {
  const isThisYear = start.slice(0, 4) === today.slice(0, 4) && end.slice(0, 4) === today.slice(0, 4)
  return dayFormat(locale, { month: 'short', day: 'numeric', ...(!isThisYear && { year: 'numeric' }) }).formatRange(
    dateOf(start),
    dateOf(end),
  )
}

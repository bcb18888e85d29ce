import { isDecimal, plainDecimal, unparsedNumber } from '../../contract/fields/decimals.ts'
import { intlLocale } from '../../contract/locales.ts'

/** How a number is formatted: locale and number of decimal places. */
export interface DecimalStyle {
  readonly locale: string
  readonly digits: number
  /** Pads with zeros to all decimal places, as for money. */
  readonly isPadded?: boolean
  /** Decimal places to pad to, if not all. */
  readonly shownDigits?: number | undefined
}

interface Separators {
  readonly group: string
  readonly decimal: string
  /** Minimum number of digits before the first group separator. */
  readonly lead: number
}

const cache = new Map<string, Separators>()

/** Separators of a locale according to Intl. */
export function separatorsOf(locale: string): Separators {
  const cached = cache.get(locale)
  if (cached) return cached
  const format = new Intl.NumberFormat(intlLocale(locale), { minimumFractionDigits: 1 })
  const part = (type: string) => format.formatToParts(12345.5).find((item) => item.type === type)?.value ?? ''
  const isEarly = format.formatToParts(1234.5).some(({ type }) => type === 'group')
  const separators = { group: part('group'), decimal: part('decimal'), lead: isEarly ? 1 : 2 }
  cache.set(locale, separators)
  return separators
}

const spaces = /[\s\u00a0\u202f]/
/** Normalizes minus signs and full-width digits to ASCII. */
const plain = (text: string) => text.normalize('NFKC').replace(/[−‒–]/g, '-').trim()

const escaped = (text: string) => (spaces.test(text) ? '[\\s\\u00a0\\u202f]' : text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))

/** Parses a number in the locale's format; undefined if it has another format. */
export function parseDecimal(text: string, locale: string): string | undefined {
  const { group, decimal } = separatorsOf(locale)
  const item = escaped(group)
  const point = escaped(decimal)
  const pattern = new RegExp(`^(-?)(\\d{1,3}(?:${item}\\d{3})+|\\d*)(?:${point}(\\d*))?$`)
  const [, sign = '', integerPart, fraction = ''] = pattern.exec(plain(text)) ?? []
  if (integerPart === undefined || `${integerPart}${fraction}` === '') return undefined
  return plainDecimal(`${sign}${integerPart.replace(/\D/g, '') || '0'}${fraction && `.${fraction}`}`)
}

/** Value of a text: a decimal string, '' for blank text, or the text marked as unread. */
export const valueOfText = (text: string, locale: string) =>
  text.trim() === '' ? '' : (parseDecimal(text, locale) ?? unparsedNumber(text))

export function groupThousands(digits: string, locale: string): string {
  const { group, lead } = separatorsOf(locale)
  return digits.length < 3 + lead ? digits : digits.replace(/\B(?=(\d{3})+$)/g, group)
}

/** Formats a value in the locale. Surplus decimal places and unread text stay visible. */
export function formatDecimal(value: string, { locale, digits, isPadded = false, shownDigits = digits }: DecimalStyle): string {
  if (!isDecimal(value)) return value.replace(/^\?/, '')
  const [, sign = '', integerPart = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plainDecimal(value)) ?? []
  const shownFraction = isPadded ? fraction.padEnd(shownDigits, '0') : fraction
  return `${sign}${groupThousands(integerPart, locale)}${shownFraction && separatorsOf(locale).decimal}${shownFraction}`
}

/** Example of the locale's number format. */
export const exampleOf = (locale: string, digits: number) =>
  formatDecimal(digits === 0 ? '1234' : '1234.5', { locale, digits, isPadded: true })

/** Parses a copied amount. Symbols and words are ignored; of two different separators, the last one is the decimal separator. */
export function parsePastedDecimal(text: string, locale: string): string | undefined {
  const bare = plain(text)
    .replace(/[^\d.,'’\s-]/g, '')
    .trim()
    .replace(/['’\s]+(?=\d{3}(?!\d))/g, '')
  const localDecimal = parseDecimal(bare, locale)
  if (localDecimal !== undefined) return localDecimal
  const comma = bare.lastIndexOf(',')
  const dot = bare.lastIndexOf('.')
  if (comma < 0 || dot < 0) return undefined
  return parseDecimal(bare.replaceAll(comma > dot ? '.' : ',', '').replace(',', '.'), 'en-US')
}

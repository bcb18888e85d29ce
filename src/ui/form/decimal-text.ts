import { isDecimal, plainDecimal, unread } from '../../contract/fields/decimals.ts'
import { intlLocale } from '../../contract/locales.ts'

/** How a number is written: where, and with how many digits behind the point. */
export interface DecimalStyle {
  readonly locale: string
  readonly digits: number
  /** All the digits stand there, as money has them. */
  readonly isPadded?: boolean
}

interface Separators {
  readonly group: string
  readonly decimal: string
  /** How many digits stand before the first separator of thousands, at least. */
  readonly lead: number
}

const known = new Map<string, Separators>()

/** The separators of a locale, as Intl writes them. */
export function separatorsOf(locale: string): Separators {
  const found = known.get(locale)
  if (found) return found
  const format = new Intl.NumberFormat(intlLocale(locale), { minimumFractionDigits: 1 })
  const part = (type: string) => format.formatToParts(12345.5).find((one) => one.type === type)?.value ?? ''
  const isEarly = format.formatToParts(1234.5).some(({ type }) => type === 'group')
  const made = { group: part('group'), decimal: part('decimal'), lead: isEarly ? 1 : 2 }
  known.set(locale, made)
  return made
}

const spaces = /[\s\u00a0\u202f]/
/** One sign for every way to type a minus, a space between thousands or a digit of full width. */
const plain = (text: string) => text.normalize('NFKC').replace(/[−‒–]/g, '-').trim()

const escaped = (text: string) => (spaces.test(text) ? '[\\s\\u00a0\\u202f]' : text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))

/** Reads what a person typed; nothing when it is not written as the locale writes numbers. */
export function readDecimal(text: string, locale: string): string | undefined {
  const { group, decimal } = separatorsOf(locale)
  const [one, point] = [escaped(group), escaped(decimal)]
  const shape = new RegExp(`^(-?)(\\d{1,3}(?:${one}\\d{3})+|\\d*)(?:${point}(\\d*))?$`)
  const [, sign = '', whole, part = ''] = shape.exec(plain(text)) ?? []
  if (whole === undefined || `${whole}${part}` === '') return undefined
  return plainDecimal(`${sign}${whole.replace(/\D/g, '') || '0'}${part && `.${part}`}`)
}

/** The value of a text: a decimal, nothing for nothing, or the text itself marked as not read. */
export const typedValue = (text: string, locale: string) => (text.trim() === '' ? '' : (readDecimal(text, locale) ?? unread(text)))

/** Puts the separators of thousands between digits. */
export function grouped(digits: string, locale: string): string {
  const { group, lead } = separatorsOf(locale)
  return digits.length < 3 + lead ? digits : digits.replace(/\B(?=(\d{3})+$)/g, group)
}

/** Writes a value as the locale does; digits that are too many stay visible, and so does what was not read. */
export function decimalText(value: string, { locale, digits, isPadded = false }: DecimalStyle): string {
  if (!isDecimal(value)) return value.replace(/^\?/, '')
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plainDecimal(value)) ?? []
  const shown = isPadded ? part.padEnd(digits, '0') : part
  return `${sign}${grouped(whole, locale)}${shown && separatorsOf(locale).decimal}${shown}`
}

/** A number that shows how numbers are written here. */
export const exampleOf = (locale: string, digits: number) =>
  decimalText(digits === 0 ? '1234' : '1234.5', { locale, digits, isPadded: true })

/** Reads an amount that was copied from anywhere: symbols and words fall off, and of two separators the last is the point. */
export function copiedDecimal(text: string, locale: string): string | undefined {
  const bare = plain(text)
    .replace(/[^\d.,'’\s-]/g, '')
    .trim()
    .replace(/['’\s]+(?=\d{3}(?!\d))/g, '')
  const own = readDecimal(bare, locale)
  if (own !== undefined) return own
  const [comma, dot] = [bare.lastIndexOf(','), bare.lastIndexOf('.')]
  if (comma < 0 || dot < 0) return undefined
  return readDecimal(bare.replaceAll(comma > dot ? '.' : ',', '').replace(',', '.'), 'en-US')
}

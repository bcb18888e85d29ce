import { intlLocale } from '../../contract/locales.ts'
import { type CurrencyFormat, count, money, missingValue, percent, moneyWithoutSymbol, ratio } from '../format/format.ts'
import type { CellKind, CellValue, ColumnInfo, GridColumn } from './column.ts'

export interface CellFormat {
  readonly locale: string
  readonly currency?: CurrencyFormat | undefined
}

const days = new Map<string, Intl.DateTimeFormat>()
function dayText(day: string, locale: string) {
  const format = days.get(locale) ?? new Intl.DateTimeFormat(intlLocale(locale), { timeZone: 'UTC', dateStyle: 'medium' })
  days.set(locale, format)
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? day : format.format(date)
}

const defaultCurrency: CurrencyFormat = { currency_code: 'USD', currency_digits: 2 }

const texts: Readonly<Record<CellKind, (value: string | number, format: CellFormat) => string>> = {
  text: String,
  status: String,
  date: (value, { locale }) => dayText(String(value), locale),
  number: (value, { locale }) => count(Number(value), locale),
  percent: (value, { locale }) => percent(Number(value), locale),
  ratio: (value, { locale }) => ratio(Number(value), locale),
  money: (value, { locale, currency = defaultCurrency }) => moneyWithoutSymbol(String(value), currency, locale),
}

/** Formats a value for display. A missing number is a dash; a missing text is empty. */
export function valueText(kind: CellKind, value: CellValue, format: CellFormat): string {
  if (value === null || value === '') return kind === 'text' || kind === 'status' ? '' : missingValue
  return texts[kind](value, format)
}

const labelOf = (column: Pick<ColumnInfo, 'filter'>, value: string) =>
  (column.filter?.kind === 'one-of' && column.filter.options.find((option) => option.value === value)?.label) || value

/** Formats a value and replaces option values by their labels. */
export function columnText(column: ColumnInfo, value: CellValue, format: CellFormat): string {
  const isNamed = typeof value === 'string' && (column.kind === 'text' || column.kind === 'status')
  return isNamed ? labelOf(column, value) : valueText(column.kind, value, format)
}

/** An amount with its own currency symbol. */
const ownAmount = (value: CellValue, currency: CurrencyFormat, locale: string) =>
  value === null || value === '' ? missingValue : money(String(value), currency, locale)

export function cellText<Row>(column: GridColumn<Row>, row: Row, format: CellFormat): string {
  const value = column.value(row)
  return column.currencyOf ? ownAmount(value, column.currencyOf(row), format.locale) : columnText(column, value, format)
}

/** Formats a total. Columns with a currency per row show the currency symbol. */
export const totalText = <Row>({ kind, currencyOf }: GridColumn<Row>, value: CellValue, format: CellFormat) =>
  currencyOf ? ownAmount(value, format.currency ?? defaultCurrency, format.locale) : valueText(kind, value, format)

/** Escapes one cell for the clipboard: a single line, and no formula that a spreadsheet would execute. */
const copied = (text: string) => {
  const line = text.replace(/[\t\r\n]+/g, ' ')
  return /^[=+@-]/.test(line) && !/^-?[\d.,\s]+%?$/.test(line) ? `'${line}` : line
}

/** Tab-separated text, the clipboard format of spreadsheets. */
export const tsvOf = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map(copied).join('\t')).join('\n')

import type { I18n } from '@lingui/core'
import type { FieldRuleResult } from '../../../contract/fields/faults.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { amount } from '../../../contract/fields/numbers.rules.ts'
import { formatDecimal, parseDecimal } from '../../../ui/form/decimal-text.ts'
import { faultText } from '../../../ui/form/fault-text.tsx'
import type { CurrencyFormat } from '../../../ui/format/format.ts'

/** Formats an amount for a cell's text field. */
export const formatCellAmount = (value: string | null, { currency_digits: digits }: CurrencyFormat, { locale }: I18n) =>
  value === null ? '' : formatDecimal(value, { locale, digits, isPadded: true })

/** Parses a cell's text into a decimal string; undefined when the text is not an amount. */
export const parseCellAmount = (text: string, { locale }: I18n) => parseDecimal(text, locale)

const text = (answer: FieldRuleResult, i18n: I18n) => answer === true || faultText(answer, i18n)

/** Validates the amount in a cell; returns true or an error text. Only the platform checks the minimum. */
export function checkAmount(cellText: string, currency: CurrencyFormat, i18n: I18n): true | string {
  const value = parseCellAmount(cellText, i18n)
  return text(value === undefined ? { code: 'format', digits: currency.currency_digits } : amount(currency)(value), i18n)
}

/** Validates the name in a cell; returns true or an error text. */
export function checkName(cellText: string, most: number, i18n: I18n): true | string {
  const answer = required(cellText)
  return text(answer === true ? maxLength(most)(cellText.trim()) : answer, i18n)
}

import type { I18n } from '@lingui/core'
import type { FieldAnswer } from '../../../contract/fields/faults.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { amount } from '../../../contract/fields/numbers.rules.ts'
import { decimalText, readDecimal } from '../../../ui/form/decimal-text.ts'
import { faultText } from '../../../ui/form/rule-words.tsx'
import type { CurrencyFormat } from '../../../ui/format/format.ts'

/** An amount as it stands in the field of a cell. */
export const amountField = (value: string | null, { currency_digits: digits }: CurrencyFormat, { locale }: I18n) =>
  value === null ? '' : decimalText(value, { locale, digits, isPadded: true })

/** The amount that a cell's text means, as the wire has it; nothing where it means none. */
export const amountIn = (text: string, { locale }: I18n) => readDecimal(text, locale)

const text = (answer: FieldAnswer, i18n: I18n) => answer === true || faultText(answer, i18n)

/** Whether a cell's text is an amount of its currency, or why not. The platform checks the minimum. */
export function checkAmount(typed: string, currency: CurrencyFormat, i18n: I18n): true | string {
  const value = amountIn(typed, i18n)
  return text(value === undefined ? { code: 'format', digits: currency.currency_digits } : amount(currency)(value), i18n)
}

/** Whether a cell's text is a name, or why not. */
export function checkName(typed: string, most: number, i18n: I18n): true | string {
  const answer = required(typed)
  return text(answer === true ? maxLength(most)(typed.trim()) : answer, i18n)
}

import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { decimalsIn, isDecimal } from '../../../../contract/decimals.ts'
import { decimalText, exampleOf, readDecimal } from '../../../../ui/form/decimal-text.ts'
import type { CurrencyFormat } from '../../../../ui/format.ts'

/** An amount as it stands in the field of a cell. */
export const amountField = (amount: string | null, { currency_digits: digits }: CurrencyFormat, { locale }: I18n) =>
  amount === null ? '' : decimalText(amount, { locale, digits, isPadded: true })

/** The amount that a cell's text means, as the wire has it; nothing where it means none. */
export const amountIn = (text: string, { locale }: I18n) => readDecimal(text, locale)

// The words are those of a field (rule-words.tsx), said here once more: a list does without everything else that a form brings.

/** Whether a cell's text is an amount of its currency, or why not; how small it may be the platform says. */
export function checkAmount(text: string, { currency_digits: digits }: CurrencyFormat, i18n: I18n): true | string {
  const amount = amountIn(text, i18n)
  if (amount === undefined || !isDecimal(amount))
    return i18n._(msg`Please only use a value in this format ${{ example: exampleOf(i18n.locale, digits) }}`)
  if (amount.startsWith('-')) return i18n._(msg`Value can not be negative`)
  return (
    decimalsIn(amount) <= digits ||
    i18n._(
      msg`${plural({ max: digits }, { one: 'This field accepts up to # decimal place', other: 'This field accepts up to # decimal places' })}`,
    )
  )
}

/** Whether a cell's text is a name. */
export function checkName(text: string, most: number, i18n: I18n): true | string {
  const length = [...text.trim()].length
  if (length === 0) return i18n._(msg`Enter or choose a value`)
  return length <= most || i18n._(msg`${plural({ max: most }, { one: 'Use at most # character', other: 'Use at most # characters' })}`)
}

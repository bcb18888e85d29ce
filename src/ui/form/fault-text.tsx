import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { decimalsIn } from '../../contract/fields/decimals.ts'
import type { FieldFault } from '../../contract/fields/faults.ts'
import { count, money } from '../format/format.ts'
import { formatDecimal, exampleOf } from './decimal-text.ts'

const figure = (value: string, { locale }: I18n) => formatDecimal(value, { locale, digits: decimalsIn(value) })

const requiredWords = {
  value: msg`This field is required`,
  list: msg`Add at least one entry`,
  yes: msg`Select the checkbox to continue`,
}

function textFault(fault: FieldFault, i18n: I18n): string | undefined {
  switch (fault.code) {
    case 'required':
      return i18n._(requiredWords[fault.of])
    case 'email':
      return i18n._(msg`A proper email is required`)
    case 'too_many_emails':
      return i18n._(msg`Use at most ${{ max: count(fault.max, i18n.locale) }} addresses`)
    case 'password':
      return i18n._(msg`Use at least 8 characters with a lowercase letter, an uppercase letter, a digit and a special character`)
    case 'postal_code':
      return i18n._(msg`Must enter valid postal code`)
    case 'max_length':
      return i18n._(msg`${plural({ max: fault.max }, { one: 'Use at most # character', other: 'Use at most # characters' })}`)
    case 'keyword_length':
      return i18n._(msg`Each keyword may not be longer than ${{ max: count(fault.max, i18n.locale) }} characters`)
    case 'max_words':
      return i18n._(msg`You have exceeded the max number of words by ${{ over: count(fault.over, i18n.locale) }}`)
    case 'url':
      return i18n._(msg`Enter a web address such as https://example.com/page`)
    case 'custom':
      return fault.text
    default:
      return undefined
  }
}

function dayFault(fault: FieldFault, i18n: I18n): string | undefined {
  switch (fault.code) {
    case 'date':
      return i18n._(msg`Enter a date as YYYY-MM-DD`)
    case 'date_range':
      return i18n._(msg`Please select a valid date range`)
    case 'future':
      return i18n._(msg`Choose today or an earlier date`)
    default:
      return undefined
  }
}

function numberFault(fault: FieldFault, i18n: I18n): string | undefined {
  switch (fault.code) {
    case 'format':
      return i18n._(msg`Please only use a value in this format ${{ example: exampleOf(i18n.locale, fault.digits) }}`)
    case 'decimals':
      return i18n._(
        msg`${plural({ max: fault.max }, { one: 'This field accepts up to # decimal place', other: 'This field accepts up to # decimal places' })}`,
      )
    case 'currency_min':
      return i18n._(msg`Enter at least ${{ min: money(fault.min, { ...fault, currency_digits: fault.digits }, i18n.locale) }}`)
    case 'currency_max':
      return i18n._(msg`Enter at most ${{ max: money(fault.max, { ...fault, currency_digits: fault.digits }, i18n.locale) }}`)
    case 'min':
      return i18n._(msg`Value must be greater than or equal to ${{ min: figure(fault.min, i18n) }}`)
    case 'max':
      return i18n._(msg`Value has exceeded the max of ${{ max: figure(fault.max, i18n) }}`)
    case 'only_numbers':
      return i18n._(msg`This field only accepts numbers`)
    case 'negative':
      return i18n._(msg`Value can not be negative`)
    case 'whole':
      return i18n._(msg`Value should be a whole number`)
    default:
      return undefined
  }
}

/** Message for a fault in the user's language. */
export const faultText = (fault: FieldFault, i18n: I18n): string =>
  textFault(fault, i18n) ?? dayFault(fault, i18n) ?? numberFault(fault, i18n) ?? fault.code

export function useFaultText(): (fault: FieldFault) => string {
  const { i18n } = useLingui()
  return (fault) => faultText(fault, i18n)
}

export const charactersLeft = (left: number, i18n: I18n) =>
  i18n._(msg`${plural(left, { one: '# character remaining', other: '# characters remaining' })}`)
export const wordsLeft = (left: number, i18n: I18n) => i18n._(msg`${plural(left, { one: '# word remaining', other: '# words remaining' })}`)

import { compareDecimals, decimalsIn, isDecimal, plainDecimal } from './decimals.ts'
import type { FieldRuleResult } from './faults.ts'

type Rule = (value: string) => FieldRuleResult

/** Applies a rule to numbers only; other rules check empty values and other text. */
const ofNumbers =
  (rule: Rule): Rule =>
  (value) =>
    isDecimal(value) ? rule(value) : true

export const onlyNumbers: Rule = (value) => (value === '' || isDecimal(value) ? true : { code: 'only_numbers' })
export const notNegative = ofNumbers((value) => (value.startsWith('-') ? { code: 'negative' } : true))
export const whole = ofNumbers((value) => (decimalsIn(plainDecimal(value)) > 0 ? { code: 'whole' } : true))
export const min = (minValue: string) =>
  ofNumbers((value) => (compareDecimals(value, minValue) < 0 ? { code: 'min', min: minValue } : true))
export const max = (maxValue: string) =>
  ofNumbers((value) => (compareDecimals(value, maxValue) > 0 ? { code: 'max', max: maxValue } : true))
export const decimals = (maxValue: number) =>
  ofNumbers((value) => (decimalsIn(plainDecimal(value)) > maxValue ? { code: 'decimals', max: maxValue } : true))

export interface NumberLimits {
  readonly min?: string
  readonly max?: string
  readonly isWhole?: boolean
  readonly mayBeNegative?: boolean
}

const inOrder =
  (rules: readonly Rule[]): Rule =>
  (value) => {
    for (const rule of rules) {
      const result = rule(value)
      if (result !== true) return result
    }
    return true
  }

/** All rules of a number field, the most basic first. */
export const number = ({ min: minValue, max: maxValue, isWhole = false, mayBeNegative = false }: NumberLimits = {}) =>
  inOrder([
    onlyNumbers,
    ...(mayBeNegative ? [] : [notNegative]),
    ...(isWhole ? [whole] : []),
    ...(minValue === undefined ? [] : [min(minValue)]),
    ...(maxValue === undefined ? [] : [max(maxValue)]),
  ])

export interface AmountLimits {
  readonly currency_code: string
  readonly currency_digits: number
  /** Decimal places that the message shows even if they are zeros; all by default. */
  readonly shown_digits?: number
  /** The smallest accepted amount; the message shows it with the currency's symbol. */
  readonly min?: string
  readonly max?: string
}

/** The highest amount that fits the platform's storage in micros. */
const maxUnits = '9223372036854'

/** All rules of an amount of money. */
export const amount = ({ currency_code, currency_digits: digits, shown_digits, min: minValue, max: maxValue = maxUnits }: AmountLimits) => {
  const currency = { currency_code, digits, ...(shown_digits !== undefined && { shown_digits }) }
  return inOrder([
    (value) => (value === '' || isDecimal(value) ? true : { code: 'format', digits }),
    notNegative,
    decimals(digits),
    ofNumbers((value) =>
      minValue !== undefined && compareDecimals(value, minValue) < 0 ? { code: 'currency_min', min: minValue, ...currency } : true,
    ),
    ofNumbers((value) => (compareDecimals(value, maxValue) > 0 ? { code: 'currency_max', max: maxValue, ...currency } : true)),
  ])
}

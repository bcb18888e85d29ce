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
export const min = (least: string) => ofNumbers((value) => (compareDecimals(value, least) < 0 ? { code: 'min', min: least } : true))
export const max = (most: string) => ofNumbers((value) => (compareDecimals(value, most) > 0 ? { code: 'max', max: most } : true))
export const decimals = (most: number) =>
  ofNumbers((value) => (decimalsIn(plainDecimal(value)) > most ? { code: 'decimals', max: most } : true))

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
      const answer = rule(value)
      if (answer !== true) return answer
    }
    return true
  }

/** All rules of a number field, the most basic first. */
export const number = ({ min: least, max: most, isWhole = false, mayBeNegative = false }: NumberLimits = {}) =>
  inOrder([
    onlyNumbers,
    ...(mayBeNegative ? [] : [notNegative]),
    ...(isWhole ? [whole] : []),
    ...(least === undefined ? [] : [min(least)]),
    ...(most === undefined ? [] : [max(most)]),
  ])

export interface AmountLimits {
  readonly currency_code: string
  readonly currency_digits: number
  /** The smallest accepted amount; the message shows it with the currency's symbol. */
  readonly min?: string
  readonly max?: string
}

/** The highest amount that fits the platform's storage in micros. */
const mostUnits = '9223372036854'

/** All rules of an amount of money. */
export const amount = ({ currency_code, currency_digits: digits, min: least, max: most = mostUnits }: AmountLimits) =>
  inOrder([
    (value) => (value === '' || isDecimal(value) ? true : { code: 'format', digits }),
    notNegative,
    decimals(digits),
    ofNumbers((value) =>
      least !== undefined && compareDecimals(value, least) < 0 ? { code: 'currency_min', min: least, currency_code, digits } : true,
    ),
    ofNumbers((value) => (compareDecimals(value, most) > 0 ? { code: 'currency_max', max: most, currency_code, digits } : true)),
  ])

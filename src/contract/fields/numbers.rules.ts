import { compareDecimals, decimalsIn, isDecimal, plainDecimal } from './decimals.ts'
import type { FieldAnswer } from './faults.ts'

type Rule = (value: string) => FieldAnswer

/** Asks a rule of numbers where there is one; what is empty or no number is another rule's to refuse. */
const ofNumbers =
  (rule: Rule): Rule =>
  (value) =>
    isDecimal(value) ? rule(value) : true

/** Nothing but a number. */
export const onlyNumbers: Rule = (value) => (value === '' || isDecimal(value) ? true : { code: 'only_numbers' })
/** Nothing below zero. */
export const notNegative = ofNumbers((value) => (value.startsWith('-') ? { code: 'negative' } : true))
/** Nothing behind the point. */
export const whole = ofNumbers((value) => (decimalsIn(plainDecimal(value)) > 0 ? { code: 'whole' } : true))
/** At least so much. */
export const min = (least: string) => ofNumbers((value) => (compareDecimals(value, least) < 0 ? { code: 'min', min: least } : true))
/** At most so much. */
export const max = (most: string) => ofNumbers((value) => (compareDecimals(value, most) > 0 ? { code: 'max', max: most } : true))
/** At most so many digits behind the point. */
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

/** Everything that a number field asks, the plainest first. */
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
  /** The least that is accepted; the sentence says it with the symbol. */
  readonly min?: string
  readonly max?: string
}

/** More does not fit where the platform keeps it in micros. */
const mostUnits = '9223372036854'

/** Everything that an amount of money has to be. */
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

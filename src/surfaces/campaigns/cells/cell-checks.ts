import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FieldRuleResult } from '../../../contract/fields/faults.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { amount } from '../../../contract/fields/numbers.rules.ts'
import type { Serving } from '../../../contract/serving/serving.ts'
import { parseDecimal } from '../../../ui/form/decimal-text.ts'
import { faultText } from '../../../ui/form/fault-text.tsx'
import { type CurrencyFormat, money } from '../../../ui/format/format.ts'

const text = (ruleResult: FieldRuleResult, i18n: I18n) => ruleResult === true || faultText(ruleResult, i18n)

/** Validates the amount in a cell; returns true or an error text. Only the platform checks the minimum. */
export function checkAmount(cellText: string, currency: CurrencyFormat, i18n: I18n): true | string {
  const value = parseDecimal(cellText, i18n.locale)
  return text(value === undefined ? { code: 'format', digits: currency.currency_digits } : amount(currency)(value), i18n)
}

/** Validates the name in a cell; returns true or an error text. */
export function checkName(cellText: string, max: number, i18n: I18n): true | string {
  const ruleResult = required(cellText)
  return text(ruleResult === true ? maxLength(max)(cellText.trim()) : ruleResult, i18n)
}

interface SpentRow {
  readonly budget_period: string | null
  readonly currency_code: string
  readonly serving: Pick<Serving, 'spent_period'>
}

/** By period, what a lower budget does. The platform refuses a total budget below its spend. */
const spentWarnings: Readonly<Record<string, (spent: string) => MessageDescriptor>> = {
  Daily: (spent) => msg`At or below today’s spend of ${{ spent }}: it stops serving now`,
  Weekly: (spent) => msg`At or below this week’s spend of ${{ spent }}: it stops serving now`,
  Monthly: (spent) => msg`At or below this month’s spend of ${{ spent }}: it stops serving now`,
}

/** Warns if the new budget is at or below the period's spend. Floats are safe for this comparison. */
export function spentWarning(cellText: string, row: SpentRow, currency: CurrencyFormat, i18n: I18n): string | undefined {
  const budget = parseDecimal(cellText, i18n.locale)
  const warning = spentWarnings[row.budget_period ?? '']
  const { spent_period: spent } = row.serving
  if (budget === undefined || !warning || Number(budget) > Number(spent)) return undefined
  return i18n._(warning(money(spent, currency, i18n.locale)))
}

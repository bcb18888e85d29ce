import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { budgetPeriods } from '../../../contract/budgets/budgets.rules.ts'

export type BudgetPeriod = (typeof budgetPeriods)[number]

const names: Readonly<Record<BudgetPeriod, MessageDescriptor>> = {
  Daily: msg`Daily budget`,
  Weekly: msg`Weekly budget`,
  Monthly: msg`Monthly budget`,
  'One Time': msg`Budget`,
}
/** Label of the budget field for a period. */
export const budgetName = (period: BudgetPeriod | '', i18n: I18n) => i18n._(names[period || 'One Time'])

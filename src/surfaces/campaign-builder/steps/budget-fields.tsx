import { Trans, useLingui } from '@lingui/react/macro'
import type { BudgetReason } from '../../../contract/budgets/recommendations.rules.ts'
import { budgetPeriods } from '../../../contract/budgets/budgets.rules.ts'
import { isDecimal } from '../../../contract/fields/decimals.ts'
import { amountOf, microsOf } from '../../../contract/money/money.ts'
import type { FieldProps } from '../../../ui/form/field.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { type CurrencyFormat, money } from '../../../ui/format/format.ts'
import { addStyles } from '../../../ui/theme/styles.ts'
import { RecommendationLine } from '../../../parts/money/bid-fields.tsx'
import type { BudgetPeriod } from './budget-words.ts'
import { pacingLabels, periodLabels, labelIn } from '../../../parts/campaigns/labels.ts'
import css from '../../../parts/campaigns/fields.css'

addStyles(css)

/** The recommended budget and the reason for it. */
export interface BudgetAdvice {
  readonly budget: string | null
  readonly reason: BudgetReason
}

interface BudgetFieldsProps {
  readonly period: FieldProps<BudgetPeriod | ''>
  readonly budget: FieldProps<string>
  readonly pacing: FieldProps<string>
  readonly pacings: readonly string[]
  readonly currency: CurrencyFormat
  readonly advice?: BudgetAdvice | undefined
}

/** Days in the longest month. */
const longestMonth = 31n

/** The maximum spend per month. */
function MonthlyMaximum({
  period,
  budget,
  currency,
}: {
  readonly period: string
  readonly budget: string
  readonly currency: CurrencyFormat
}) {
  const { i18n } = useLingui()
  if (period !== 'Daily' || !isDecimal(budget) || budget.startsWith('-')) return <Trans>We never spend more than this.</Trans>
  const max = money(amountOf(microsOf(budget) * longestMonth, currency.currency_digits), currency, i18n.locale)
  return <Trans>Up to {max} per month.</Trans>
}

function Advice({ advice, budget, currency }: { readonly advice: BudgetAdvice } & Pick<BudgetFieldsProps, 'budget' | 'currency'>) {
  const { t } = useLingui()
  const reasons = {
    own_spend: t`(last 30 days’ spend plus 20%)`,
    similar_advertisers: t`(based on spend of similar advertisers)`,
    too_little_data: t`Not enough data to recommend a budget.`,
  }
  if (advice.budget === null) return <p className="advice-line">{reasons.too_little_data}</p>
  const { budget: amount } = advice
  const canUseAmount = budget.disabledBecause === undefined && !budget.isReadonly && budget.value !== amount
  return (
    <RecommendationLine
      label={t`Use recommended budget`}
      amount={amount}
      currency={currency}
      reason={reasons[advice.reason]}
      onUse={canUseAmount ? () => budget.onChange(amount) : undefined}
    />
  )
}

/** Budget, period and pacing. */
export function BudgetFields({ period, budget, pacing, pacings, currency, advice }: BudgetFieldsProps) {
  const { t, i18n } = useLingui()
  const hints: Readonly<Record<string, string>> = {
    Evenly: t`Spreads the budget evenly over the period.`,
    ASAP: t`Spends as fast as possible.`,
  }
  return (
    <div className="campaign-fields">
      <Chips<BudgetPeriod>
        {...period}
        choices={budgetPeriods.map((value) => ({ value, label: labelIn(periodLabels, value, i18n) }))}
        isSegments
      />
      <div className="field-pair">
        <MoneyField
          {...budget}
          currency={currency}
          help={<MonthlyMaximum period={period.value} budget={budget.value} currency={currency} />}
        />
        <Chips
          {...pacing}
          choices={pacings.map((value) => ({ value, label: labelIn(pacingLabels, value, i18n) }))}
          isSegments
          help={hints[pacing.value]}
        />
      </div>
      {advice && <Advice advice={advice} budget={budget} currency={currency} />}
    </div>
  )
}

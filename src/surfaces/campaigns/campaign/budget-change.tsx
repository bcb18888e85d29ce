import { Trans, useLingui } from '@lingui/react/macro'
import type { BudgetChange } from '../../../contract/campaigns/edits.ts'
import { type CampaignBudget, campaigns } from '../../../contract/campaigns/campaigns.ts'
import type { FieldRuleResult } from '../../../contract/fields/faults.ts'
import { required } from '../../../contract/fields/fields.rules.ts'
import { amount as isAmount } from '../../../contract/fields/numbers.rules.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { type FormOf, ResourceForm } from '../../../parts/resource/form.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { money } from '../../../ui/format/format.ts'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { useCampaign } from './gate.tsx'
import { useCampaignEffects, useCampaignTexts } from '../detail/mutation.tsx'
import { isDecimal } from '../../../contract/fields/decimals.ts'
import { amountOf, microsOf } from '../../../contract/money/money.ts'

type BudgetChangeKind = BudgetChange['change']

/** The new budget and the remaining amount of the period; undefined until the user has typed an amount. */
function budgetAfter(now: { readonly budget: string; readonly spent: string }, kind: BudgetChangeKind, amount: string, digits: number) {
  if (!isDecimal(amount) || amount.startsWith('-')) return undefined
  const budget = microsOf(now.budget)
  const difference = microsOf(amount)
  const newBudget = { increase: budget + difference, decrease: budget - difference, set: difference }[kind]
  const left = newBudget - microsOf(now.spent)
  return { budget: amountOf(newBudget, digits), remaining: amountOf(left > 0n ? left : 0n, digits) }
}

const isLess = (a: string, b: string) => microsOf(a) < microsOf(b)

type Values = BudgetChange

/** Validates that the new budget is not below the platform's minimum. */
function useMinimumBudgetRule(now: CampaignBudget) {
  const { t, i18n } = useLingui()
  const { currency } = useCampaign()
  return (amount: string, { change }: Values): FieldRuleResult => {
    const after = budgetAfter(now, change, amount, currency.currency_digits)
    if (!after || !isLess(after.budget, now.least)) return true
    const min = money(now.least, currency, i18n.locale)
    return { code: 'custom', text: t`The new budget is below the minimum of ${min}` }
  }
}

interface BudgetChangeProps {
  readonly now: CampaignBudget
  readonly disabledBecause?: string | undefined
}

function BudgetChangeFields({ now, disabledBecause, form }: BudgetChangeProps & { readonly form: FormOf<Values> }) {
  const { t, i18n } = useLingui()
  const { currency } = useCampaign()
  const { change, amount } = form.values
  const after = budgetAfter(now, change, amount, currency.currency_digits)
  const min = money(now.least, currency, i18n.locale)
  const kindLabels = { increase: t`Increase by`, decrease: t`Decrease by`, set: t`Set to` }
  return (
    <>
      <Chips<BudgetChange['change']>
        {...form.field('change', t`Budget change`)}
        isSegments
        disabledBecause={disabledBecause}
        choices={[
          { value: 'increase', label: kindLabels.increase },
          { value: 'decrease', label: kindLabels.decrease },
          { value: 'set', label: kindLabels.set },
        ]}
      />
      <MoneyField
        {...form.field('amount', t`${kindLabels[change]}, ${currency.currency_code}`)}
        currency={currency}
        disabledBecause={disabledBecause}
        help={t`Minimum budget: ${min}.`}
      />
      <div role="status" className="budget-after">
        <KeyValues
          items={[
            { id: 'budget', label: t`New budget`, value: after && <Money amount={after.budget} currency={currency} /> },
            { id: 'remaining', label: t`Remaining after change`, value: after && <Money amount={after.remaining} currency={currency} /> },
          ]}
        />
      </div>
    </>
  )
}

const initialValues: Values = { change: 'increase', amount: '' }

/** Form that changes the budget by or to an amount, and previews the result while the user types. */
export function BudgetChangeForm({ now, disabledBecause }: BudgetChangeProps) {
  const { t, i18n } = useLingui()
  const { at, currency } = useCampaign()
  const { mutate } = useMutate()
  const effects = useCampaignEffects()
  const texts = useCampaignTexts()
  const min = useMinimumBudgetRule(now)
  const save = ({ change, amount }: Values) => {
    const after = budgetAfter(now, change, amount, currency.currency_digits)
    const title = t`Budget: ${money(after?.budget ?? null, currency, i18n.locale)}`
    const call = { path: at, body: { change, amount } }
    return mutate(campaigns.changeBudget, call, { version: now.version, ...effects({ fields: ['budget'], title }) })
  }
  return (
    <ResourceForm<Values>
      name="budget change"
      label={t`Change budget`}
      initial={initialValues}
      rules={{ amount: [required, isAmount(currency), min] }}
      texts={texts}
      save={save}
      done={(values, form) => form.reset({ ...values, amount: '' })}
      lossesOf={({ values }) => (values.amount === '' ? [] : [t`Budget`])}
      submit={<Trans>Change budget</Trans>}
      savesUnchanged
      disabledBecause={disabledBecause}
    >
      {(form) => <BudgetChangeFields {...{ now, disabledBecause, form }} />}
    </ResourceForm>
  )
}

import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { type AutoRebill, autoRebills, type RehearsalQuery } from '../../../contract/auto-rebills/auto-rebills.ts'
import type { PaymentMethod } from '../../../contract/payments/payments.ts'
import type { FieldRule } from '../../../contract/fields/faults.ts'
import { required } from '../../../contract/fields/fields.rules.ts'
import { roundUp } from '../../../contract/money/funds.rules.ts'
import type { Result } from '../../../contract/endpoint.ts'
import { decimalOf, microsOf } from '../../../contract/money/money.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { type FormOf, ResourceForm, type Save } from '../../../parts/resource/form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { type CurrencyFormat, money } from '../../../ui/format/format.ts'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { Select } from '../../../ui/select/select.tsx'
import { fundsData, useFunds } from '../context.tsx'
import { methodName } from '../methods/words.ts'
import { useRefusalTexts } from '../refusals.ts'

type RebillValues = {
  readonly threshold: string
  readonly mode: AutoRebill['mode']
  readonly amount: string
  readonly method: SelectedOption | null
  readonly month_maximum: string
}
type RebillFormState = FormOf<RebillValues>

function valuesOf(rule: AutoRebill | null, methods: readonly PaymentMethod[], i18n: I18n): RebillValues {
  const byId = methods.find(({ payment_method_id }) => payment_method_id === rule?.payment_method_id)
  const method = rule ? byId : methods.find(({ is_default }) => is_default)
  return {
    threshold: rule?.threshold ?? '',
    mode: rule?.mode ?? 'fixed',
    amount: rule?.amount ?? '',
    method: method ? { id: String(method.payment_method_id), label: methodName(method.data, i18n) } : null,
    month_maximum: rule?.month_maximum ?? '',
  }
}

const isAmount = (text: string) => /^\d+(\.\d+)?$/.test(text) && microsOf(text) > 0n

function useRules() {
  const { t } = useLingui()
  return useMemo(() => {
    const positive: FieldRule<string, RebillValues> = (text) => isAmount(text) || { code: 'custom', text: t`Enter an amount above 0` }
    const aboveThreshold: FieldRule<string, RebillValues> = (text, { mode, threshold }) =>
      mode === 'fixed' ||
      !isAmount(text) ||
      !isAmount(threshold) ||
      microsOf(text) > microsOf(threshold) || {
        code: 'custom',
        text: t`Enter a target above the threshold`,
      }
    const positiveOrEmpty: FieldRule<string, RebillValues> = (text) =>
      text === '' || isAmount(text) || { code: 'custom', text: t`Enter an amount above 0` }
    return {
      threshold: [required, positive],
      amount: [required, positive, aboveThreshold],
      method: [required],
      month_maximum: [positiveOrEmpty],
    }
  }, [t])
}

type BudgetDifference = Result<typeof autoRebills.budgetDifference>

interface CoverBudgetsProps {
  readonly needs: BudgetDifference
  readonly onCover: (amount: string) => void
}

const offeredCampaigns = 5

/** Offers what the budgets of campaigns need beyond the funds as the amount to add. */
function CoverBudgets({ needs, onCover }: CoverBudgetsProps) {
  const { t, i18n } = useLingui()
  const offerOf = (difference: string) => {
    const micros = roundUp(microsOf(difference), needs.currency_digits)
    return { amount: decimalOf(micros), shown: money(decimalOf(micros), needs, i18n.locale) }
  }
  if (microsOf(needs.difference) === 0n) return null
  const { amount: total, shown: totalShown } = offerOf(needs.difference)
  return (
    <section aria-label={t`Cover budgets`}>
      <p className="quiet">
        <Trans>The budgets of active campaigns need {totalShown} beyond the funds.</Trans>
      </p>
      <div className="row rebill-offers">
        <Button onPress={() => onCover(total)}>
          <Trans>Add {totalShown} for all campaigns</Trans>
        </Button>
        {needs.campaigns.slice(0, offeredCampaigns).map(({ campaign_id, name, difference }) => {
          const { amount, shown } = offerOf(difference)
          return (
            <Button key={campaign_id} onPress={() => onCover(amount)}>
              <Trans>
                Add {shown} for {name}
              </Trans>
            </Button>
          )
        })}
      </div>
    </section>
  )
}

interface RebillFormProps {
  readonly rule: AutoRebill | null
  readonly path: { readonly memberGroupId: number; readonly advertiserId: number }
  readonly needs: BudgetDifference
  readonly methods: readonly PaymentMethod[]
  readonly isReadonly: boolean
  readonly onRehearse: (query: RehearsalQuery) => void
}

const termsOf = ({ threshold, mode, amount, month_maximum }: RebillValues) => ({
  threshold,
  mode,
  amount,
  month_maximum: month_maximum === '' ? null : month_maximum,
})

/** The fields of the sentence: when, what, with which method, and how much in a month. */
function SentenceFields({
  form,
  currency,
  methods,
  isReadonly,
}: Pick<RebillFormProps, 'methods' | 'isReadonly'> & { readonly currency: CurrencyFormat; readonly form: RebillFormState }) {
  const { t, i18n } = useLingui()
  const options = useMemo(
    () => methods.map((method) => ({ id: String(method.payment_method_id), label: methodName(method.data, i18n), note: method.name })),
    [methods, i18n],
  )
  const shared = { isReadonly, currency }
  const isTarget = form.values.mode === 'target'
  const chosen = methods.find(({ payment_method_id }) => String(payment_method_id) === String(form.values.method?.id))
  const validities = {
    valid: undefined,
    expiring: t`This card expires soon. Choose another one before that.`,
    expired: t`This card has expired. Choose another one.`,
  }
  return (
    <div className="rebill-sentence">
      <MoneyField {...form.field('threshold', t`When available falls below`)} {...shared} isRequired />
      <Chips<AutoRebill['mode']>
        {...form.field('mode', t`Then`)}
        isReadonly={isReadonly}
        isSegments
        choices={[
          { value: 'fixed', label: t`Add an amount` },
          { value: 'target', label: t`Top up to` },
        ]}
      />
      <MoneyField
        {...form.field('amount', isTarget ? t`Target` : t`Amount to add`)}
        {...shared}
        isRequired
        help={isTarget ? undefined : t`If more is missing, a multiple is added in one charge.`}
      />
      <Select
        {...form.field('method', t`With`)}
        isReadonly={isReadonly}
        isRequired
        options={options}
        placeholder={t`Choose a payment method`}
        help={chosen && validities[chosen.validity]}
      />
      <MoneyField {...form.field('month_maximum', t`At most in a month`)} {...shared} help={t`Leave empty for no maximum.`} />
    </div>
  )
}

/** The terms of a rule as a sentence, which can be rehearsed before it is saved. */
export function RebillForm({ rule, path, needs, methods, isReadonly, onRehearse }: RebillFormProps) {
  const { t, i18n } = useLingui()
  const { emit } = useFunds()
  const { mutate } = useMutate()
  const rules = useRules()
  const texts = useRefusalTexts(needs)
  const effects = {
    stale: fundsData,
    event: ({ auto_rebill_id }: AutoRebill) => emit('ad-auto-rebill-changed', { auto_rebill_id }),
    title: t`Auto-rebill saved`,
  }
  const save = (values: RebillValues, { version }: Save<RebillValues>) => {
    const body = { ...termsOf(values), payment_method_id: Number(values.method?.id) }
    if (!rule) return mutate(autoRebills.create, { path, body }, effects)
    return mutate(autoRebills.change, { path: { ...path, autoRebillId: rule.auto_rebill_id }, body }, { ...effects, version })
  }
  return (
    <ResourceForm<RebillValues>
      name="auto-rebill"
      label={t`Auto-rebill`}
      initial={valuesOf(rule, methods, i18n)}
      {...(rule ? { version: rule.version } : { savesUnchanged: true })}
      rules={rules}
      save={save}
      texts={texts}
      isReadonly={isReadonly}
      submit={rule ? <Trans>Save changes</Trans> : <Trans>Switch on auto-rebill</Trans>}
      disabledBecause={methods.length === 0 ? t`Add a payment method first` : undefined}
    >
      {(form) => {
        const isComplete = isAmount(form.values.threshold) && isAmount(form.values.amount)
        const incomplete = isComplete ? undefined : t`Enter the threshold and the amount first`
        return (
          <>
            {methods.length === 0 && (
              <Callout kind="info" heading={<Trans>No payment method</Trans>}>
                <Trans>Add a card on the tab Payment methods. Then choose it here.</Trans>
              </Callout>
            )}
            <SentenceFields form={form} currency={needs} methods={methods} isReadonly={isReadonly} />
            {!isReadonly && (
              <CoverBudgets
                needs={needs}
                onCover={(amount) => {
                  form.set('mode', 'fixed')
                  form.set('amount', amount)
                }}
              />
            )}
            <div className="row rebill-offers">
              <Button disabledBecause={incomplete} onPress={() => onRehearse(termsOf(form.values))}>
                <Trans>Rehearse 30 days</Trans>
              </Button>
              <Button disabledBecause={incomplete} onPress={() => onRehearse({ ...termsOf(form.values), is_declined: true })}>
                <Trans>Rehearse a declined card</Trans>
              </Button>
            </div>
          </>
        )
      }}
    </ResourceForm>
  )
}

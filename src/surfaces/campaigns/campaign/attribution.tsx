import { Trans, useLingui } from '@lingui/react/macro'
import type { Attribution } from '../../../contract/campaigns/edits.ts'
import type { FieldRuleResult } from '../../../contract/fields/faults.ts'
import { required } from '../../../contract/fields/fields.rules.ts'
import { ResourceForm } from '../../../parts/resource/form.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { useCampaign } from './gate.tsx'
import { useLockedReason } from './budget.tsx'
import { useCampaignChange, useCampaignTexts } from '../detail/mutation.tsx'

type Values = {
  click_days: string
  view_days: string
  user_history: Attribution['user_history']
  order_value: NonNullable<Attribution['order_value']> | 'any'
}

/** Defaults for a campaign without attribution settings. */
const defaults: Attribution = { click_days: 30, view_days: 1, user_history: 'all', order_value: null }

const valuesOf = ({ click_days, view_days, user_history, order_value }: Attribution): Values => ({
  click_days: String(click_days),
  view_days: String(view_days),
  user_history,
  order_value: order_value ?? 'any',
})

const between =
  (min: number, max: number) =>
  (value: string): FieldRuleResult => {
    if (value === '' || Number(value) < min) return { code: 'min', min: String(min) }
    return Number(value) <= max || { code: 'max', max: String(max) }
  }
const rules = { click_days: [required, between(1, 30)], view_days: [required, between(0, 30)] }

const attributionOf = ({ click_days, view_days, user_history, order_value }: Values): Attribution => ({
  click_days: Number(click_days),
  view_days: Number(view_days),
  user_history,
  order_value: order_value === 'any' ? null : order_value,
})

/** Tab with the attribution window and the purchases that count. */
export function AttributionTab() {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const { campaign } = useCampaign()
  const change = useCampaignChange()
  const texts = useCampaignTexts()
  const locked = useLockedReason()
  const disabledProps = { isReadonly, disabledBecause: locked }
  return (
    <div className="detail-tab detail-narrow">
      <ResourceForm<Values>
        {...disabledProps}
        name="attribution"
        label={t`Attribution`}
        initial={valuesOf(campaign.attribution ?? defaults)}
        version={campaign.version}
        rules={rules}
        texts={texts}
        save={(values) => change({ attribution: attributionOf(values) }, t`Attribution saved`)}
        submit={<Trans>Save attribution</Trans>}
      >
        {(form) => (
          <>
            <NumberField
              {...form.field('click_days', t`Days after a click`)}
              {...disabledProps}
              unit={t`days`}
              help={t`Purchases within this many days of a click count.`}
            />
            <NumberField
              {...form.field('view_days', t`Days after a view`)}
              {...disabledProps}
              unit={t`days`}
              help={t`Purchases within this many days of a view count. Enter 0 to ignore views.`}
            />
            <Chips<Values['user_history']>
              {...form.field('user_history', t`Customers`)}
              {...disabledProps}
              isSegments
              choices={[
                { value: 'all', label: t`All customers` },
                { value: 'new customers', label: t`New customers` },
              ]}
            />
            <Chips<Values['order_value']>
              {...form.field('order_value', t`Order size`)}
              {...disabledProps}
              isSegments
              choices={[
                { value: 'any', label: t`All` },
                { value: 'large', label: t`Large` },
                { value: 'medium', label: t`Medium` },
                { value: 'small', label: t`Small` },
              ]}
            />
          </>
        )}
      </ResourceForm>
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import type { DraftAttribution } from '../../../contract/drafts/drafts.data.ts'
import { orderValues, userHistories } from '../../../contract/reports/purchases.rules.ts'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { useDraftContext } from '../draft/context.ts'
import { historyLabels, orderValueLabels } from '../../../parts/campaigns/labels.ts'
import { StepSection } from './section.tsx'

/** Attribution window, and the purchases that count. */
export default function Attribution() {
  const { t, i18n } = useLingui()
  const { form, state, store } = useDraftContext()
  const attribution = state.data.attribution ?? {}
  const set = (change: DraftAttribution) => store.set({ attribution: { ...attribution, ...change } })
  const field = <Name extends keyof DraftAttribution>(name: Name, label: string) => ({
    ...form.face(`attribution.${name}`, label),
    isRequired: true,
    value: attribution[name] ?? ('' as const),
    onChange: (value: DraftAttribution[Name]) => set({ [name]: value }),
  })
  return (
    <StepSection heading={<Trans>Attribution</Trans>} note={<Trans>Which purchases count toward this campaign.</Trans>}>
      <div className="field-pair">
        <NumberField {...field('click_days', t`Days after a click`)} unit={t`days`} help={t`1 to 30.`} />
        <NumberField {...field('view_days', t`Days after a view`)} unit={t`days`} help={t`0 to 30. Enter 0 to ignore views.`} />
      </div>
      <Chips
        {...field('user_history', t`Customers`)}
        choices={userHistories.map((value) => ({ value, label: i18n._(historyLabels[value]) }))}
        isSegments
      />
      <Chips
        {...field('order_value', t`Minimum order size`)}
        choices={orderValues.map((value) => ({ value, label: i18n._(orderValueLabels[value]) }))}
        isSegments
      />
    </StepSection>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { ResourceForm, type FormOf, type Save } from '../../../parts/resource/form.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useCampaign } from '../campaign/gate.tsx'
import { useCampaignTexts } from '../detail/mutation.tsx'
import { adGroupConstraintsOf, useAdGroupChange, useAdGroupLockedReason, useCurrentAdGroup } from './gate.tsx'
import { GroupFields, changedAdGroupFields, type AdGroupFormValues, useBidStrength, useGroupRules, valuesOf } from './fields.tsx'

interface FieldsProps {
  readonly form: FormOf<AdGroupFormValues>
  readonly isReadonly: boolean
  readonly disabledBecause: string | undefined
}

function SettingsFields({ form, ...disabledProps }: FieldsProps) {
  const { group, at } = useCurrentAdGroup()
  const strength = useBidStrength(at, form.values.base_bid)
  return <GroupFields {...{ form, strength, minBid: group.min_bid, maxBid: group.max_bid, ...disabledProps }} />
}

export function GroupSettings() {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const { campaign, today } = useCampaign()
  const { group } = useCurrentAdGroup()
  const change = useAdGroupChange()
  const texts = useCampaignTexts()
  const disabledProps = { isReadonly, disabledBecause: useAdGroupLockedReason() }
  const rules = useGroupRules<AdGroupFormValues>(adGroupConstraintsOf(group, campaign, today))
  const save = async (values: AdGroupFormValues, { changes }: Save<AdGroupFormValues>) => {
    const body = changedAdGroupFields(values, (field) => field in changes)
    return Object.keys(body).length > 0 ? change(body, t`Bid, budget and schedule saved`) : undefined
  }
  return (
    <div className="detail-tab detail-form">
      <ResourceForm<AdGroupFormValues>
        {...disabledProps}
        name="ad group settings"
        label={t`Bid, budget and schedule`}
        initial={valuesOf(group)}
        version={group.version}
        rules={rules}
        texts={texts}
        save={save}
        submit={<Trans>Save bid, budget and schedule</Trans>}
      >
        {(form) => <SettingsFields {...disabledProps} form={form} />}
      </ResourceForm>
    </div>
  )
}

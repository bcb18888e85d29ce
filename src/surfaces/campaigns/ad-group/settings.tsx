import { Trans, useLingui } from '@lingui/react/macro'
import { useStoredForm } from '../../../parts/resource/stored-form.ts'
import { useLeaveGuard } from '../../../parts/resource/leave-guard.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { Form, SubmitButton } from '../../../ui/form/form.tsx'
import { useCampaign } from '../campaign/gate.tsx'
import { useFormRejection, useResetOnNewVersion } from '../detail/mutation.ts'
import { adGroupConstraintsOf, useCurrentAdGroup, useAdGroupChange, useAdGroupLockedReason } from './gate.tsx'
import { GroupFields, useGroupRules } from './fields.tsx'
import { changedAdGroupFields, type AdGroupFormValues, valuesOf } from './values.ts'
import { useBidStrength } from './bid-strength.tsx'

export function GroupSettings() {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const { campaign, today } = useCampaign()
  const { group, at } = useCurrentAdGroup()
  const change = useAdGroupChange()
  const rejection = useFormRejection()
  const locked = useAdGroupLockedReason()
  const rules = useGroupRules<AdGroupFormValues>(adGroupConstraintsOf(group, campaign, today))
  const form = useStoredForm<AdGroupFormValues>(
    {
      initial: valuesOf(group),
      rules,
      submit: rejection(async (values: AdGroupFormValues) => {
        const changes = form.changes()
        const body = changedAdGroupFields(values, (field) => field in changes)
        if (Object.keys(body).length > 0) await change(body, t`Bid, budget and schedule saved`)
      }),
    },
    'ad group settings',
  )
  useResetOnNewVersion(form, valuesOf(group), group.version)
  const guard = useLeaveGuard(form.isDirty, { lost: form.changed })
  const strength = useBidStrength(at, form.values.base_bid)
  return (
    <div className="detail-tab detail-form">
      {guard}
      <Form form={form} label={t`Bid, budget and schedule`}>
        <GroupFields {...{ form, isReadonly, disabledBecause: locked, strength, minBid: group.min_bid, maxBid: group.max_bid }} />
        {!isReadonly && (
          <div className="row">
            <SubmitButton form={form} disabledBecause={locked ?? (form.isDirty ? undefined : t`No changes to save`)}>
              <Trans>Save bid, budget and schedule</Trans>
            </SubmitButton>
            {form.isDirty && (
              <Button onPress={() => form.reset(valuesOf(group))}>
                <Trans>Discard changes</Trans>
              </Button>
            )}
          </div>
        )}
      </Form>
    </div>
  )
}

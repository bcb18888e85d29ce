import { Trans, useLingui } from '@lingui/react/macro'
import type { FieldRule } from '../../../contract/fields/faults.ts'
import { targetingProblems } from '../../../contract/targeting/targetings.rules.ts'
import type { Targeting } from '../../../contract/targeting/targetings.ts'
import { type FormOf, ResourceForm } from '../../../parts/resource/form.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { ReachFigure, useReach, useTargetings } from '../../../parts/targeting-builder/targeting-reads.tsx'
import { TargetingBuilder, type TargetingBuilderProps } from '../../../parts/targeting-builder/targeting-builder.tsx'
import { useTargetingScope } from '../campaign/gate.tsx'
import { useCampaignTexts, ReviewNotice } from '../detail/mutation.tsx'
import { useCurrentAdGroup, useAdGroupChange, useAdGroupLockedReason } from './gate.tsx'

type Values = { readonly targeting: Targeting }

interface FieldsProps extends Pick<TargetingBuilderProps, 'options' | 'isReadonly' | 'disabledBecause'> {
  readonly form: FormOf<Values>
  readonly saved: Targeting
}

function Fields({ form, saved, ...builder }: FieldsProps) {
  const { t } = useLingui()
  const { value, onChange, fault } = form.field('targeting', t`Targeting`)
  const reach = useReach(value, useTargetingScope())
  return (
    <>
      <div className="detail-seen">
        <TargetingBuilder {...builder} value={value} onChange={onChange} before={saved} attempts={fault === undefined ? 0 : 1} />
        <ReachFigure read={reach} />
      </div>
      {form.isDirty && !builder.isReadonly && <ReviewNotice />}
    </>
  )
}

/** Targeting of the ad group, with the estimated reach while it is edited. */
export function GroupTargeting() {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const { group } = useCurrentAdGroup()
  const change = useAdGroupChange()
  const texts = useCampaignTexts()
  const options = useTargetings(useTargetingScope())
  const off = { isReadonly, disabledBecause: useAdGroupLockedReason() }
  const { targeting: saved, version } = group
  const rule: FieldRule<Targeting, Values> = (value) =>
    !options.dimensions ||
    !options.limits ||
    targetingProblems(value, options.dimensions, options.limits, saved).length === 0 || {
      code: 'custom',
      text: t`Fix the marked conditions`,
    }
  return (
    <div className="detail-tab">
      <ResourceForm<Values>
        {...off}
        name="ad group targeting"
        label={t`Targeting`}
        initial={{ targeting: saved }}
        version={version}
        rules={{ targeting: [rule] }}
        texts={texts}
        save={({ targeting }) => change({ targeting }, t`Targeting saved`)}
        submit={<Trans>Save targeting</Trans>}
      >
        {(form) => <Fields {...off} form={form} saved={saved} options={options} />}
      </ResourceForm>
    </div>
  )
}

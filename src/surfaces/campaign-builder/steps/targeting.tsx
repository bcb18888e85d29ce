import { Trans } from '@lingui/react/macro'
import { noTargeting } from '../../../contract/targeting/targetings.ts'
import { ReachFigure, useReach } from '../../../parts/targeting-builder/targeting-reads.tsx'
import { TargetingBuilder } from '../../../parts/targeting-builder/targeting-builder.tsx'
import { useDraftContext } from '../draft/context.ts'
import { StepSection } from './section.tsx'

/** Targeting of the campaign; without conditions it reaches all people. */
export default function TargetingStep() {
  const { state, store, targeting, form, clientId } = useDraftContext()
  const value = state.data.targeting ?? noTargeting
  const reach = useReach(value, { memberGroupId: clientId, experienceId: state.draft.experience_id ?? undefined })
  return (
    <StepSection isWide heading={<Trans>Targeting</Trans>} note={<Trans>Everyone can see your ads unless you add a condition.</Trans>}>
      <TargetingBuilder value={value} onChange={(next) => store.set({ targeting: next })} options={targeting} attempts={form.attempts} />
      <ReachFigure read={reach} />
    </StepSection>
  )
}

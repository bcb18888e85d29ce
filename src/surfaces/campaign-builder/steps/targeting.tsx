import { Trans } from '@lingui/react/macro'
import { noTargeting } from '../../../contract/targeting/targetings.ts'
import { ReachFigure, useReach } from '../../../parts/targeting-builder/reach.tsx'
import { TargetingBuilder } from '../../../parts/targeting-builder/targeting-builder.tsx'
import { useDesk } from '../draft/context.ts'
import { Part } from './section.tsx'

/** Targeting of the campaign; without conditions it reaches all people. */
export default function TargetingStep() {
  const { state, store, targeting, form, clientId } = useDesk()
  const value = state.data.targeting ?? noTargeting
  const answer = useReach(value, { memberGroupId: clientId, experienceId: state.draft.experience_id ?? undefined })
  return (
    <Part isWide heading={<Trans>Targeting</Trans>} note={<Trans>Who sees it. Without conditions that is everybody.</Trans>}>
      <TargetingBuilder value={value} onChange={(next) => store.set({ targeting: next })} ground={targeting} isTold={form.attempts > 0} />
      <ReachFigure answer={answer} />
    </Part>
  )
}

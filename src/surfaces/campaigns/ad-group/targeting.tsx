import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { targetingProblems } from '../../../contract/targeting/targetings.rules.ts'
import type { Targeting } from '../../../contract/targeting/targetings.ts'
import { useLeaveGuard } from '../../../parts/resource/leave-guard.tsx'
import { ReachFigure, useReach } from '../../../parts/targeting-builder/reach.tsx'
import { TargetingBuilder } from '../../../parts/targeting-builder/targeting-builder.tsx'
import { useTargetings } from '../../../parts/targeting-builder/use-targetings.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { useMutationErrorText } from '../detail/mutation.ts'
import { ReviewNotice } from '../detail/review-notice.tsx'
import { useTargetingScope } from '../campaign/targeting.tsx'
import { useCurrentAdGroup, useAdGroupChange, useAdGroupLockedReason } from './gate.tsx'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
/** Local copy of the targeting. A saved change by another user replaces it only while it has no unsaved edits. */
function useTargetingDraft(saved: Targeting) {
  const [draft, setDraft] = useState(saved)
  const seen = useRef(saved)
  useEffect(() => {
    if (isSame(seen.current, saved)) return
    setDraft((now) => (isSame(now, seen.current) ? saved : now))
    seen.current = saved
  }, [saved])
  return [draft, setDraft] as const
}

/** Targeting of the ad group, with the estimated reach while it is edited. */
export function GroupTargeting() {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const { group } = useCurrentAdGroup()
  const change = useAdGroupChange()
  const reasonOf = useMutationErrorText()
  const locked = useAdGroupLockedReason()
  const place = useTargetingScope()
  const options = useTargetings(place)
  const saved = group.targeting
  const [draft, setDraft] = useTargetingDraft(saved)
  const [state, setState] = useState<{ isSaving?: boolean; showsErrors?: boolean; refused?: string }>({})
  const isDirty = !isSame(draft, saved)
  const guard = useLeaveGuard(isDirty, { lost: [t`Targeting`] })
  const reach = useReach(draft, place)
  const isWrong =
    options.dimensions !== undefined &&
    options.limits !== undefined &&
    targetingProblems(draft, options.dimensions, options.limits, saved).length > 0
  const save = async () => {
    if (isWrong) return setState({ showsErrors: true })
    setState({ isSaving: true })
    const refused = await change({ targeting: draft }, t`Targeting saved`).then(() => undefined, reasonOf)
    setState(refused === undefined ? {} : { refused })
  }
  return (
    <div className="detail-tab">
      {guard}
      <div className="detail-seen">
        <TargetingBuilder
          {...{ value: draft, options, isReadonly, before: saved, disabledBecause: locked, showsMissing: state.showsErrors === true }}
          onChange={setDraft}
        />
        <ReachFigure answer={reach} />
      </div>
      {state.showsErrors && isWrong && (
        <Callout kind="error" isAnnounced heading={t`Fix the conditions above`}>
          {t`Your changes are still in the form.`}
        </Callout>
      )}
      {state.refused && (
        <Callout kind="error" isAnnounced heading={t`Couldn’t save targeting`}>
          {state.refused}
        </Callout>
      )}
      {isDirty && !isReadonly && <ReviewNotice />}
      {!isReadonly && (
        <div className="row">
          <Button
            kind="primary"
            isBusy={state.isSaving === true}
            disabledBecause={locked ?? (isDirty ? undefined : t`No changes to save`)}
            onPress={() => void save()}
          >
            <Trans>Save targeting</Trans>
          </Button>
          {isDirty && (
            <Button onPress={() => setDraft(saved)}>
              <Trans>Discard changes</Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

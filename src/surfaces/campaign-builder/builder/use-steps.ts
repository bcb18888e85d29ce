import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isCompleted, partsOf } from '../../../contract/drafts/steps.rules.ts'
import { invalidSteps } from '../../../contract/drafts/drafts.rules.ts'
import type { StepKey } from '../../../contract/templates/templates.rules.ts'
import { usePath } from '../../../kit/path.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { money, count } from '../../../ui/format/format.ts'
import type { Step } from '../../../ui/navigation/stepper.tsx'
import type { DraftContext } from '../draft/context.ts'
import type { DraftState } from '../draft/state.ts'
import type { DraftStore } from '../draft/store.ts'
import { stepName } from '../../../parts/campaigns/draft-words.ts'

/** The step in the URL if the user has reached it, else the draft's last step. */
export function currentStep({ draft, step, reached }: DraftState, query: URLSearchParams): StepKey {
  const requested = draft.steps.find((item) => item === query.get('step'))
  return requested && draft.steps.indexOf(requested) <= draft.steps.indexOf(reached) ? requested : step
}

/** Opens a step and stores it in the URL. */
export function useOpenStep(store: DraftStore) {
  const { setQuery } = usePath()
  return (step: StepKey) => {
    store.go(step)
    setQuery({ step })
  }
}

type EntitySaves = Pick<DraftState, 'isChoosing' | 'hasChoiceFailed'>

interface Continuation {
  readonly proceed: () => void
  /** Says why the step did not proceed. The place of the error, such as an ad group's drawer, may be closed. */
  readonly explain: () => void
}

/**
 * Continue waits until the chosen entities are saved, because the step is checked with their number. It does not proceed after a
 * failed save, but explains it, and not after the user has left the step.
 */
export function useContinue(step: StepKey, { isChoosing, hasChoiceFailed }: EntitySaves, continuation: Continuation) {
  const [waitingStep, setWaitingStep] = useState<StepKey>()
  const latest = useRef(continuation)
  latest.current = continuation
  const isWaiting = waitingStep === step
  useEffect(() => {
    if (waitingStep === undefined || (isWaiting && isChoosing)) return
    setWaitingStep(undefined)
    if (!isWaiting) return
    if (hasChoiceFailed) latest.current.explain()
    else latest.current.proceed()
  }, [waitingStep, isWaiting, isChoosing, hasChoiceFailed])
  const onContinue = () => {
    if (isChoosing) setWaitingStep(step)
    else continuation.proceed()
  }
  return { isWaiting, onContinue }
}

/** Focuses the name of a step when it opens; that of the first one only after the start screen. */
export function useFocusNewStep(step: string, isAfterStart: boolean) {
  const title = useRef<HTMLHeadingElement>(null)
  const previousStep = useRef(isAfterStart ? undefined : step)
  // A layout effect, so that it runs before the user can focus a field of the new step.
  useLayoutEffect(() => {
    const root = title.current?.getRootNode()
    const isHere = document.activeElement === document.body || (root instanceof ShadowRoot && root.activeElement !== null)
    if (previousStep.current !== step && isHere) {
      title.current?.focus({ preventScroll: true })
      title.current?.scrollIntoView({ block: 'nearest' })
    }
    previousStep.current = step
  }, [step])
  return title
}

/** A short summary of a step. */
function useStepSummary() {
  const { t, i18n } = useLingui()
  return ({ state: { data, draft }, currency }: DraftContext, step: StepKey): ReactNode => {
    const parts = partsOf(draft.flow, step)
    if (parts.includes('name')) return data.name?.trim()
    if (parts.includes('budget')) return data.budget && /^\d/.test(data.budget) ? money(data.budget, currency, i18n.locale) : undefined
    if (parts.includes('ad_group_drafts') && draft.ad_group_drafts.length > 0) return count(draft.ad_group_drafts.length, i18n.locale)
    if (parts.includes('entities')) return draft.entity_count > 0 ? t`${count(draft.entity_count, i18n.locale)} selected` : undefined
    return undefined
  }
}

/** Steps of the stepper, each done, to do, or with errors. */
export function useStepperSteps(desk: DraftContext): Step[] {
  const { i18n } = useLingui()
  const label = useLabel()
  const noteOf = useStepSummary()
  const { state, problems, step: current } = desk
  const { flow, steps } = state.draft
  const progress = { steps, step: current, reached: state.reached, wrong: invalidSteps(problems) }
  return steps.map((id) => {
    // Do not show errors for the furthest step: the user has not pressed Continue there.
    const isPast = steps.indexOf(id) < steps.indexOf(state.reached) && id !== current
    const errors = isPast ? problems.filter(({ step }) => step === id).length : 0
    const note = noteOf(desk, id)
    return {
      id,
      label: stepName(id, { flow, label }, i18n),
      errors,
      ...(note && { note }),
      state: isCompleted(id, progress) ? 'done' : errors > 0 ? 'error' : 'todo',
    }
  })
}

import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, Suspense, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { reviewSteps } from '../../../contract/templates/templates.rules.ts'
import type { SubmittedCampaign } from '../../../contract/drafts/drafts.ts'
import { usePath } from '../../../kit/path.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { later } from '../../../ui/lazy-idle.ts'
import { Stepper } from '../../../ui/navigation/stepper.tsx'
import { Loading } from '../../../ui/states.tsx'
import { useWidth } from '../../../ui/chart/use-width.ts'
import { DraftNotices } from './draft-notices.tsx'
import { type Desk, DeskProvider } from '../draft/context.ts'
import type { DraftStore } from '../draft/store.ts'
import { useDeskOf } from '../draft/use-draft.ts'
import { Forecast } from '../forecast/forecast.tsx'
import { SavedLine } from './save-status.tsx'
import { StepContent } from '../steps/step.tsx'
import { currentStep, useGoTo, useStepperSteps } from './use-steps.ts'

const Review = later(() => import('../review/review.tsx'))
const Submitted = later(() => import('../review/submitted.tsx'))

interface WizardProps {
  readonly store: DraftStore
  readonly advertiserId: number
  readonly onLeave: () => void
}

const Bones = () => <Loading height={420} />

/** Fields of one step with Back and Continue. If there are errors, Continue lists them instead. */
function StepForm({ desk }: { readonly desk: Desk }) {
  const { form, state, step, store } = desk
  const steps = useStepperSteps(desk)
  const goTo = useGoTo(store)
  const at = state.draft.steps.indexOf(step)
  const [before, next] = [state.draft.steps[at - 1], state.draft.steps[at + 1]]
  const name = steps[at]?.label ?? ''
  // Lazy parts register their labels when they load, so the error summary must render again.
  const [, callAgain] = useReducer((times: number) => times + 1, 0)
  const nextName = steps[at + 1]?.label
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (form.isWrong) return form.attempt()
    if (next) goTo(next)
  }
  return (
    <form className="builder-form" noValidate aria-label={name} onSubmit={onSubmit}>
      <ErrorSummary key={step} form={form} />
      <StepContent key={`content ${step}`} onCome={callAgain} />
      <footer className="builder-foot">
        {before && (
          <Button onPress={() => goTo(before)}>
            <Trans>Back</Trans>
          </Button>
        )}
        <span className="grow" />
        <span className="quiet next-name">
          <Trans>Next: {nextName}</Trans>
        </span>
        <button type="submit" className="button primary">
          <Trans>Continue</Trans>
        </button>
      </footer>
    </form>
  )
}

/** The draft's name, save state and the Exit button. */
function Head({ desk, onLeave }: { readonly desk: Desk; readonly onLeave: () => void }) {
  const { t } = useLingui()
  const { advertiser } = useClient()
  const name = desk.state.data.name?.trim()
  return (
    <header className="builder-head">
      <div className="grow">
        <h2>{name || t`Create a campaign`}</h2>
        {advertiser && <p className="quiet">{advertiser.name}</p>}
      </div>
      <SavedLine state={desk.state} />
      <Button onPress={onLeave}>
        <Trans>Exit</Trans>
      </Button>
    </header>
  )
}

function Steps({ desk }: { readonly desk: Desk }) {
  const { t } = useLingui()
  const steps = useStepperSteps(desk)
  const goTo = useGoTo(desk.store)
  const go = (id: string) => {
    const step = desk.state.draft.steps.find((one) => one === id)
    if (step) goTo(step)
  }
  return <Stepper label={t`Steps`} steps={steps} current={desk.step} onGo={go} />
}

interface OpenProps {
  readonly desk: Desk
  readonly onLeave: () => void
  readonly onSubmitted: (campaign: SubmittedCampaign) => void
}

/** Focuses the beginning of a step when it opens. */
function useBeginning(step: string) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  // A layout effect, so that it runs before the user can focus a field of the new step.
  useLayoutEffect(() => {
    const root = place.current?.getRootNode()
    const isHere = document.activeElement === document.body || (root instanceof ShadowRoot && root.activeElement !== null)
    if (before.current !== step && isHere) place.current?.focus({ preventScroll: true })
    before.current = step
  }, [step])
  return place
}

/** An open draft: stepper, current step and forecast. */
function Open({ desk, onLeave, onSubmitted }: OpenProps) {
  const { ref, width } = useWidth()
  const work = useBeginning(desk.step)
  const isReview = desk.step === reviewSteps[desk.state.draft.flow]
  return (
    <DeskProvider value={desk}>
      <div ref={ref} className="builder">
        <Head desk={desk} onLeave={onLeave} />
        <DraftNotices desk={desk} onLeave={onLeave} />
        <div className="builder-body">
          <Steps desk={desk} />
          <div className="builder-work" ref={work} tabIndex={-1}>
            {isReview ? (
              <Suspense fallback={<Bones />}>
                <Review onSubmitted={onSubmitted} />
              </Suspense>
            ) : (
              <StepForm desk={desk} />
            )}
          </div>
          <Forecast width={width} />
        </div>
      </div>
    </DeskProvider>
  )
}

/** All steps of a draft, or the confirmation after it was submitted. */
export default function Wizard({ store, advertiserId, onLeave }: WizardProps) {
  const { query } = usePath()
  const desk = useDeskOf(store, advertiserId, currentStep(useStore(store), query))
  const [submitted, setSubmitted] = useState<SubmittedCampaign>()
  if (!desk) return <Bones />
  const { submitted_campaign_id: known } = desk.state.draft
  if (!submitted && known === null) return <Open desk={desk} onLeave={onLeave} onSubmitted={setSubmitted} />
  return (
    <Suspense fallback={<Bones />}>
      <Submitted campaign={submitted} campaignId={known ?? 0} onLeave={onLeave} />
    </Suspense>
  )
}

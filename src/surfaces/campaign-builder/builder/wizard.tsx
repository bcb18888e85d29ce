import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, Suspense, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { reviewSteps } from '../../../contract/templates/templates.rules.ts'
import { templates } from '../../../contract/templates/templates.ts'
import type { SubmittedCampaign } from '../../../contract/drafts/drafts.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { usePath } from '../../../kit/path.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { Spinner } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { cross } from '../../../ui/icon/control-icons.ts'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { Stepper } from '../../../ui/navigation/stepper.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { useMeasure } from '../../../ui/use-measure.ts'
import { DraftNotices } from './draft-notices.tsx'
import { type DraftContext, DraftProvider } from '../draft/context.ts'
import type { DraftStore } from '../draft/store.ts'
import { useOpenDraft } from '../draft/use-draft.ts'
import { Forecast, sidePanelMinWidth } from '../forecast/forecast.tsx'
import { SaveStatus } from './save-status.tsx'
import { StepContent } from '../steps/step.tsx'
import { StepFooter } from './step-footer.tsx'
import { currentStep, useOpenStep, useStepperSteps } from './use-steps.ts'

const Review = lazyIdle(() => import('../review/review.tsx'))
const Submitted = lazyIdle(() => import('../review/submitted.tsx'))

interface WizardProps {
  readonly store: DraftStore
  readonly advertiserId: number
  readonly onLeave: () => void
}

const WizardSkeleton = () => <LoadingSkeleton height={420} />

/** Fields of one step with Back and Continue. If there are errors, Continue lists them instead. */
function StepForm({ desk }: { readonly desk: DraftContext }) {
  const { form, state, step, store } = desk
  const steps = useStepperSteps(desk)
  const goTo = useOpenStep(store)
  const at = state.draft.steps.indexOf(step)
  const previousStep = state.draft.steps[at - 1]
  const next = state.draft.steps[at + 1]
  const name = steps[at]?.label ?? ''
  // Lazy parts register their labels when they load, so the error summary must render again.
  const [, callAgain] = useReducer((times: number) => times + 1, 0)
  const nextName = steps[at + 1]?.label
  const [isWaiting, setWaiting] = useState(false)
  const proceed = () => {
    if (form.isWrong) return form.attempt()
    if (next) goTo(next)
  }
  const latest = useRef(proceed)
  latest.current = proceed
  const { isChoosing } = state
  // Continue waits until the chosen entities are saved, because the step is checked with their number.
  useEffect(() => {
    if (!isWaiting || isChoosing) return
    setWaiting(false)
    latest.current()
  }, [isWaiting, isChoosing])
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isChoosing) setWaiting(true)
    else proceed()
  }
  return (
    <form className="builder-form" noValidate aria-label={name} onSubmit={onSubmit}>
      <ErrorSummary key={step} form={form} />
      <StepContent key={`content ${step}`} onCome={callAgain} />
      <StepFooter onBack={previousStep && (() => goTo(previousStep))}>
        <span className="quiet next-name">
          <Trans>Next: {nextName}</Trans>
        </span>
        <button type="submit" className="button primary" aria-busy={isWaiting}>
          {isWaiting && <Spinner />}
          <Trans>Continue</Trans>
        </button>
      </StepFooter>
    </form>
  )
}

/** The name of the draft's template, if it has one. */
function useTemplateName({ clientId: memberGroupId, state }: DraftContext) {
  const { campaign_template_id: templateId } = state.draft
  return useRead(templates.one, templateId === null ? null : { path: { memberGroupId, templateId } }).data?.name
}

/** The draft's name, save state and the Exit button. */
function BuilderHeader({ desk, onLeave }: { readonly desk: DraftContext; readonly onLeave: () => void }) {
  const { t } = useLingui()
  const { notify } = useElementContext()
  const exit = () => {
    const { saving, draft } = desk.state
    const isOnPlatform = saving === 'saved' && draft.campaign_draft_uuid !== ''
    if (isOnPlatform) notify({ kind: 'success', title: t`Draft saved`, text: t`Continue it under New campaign.` })
    onLeave()
  }
  const { advertiser } = useClient()
  const template = useTemplateName(desk)
  const name = desk.state.data.name?.trim()
  const origin = [advertiser?.name, template].filter(Boolean).join(' · ')
  return (
    <header className="builder-head">
      <div className="grow">
        <h2>{name || t`Create campaign`}</h2>
        {origin && <p className="quiet builder-advertiser">{origin}</p>}
      </div>
      <SaveStatus state={desk.state} />
      <button type="button" className="button secondary builder-exit" onClick={exit}>
        <Icon shape={cross} />
        <span>
          <Trans>Exit</Trans>
        </span>
      </button>
    </header>
  )
}

function Steps({ desk }: { readonly desk: DraftContext }) {
  const { t } = useLingui()
  const steps = useStepperSteps(desk)
  const goTo = useOpenStep(desk.store)
  const select = (id: string) => {
    const step = desk.state.draft.steps.find((item) => item === id)
    if (step) goTo(step)
  }
  return <Stepper label={t`Steps`} steps={steps} current={desk.step} onGo={select} />
}

interface OpenProps {
  readonly desk: DraftContext
  readonly onLeave: () => void
  readonly onSubmitted: (campaign: SubmittedCampaign) => void
}

/** Focuses the name of a step when it opens, also of the first one after the start screen. */
function useFocusNewStep(step: string) {
  const title = useRef<HTMLHeadingElement>(null)
  const previousStep = useRef<string>(undefined)
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

/** Whether the forecast fits next to the steps. A node without layout keeps its last state. */
const hasSidePanel = ({ clientWidth }: HTMLElement, last: boolean) => (clientWidth > 0 ? clientWidth >= sidePanelMinWidth : last)

/** An open draft: stepper, current step and forecast. */
function OpenDraft({ desk, onLeave, onSubmitted }: OpenProps) {
  const ref = useRef<HTMLDivElement>(null)
  const title = useFocusNewStep(desk.step)
  const steps = useStepperSteps(desk)
  const isBeside = useMeasure(ref, false, hasSidePanel)
  const isReview = desk.step === reviewSteps[desk.state.draft.flow]
  return (
    <DraftProvider value={desk}>
      <div ref={ref} className={isBeside ? 'builder beside' : 'builder'}>
        <BuilderHeader desk={desk} onLeave={onLeave} />
        <DraftNotices desk={desk} onLeave={onLeave} />
        <div className="builder-body">
          <Steps desk={desk} />
          <div className="builder-work">
            <h3 className="unseen" ref={title} tabIndex={-1}>
              {steps.find(({ id }) => id === desk.step)?.label}
            </h3>
            {isReview ? (
              <Suspense fallback={<WizardSkeleton />}>
                <Review onSubmitted={onSubmitted} />
              </Suspense>
            ) : (
              <StepForm desk={desk} />
            )}
          </div>
          {isBeside && <Forecast isBeside />}
        </div>
      </div>
    </DraftProvider>
  )
}

/** All steps of a draft, or the confirmation after it was submitted. */
export default function Wizard({ store, advertiserId, onLeave }: WizardProps) {
  const { query } = usePath()
  const desk = useOpenDraft(store, advertiserId, currentStep(useStore(store), query))
  const [submitted, setSubmitted] = useState<SubmittedCampaign>()
  if (!desk) return <WizardSkeleton />
  const { submitted_campaign_id: submittedId } = desk.state.draft
  if (!submitted && submittedId === null) return <OpenDraft desk={desk} onLeave={onLeave} onSubmitted={setSubmitted} />
  return (
    <Suspense fallback={<WizardSkeleton />}>
      <Submitted campaign={submitted} campaignId={submittedId ?? 0} onLeave={onLeave} />
    </Suspense>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, Suspense, useReducer, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { reviewSteps } from '../../../contract/templates/templates.rules.ts'
import type { SubmittedCampaign } from '../../../contract/drafts/drafts.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { usePath } from '../../../kit/path.ts'
import { draftName } from '../../../parts/campaigns/draft-words.ts'
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
import { useTemplateName } from '../draft/template-name.ts'
import type { DraftStore } from '../draft/store.ts'
import { useOpenDraft } from '../draft/use-draft.ts'
import { Forecast, sidePanelMinWidth } from '../forecast/forecast.tsx'
import { SaveStatus } from './save-status.tsx'
import { StepContent } from '../steps/step.tsx'
import { StepFooter } from './step-footer.tsx'
import { currentStep, useContinue, useFocusNewStep, useOpenStep, useStepperSteps } from './use-steps.ts'

const Review = lazyIdle(() => import('../review/review.tsx'))
const Submitted = lazyIdle(() => import('../review/submitted.tsx'))

interface WizardProps {
  readonly store: DraftStore
  readonly advertiserId: number
  /** The user came from the start screen. */
  readonly isAfterStart: boolean
  readonly onLeave: () => void
}

const WizardSkeleton = () => <LoadingSkeleton height={420} />

/** Fields of one step with Back and Continue. If there are errors, Continue lists them instead. */
function StepForm({ desk }: { readonly desk: DraftContext }) {
  const { t } = useLingui()
  const { notify } = useElementContext()
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
  const proceed = () => {
    if (form.isWrong) return form.attempt()
    if (next) goTo(next)
  }
  const explain = () =>
    notify({ kind: 'error', title: t`Your last selection was not saved`, text: t`Check the selection, then press Continue again.` })
  const { isWaiting, onContinue } = useContinue(step, state, { proceed, explain })
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onContinue()
  }
  return (
    <form className="builder-form" noValidate aria-label={name} onSubmit={onSubmit}>
      <ErrorSummary key={step} form={form} />
      <StepContent key={`content ${step}`} onLoaded={callAgain} />
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

/** The draft's name, save state and the Exit button. */
function BuilderHeader({ desk, onLeave }: { readonly desk: DraftContext; readonly onLeave: () => void }) {
  const { t, i18n } = useLingui()
  const { notify } = useElementContext()
  const { setQuery } = usePath()
  const shownName = draftName({ name: desk.state.data.name ?? '' }, i18n)
  const exit = () => {
    const { saving, draft } = desk.state
    const { campaign_draft_uuid: uuid } = draft
    if (saving === 'saved' && uuid !== '') {
      const act = { label: t`Open draft`, onPress: () => setQuery({ draft: uuid, step: desk.step }) }
      notify({ kind: 'success', id: `draft ${uuid}`, title: t`Draft saved`, text: t`${shownName} is in the list of drafts.`, act })
    }
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

interface OpenProps extends Pick<WizardProps, 'isAfterStart'> {
  readonly desk: DraftContext
  readonly onLeave: () => void
  readonly onSubmitted: (campaign: SubmittedCampaign) => void
}

/** Whether the forecast fits next to the steps. A node without layout keeps its last state. */
const hasSidePanel = ({ clientWidth }: HTMLElement, last: boolean) => (clientWidth > 0 ? clientWidth >= sidePanelMinWidth : last)

/** An open draft: stepper, current step and forecast. */
function OpenDraft({ desk, isAfterStart, onLeave, onSubmitted }: OpenProps) {
  const ref = useRef<HTMLDivElement>(null)
  const title = useFocusNewStep(desk.step, isAfterStart)
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
export default function Wizard({ store, advertiserId, isAfterStart, onLeave }: WizardProps) {
  const { query } = usePath()
  const desk = useOpenDraft(store, advertiserId, currentStep(useStore(store), query))
  const [submitted, setSubmitted] = useState<SubmittedCampaign>()
  if (!desk) return <WizardSkeleton />
  const { submitted_campaign_id: submittedId } = desk.state.draft
  if (!submitted && submittedId === null) return <OpenDraft {...{ desk, isAfterStart, onLeave }} onSubmitted={setSubmitted} />
  return (
    <Suspense fallback={<WizardSkeleton />}>
      <Submitted campaign={submitted} campaignId={submittedId ?? 0} onLeave={onLeave} />
    </Suspense>
  )
}

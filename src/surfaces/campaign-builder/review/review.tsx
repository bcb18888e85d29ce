import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { campaignDrafts, type SubmittedCampaign } from '../../../contract/drafts/drafts.ts'
import type { StepKey } from '../../../contract/templates/templates.rules.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useCampaignFault } from '../draft/fault.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { PclLine } from '../../../parts/money/pcl-line.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { pathOf, useDraftContext } from '../draft/context.ts'
import { StepFooter } from '../builder/step-footer.tsx'
import { stepName } from '../../../parts/campaigns/draft-words.ts'
import { useOpenStep } from '../builder/use-steps.ts'
import { usePartName } from './part-name.ts'
import { useReviewSections } from './sections.tsx'
import { InitialStatus } from './initial-status.tsx'
import { useSubmit } from './use-submit.ts'

const TargetingSummary = lazyIdle(async () => ({
  default: (await import('../../../parts/targeting-builder/words.tsx')).TargetingSummary,
}))

/** Remaining problems, each with a link to its step. */
function RemainingProblems() {
  const { t, i18n } = useLingui()
  const { problems, store, currency, state } = useDraftContext()
  const goTo = useOpenStep(store)
  const label = useLabel()
  const { textOf } = useCampaignFault(currency)
  const nameOf = usePartName()
  if (problems.length === 0) return null
  return (
    <Callout kind="error" heading={t`Fix these issues before submitting`}>
      <ul className="review-wrong">
        {problems.map(({ step, field, answer }) => (
          <li key={field}>
            <button type="button" className="link" onClick={() => goTo(step)}>
              {stepName(step, { flow: state.draft.flow, label }, i18n)}
            </button>
            : {nameOf(field)}: {textOf(answer)}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

/** Values of one step with an Edit button. */
function StepValues({ step }: { readonly step: StepKey }) {
  const { i18n } = useLingui()
  const { state, store, targeting } = useDraftContext()
  const goTo = useOpenStep(store)
  const label = useLabel()
  const { items, hasTargeting } = useReviewSections(step)
  const name = stepName(step, { flow: state.draft.flow, label }, i18n)
  const { targeting: draftTargeting } = state.data
  return (
    <section className="review-step">
      <header className="row">
        <h3 className="grow">{name}</h3>
        <Button kind="plain" onPress={() => goTo(step)}>
          <Trans>Edit</Trans>
          <span className="unseen"> {name}</span>
        </Button>
      </header>
      <KeyValues items={items} />
      {hasTargeting && draftTargeting && targeting.dimensions && (
        <Suspense fallback={<LoadingSkeleton height={80} />}>
          <TargetingSummary targeting={draftTargeting} dimensions={targeting.dimensions} />
        </Suspense>
      )}
    </section>
  )
}

/** Summary of the draft with the submit button. */
export default function Review({ onSubmitted }: { readonly onSubmitted: (campaign: SubmittedCampaign) => void }) {
  const { t } = useLingui()
  const desk = useDraftContext()
  const { state, problems, step, store } = desk
  const { steps, campaign_draft_uuid: uuid } = state.draft
  const pclReply = useRead(campaignDrafts.pcl, uuid === '' || problems.length > 0 ? null : { path: pathOf(desk) })
  const goTo = useOpenStep(store)
  const { submit, isBusy, failure, isUnsure } = useSubmit(onSubmitted)
  const previousStep = steps[steps.indexOf(step) - 1]
  const otherSteps = steps.filter((item) => item !== step)
  return (
    <div className="builder-form">
      <RemainingProblems />
      {otherSteps.map((item) => (
        <StepValues key={item} step={item} />
      ))}
      {failure && (
        <Callout
          kind={isUnsure ? 'warning' : 'error'}
          isAnnounced
          heading={isUnsure ? t`We couldn’t confirm your submission` : t`Couldn’t submit the campaign`}
        >
          {failure} {isUnsure && <Trans>Submit again. The campaign is only created once.</Trans>}
        </Callout>
      )}
      {problems.length === 0 && <PclLine read={pclReply.data} error={pclReply.error} />}
      <InitialStatus />
      <StepFooter onBack={previousStep && (() => goTo(previousStep))}>
        <Button
          kind="primary"
          isBusy={isBusy}
          disabledBecause={problems.length > 0 ? t`Fix the issues listed above` : undefined}
          onPress={() => void submit()}
        >
          <Trans>Submit campaign</Trans>
        </Button>
      </StepFooter>
    </div>
  )
}

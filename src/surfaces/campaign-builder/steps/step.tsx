import { Suspense, useEffect } from 'react'
import { type DraftPart, partsOf } from '../../../contract/drafts/steps.rules.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { useDraftContext } from '../draft/context.ts'
import { Basics } from './basics.tsx'
import { BudgetStep } from './budget.tsx'

const TemplateChoice = lazyIdle(() => import('./template-select.tsx'))
const Entities = lazyIdle(() => import('./entities.tsx'))
const TargetingStep = lazyIdle(() => import('./targeting.tsx'))
const AdGroups = lazyIdle(() => import('./ad-groups.tsx'))
const Attribution = lazyIdle(() => import('./attribution.tsx'))
const Images = lazyIdle(() => import('./images.tsx'))

/** Calls back once the lazy parts of the same Suspense boundary have loaded. */
function CallWhenLoaded({ onLoaded }: { readonly onLoaded: () => void }) {
  useEffect(onLoaded, [onLoaded])
  return null
}

/** Parts of a step. A part that an earlier step shows is left out. */
export function StepContent({ onLoaded }: { readonly onLoaded: () => void }) {
  const { step, state } = useDraftContext()
  const { flow, steps } = state.draft
  const partsBefore = new Set(steps.slice(0, steps.indexOf(step)).flatMap((item) => partsOf(flow, item)))
  const parts = new Set<DraftPart>(partsOf(flow, step).filter((part) => !partsBefore.has(part)))
  return (
    <Suspense fallback={<LoadingSkeleton height={320} />}>
      {parts.has('campaign_template_id') && <TemplateChoice />}
      {parts.has('name') && <Basics parts={parts} />}
      {parts.has('ad_group_drafts') && <AdGroups />}
      {parts.has('entities') && <Entities />}
      {parts.has('targeting') && <TargetingStep />}
      {parts.has('budget') && <BudgetStep />}
      {parts.has('attribution') && <Attribution />}
      {parts.has('pictures') && <Images />}
      <CallWhenLoaded onLoaded={onLoaded} />
    </Suspense>
  )
}

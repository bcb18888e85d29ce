import { Suspense, useEffect } from 'react'
import { type DraftPart, partsOf } from '../../../contract/drafts/steps.rules.ts'
import { later } from '../../../ui/lazy-idle.ts'
import { Loading } from '../../../ui/states.tsx'
import { useDesk } from '../draft/context.ts'
import { Basics } from './basics.tsx'
import { MoneyStep } from './budget.tsx'

const TemplateChoice = later(() => import('./template-select.tsx'))
const Entities = later(() => import('./entities.tsx'))
const TargetingStep = later(() => import('./targeting.tsx'))
const AdGroups = later(() => import('./ad-groups.tsx'))
const Attribution = later(() => import('./attribution.tsx'))
const Pictures = later(() => import('./images.tsx'))

/** Reports that the lazy parts next to it have loaded. */
function Come({ onCome }: { readonly onCome: () => void }) {
  useEffect(onCome, [onCome])
  return null
}

/** Parts of a step. A part that an earlier step shows is left out. */
export function StepContent({ onCome }: { readonly onCome: () => void }) {
  const { step, state } = useDesk()
  const { flow, steps } = state.draft
  const before = new Set(steps.slice(0, steps.indexOf(step)).flatMap((one) => partsOf(flow, one)))
  const parts = new Set<DraftPart>(partsOf(flow, step).filter((part) => !before.has(part)))
  return (
    <Suspense fallback={<Loading height={320} />}>
      {parts.has('campaign_template_id') && <TemplateChoice />}
      {parts.has('name') && <Basics parts={parts} />}
      {parts.has('ad_group_drafts') && <AdGroups />}
      {parts.has('entities') && <Entities />}
      {parts.has('targeting') && <TargetingStep />}
      {parts.has('budget') && <MoneyStep />}
      {parts.has('attribution') && <Attribution />}
      {parts.has('pictures') && <Pictures />}
      <Come onCome={onCome} />
    </Suspense>
  )
}

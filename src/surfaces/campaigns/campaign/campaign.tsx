import { useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useEffect } from 'react'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { DetailPage } from '../../../parts/resource/detail.tsx'
import { useLabel } from '../../../parts/scope/client.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { type Tab, Tabs } from '../../../parts/navigation/tabs.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { addStyles } from '../../../ui/theme/styles.ts'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { useCampaigns } from '../context.tsx'
import { CampaignGate, useCampaign } from './gate.tsx'
import css from '../detail/detail.css'
import { CampaignHeader } from './header.tsx'
import { Overview } from './overview.tsx'

addStyles(css)

// Tabs other than the overview load lazily.
const AdGroups = lazyIdle(async () => ({ default: (await import('./ad-groups.tsx')).AdGroups }))
const Entities = lazyIdle(async () => ({ default: (await import('./entities.tsx')).CampaignEntities }))
const Targeting = lazyIdle(async () => ({ default: (await import('./targeting.tsx')).Targeting }))
const Pictures = lazyIdle(async () => ({ default: (await import('../images/images.tsx')).CampaignImages }))
const Budget = lazyIdle(async () => ({ default: (await import('./budget.tsx')).Budget }))
const Attribution = lazyIdle(async () => ({ default: (await import('./attribution.tsx')).AttributionTab }))
const History = lazyIdle(async () => ({ default: (await import('./history.tsx')).History }))

/** Shows a skeleton while a tab's code loads. */
export const lazyPanel = (panel: ReactNode) => () => <Suspense fallback={<LoadingSkeleton height={240} />}>{panel}</Suspense>

/** The standard campaign page, or the one that puts the goal first. */
export type Layout = 'plain' | 'goal'

function CampaignTabs({ layout }: { readonly layout: Layout }) {
  const { t } = useLingui()
  const { plural } = useLabel()
  const { emit } = useCampaigns()
  const { campaign } = useCampaign()
  const { campaign_id: id, ad_groups, entities, experience_id } = campaign
  useEffect(() => void emit('ad-campaign-opened', { campaign_id: id }), [emit, id])
  const isGoalLed = layout === 'goal'
  const tabs: Tab[] = [
    { id: 'overview', label: t`Overview`, panel: () => <Overview isGoalLed={isGoalLed} /> },
    { id: 'ad_groups', label: t`Ad groups`, count: ad_groups, panel: lazyPanel(<AdGroups />) },
    { id: 'entities', label: plural, count: entities, panel: lazyPanel(<Entities />) },
    { id: 'targeting', label: t`Targeting`, panel: lazyPanel(<Targeting />) },
    ...(experience_id === null ? [] : [{ id: 'pictures', label: t`Images`, panel: lazyPanel(<Pictures />) }]),
    { id: 'budget', label: t`Budget`, panel: lazyPanel(<Budget />) },
    ...(isGoalLed ? [{ id: 'attribution', label: t`Attribution`, panel: lazyPanel(<Attribution />) }] : []),
    { id: 'history', label: t`History`, panel: lazyPanel(<History />) },
  ]
  return (
    <DetailPage>
      <CampaignHeader />
      <Tabs label={t`Campaign`} tabs={tabs} />
    </DetailPage>
  )
}

/** Campaign page. The last segment of the URL selects the tab. */
export default function Campaign({ params }: { readonly params: ScreenParams }) {
  return (
    <CampaignGate campaignId={parseId(params.campaignId) ?? 0}>
      <CampaignTabs layout="plain" />
    </CampaignGate>
  )
}

/** Campaign page for `/v2`: progress towards the goal comes first, and there is an attribution tab. */
export function GoalLedCampaign({ params }: { readonly params: ScreenParams }) {
  return (
    <CampaignGate campaignId={parseId(params.campaignId) ?? 0}>
      <CampaignTabs layout="goal" />
    </CampaignGate>
  )
}

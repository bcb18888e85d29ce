import { useLingui } from '@lingui/react/macro'
import { JobTray } from '../../../parts/work/jobs.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { useHasAdvertiserChoice } from './provider.tsx'
import { NewCampaign } from './new-campaign.tsx'
import { ListTabs, type ListTab } from './tabs.tsx'

const AdvertiserChoice = lazyIdle(async () => ({ default: (await import('../../../parts/scope/advertiser-choice.tsx')).AdvertiserChoice }))

/** What all lists of this surface have above their content: heading, jobs, new campaign, tabs, advertiser selection. */
export function useListLayout(currentTab: ListTab) {
  const { t } = useLingui()
  const hasChoice = useHasAdvertiserChoice()
  return {
    heading: t`Campaigns`,
    actions: (
      <>
        <JobTray />
        <NewCampaign />
      </>
    ),
    tabs: <ListTabs here={currentTab} />,
    scope: hasChoice && (
      <div className="list-choice">
        <AdvertiserChoice isLabelHidden />
      </div>
    ),
  }
}

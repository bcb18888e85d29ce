import { useLingui, Trans } from '@lingui/react/macro'
import { JobTray, JobsProvider } from '../../../parts/work/jobs.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { type ReactNode, Suspense } from 'react'
import { AdvertisersProvider, useAdvertiserIds } from '../../../parts/scope/advertisers.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useCampaigns } from '../context.tsx'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import { draftLists } from '../../../contract/drafts/draft-lists.ts'
import { reviewStatusIds } from '../../../contract/statuses.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { TabBar } from '../../../ui/navigation/tab-bar.tsx'
import { dateParamsOf } from '../../../parts/resource/date-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { chevronDown } from '../../../ui/icon/icons.ts'
import { useCampaignLinks } from '../host-links.ts'

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

/** True when the host neither fixes the advertisers nor has an advertiser selection of its own. */
function useHasAdvertiserChoice() {
  const { noAdvertiserChoice } = useCampaigns()
  return useScope().advertiserIds === undefined && !noAdvertiserChoice
}

/** State that the lists share while the user switches between them: the selected advertisers and background work. */
export function ListProvider({ children }: { readonly children: ReactNode }) {
  const { clientId } = useScope()
  const hasChoice = useHasAdvertiserChoice()
  return (
    <JobsProvider>
      {hasChoice ? (
        <AdvertisersProvider memberGroupId={clientId} pathname={`/clients/${clientId}/campaigns`}>
          {children}
        </AdvertisersProvider>
      ) : (
        children
      )}
    </JobsProvider>
  )
}

/** Ids of the advertisers to list; undefined means all advertisers of the client. */
export function useListAdvertisers(): readonly number[] | undefined {
  const { advertiserIds } = useScope()
  const chosen = useAdvertiserIds()
  return advertiserIds ?? chosen
}

const listTabs = ['campaigns', 'ad_groups', 'entities', 'drafts', 'review'] as const
export type ListTab = (typeof listTabs)[number]

/** Number of campaigns under review; sends no request for users without access to the queue. */
function useReviewCount(isNeeded: boolean) {
  const { clientId } = useScope()
  const today = useToday()
  const body = {
    start_date: today,
    end_date: today,
    pagination: { start: 0, count: 0 },
    filters: [{ operation: '=' as const, field: 'review_status_id', value: reviewStatusIds.under_review }],
  }
  return useRead(campaigns.report, isNeeded ? { path: { memberGroupId: clientId }, body } : null).data?.total
}

/** Number of drafts of the listed advertisers. */
function useDraftCount(isNeeded: boolean) {
  const { clientId } = useScope()
  const ids = useListAdvertisers()
  const body = { pagination: { start: 0, count: 1 }, ...(ids && { advertiser_ids: [...ids] }) }
  return useRead(draftLists.clientList, isNeeded ? { path: { memberGroupId: clientId }, body } : null).data?.total
}

/** Tabs for the lists, each with its own URL. Switching keeps the date range. */
function ListTabs({ here }: { readonly here: ListTab }) {
  const { t } = useLingui()
  const { query, go } = usePath()
  const { plural } = useLabel()
  const { advertiserId, isReadonly } = useScope()
  const { noCreate } = useCampaigns()
  const mayDo = useDisabledReason()
  // The review queue covers the whole client, so the list of one advertiser has no tab for it.
  const hasQueue = advertiserId === undefined
  const isReviewer = mayDo({ permissions: ['campaigns.review'] }) === undefined
  const waiting = useReviewCount(hasQueue && isReviewer)
  const mayContinue = !isReadonly && !noCreate && mayDo({ permissions: ['campaigns.create'] }) === undefined
  const drafts = useDraftCount(mayContinue)
  const paths: Readonly<Record<ListTab, string>> = {
    campaigns: '',
    ad_groups: 'ad_groups',
    entities: encodeURIComponent(labelSlug(plural)),
    drafts: 'drafts',
    review: 'review-media',
  }
  const tabs = [
    { id: 'campaigns', label: t`Campaigns` },
    { id: 'ad_groups', label: t`Ad groups` },
    { id: 'entities', label: plural },
    ...(mayContinue || here === 'drafts' ? [{ id: 'drafts', label: t`Drafts`, ...(drafts && { count: drafts }) }] : []),
    ...(hasQueue ? [{ id: 'review', label: t`Review queue`, ...(waiting && { count: waiting }) }] : []),
  ]
  const choose = (id: string) => {
    const tab = listTabs.find((item) => item === id)
    if (tab) go(paths[tab] + dateParamsOf(query), tabs.find((item) => item.id === id)?.label)
  }
  return <TabBar label={t`Lists`} tabs={tabs} chosen={here} onChoose={choose} />
}

/** Paths below `campaigns` that other screens use. */
const reserved = ['ad_groups', 'create', 'drafts', 'review-media', 'automated-actions', 'incrementality', 'recommendations']

/** The client's entity label as a URL segment; `entities` when the segment would be empty, a number or reserved. */
export function labelSlug(plural: string): string {
  const slug = plural
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return slug === '' || /^\d+$/.test(slug) || reserved.includes(slug) ? 'entities' : slug
}

const LazyNewCampaignMenu = lazyIdle(() => import('./new-campaign-menu.tsx'))

/** Placeholder of the same size while the menu loads. */
const menuPlaceholder = (
  <span className="button primary ways" aria-hidden="true">
    <Icon shape={chevronDown} />
  </span>
)

/** Button and menu to create a campaign; renders nothing when the element is read-only or forbids creation. */
export function NewCampaign() {
  const { noCreate } = useCampaigns()
  const { isReadonly } = useScope()
  const hostLinks = useCampaignLinks()
  const mayNot = useDisabledReason()({ permissions: ['campaigns.create'] })
  if (noCreate || isReadonly) return null
  return (
    <span className="split">
      <Button kind="primary" disabledBecause={mayNot} onPress={() => hostLinks.create({})}>
        <Trans>New campaign</Trans>
      </Button>
      {mayNot === undefined && (
        <Suspense fallback={menuPlaceholder}>
          <LazyNewCampaignMenu />
        </Suspense>
      )}
    </span>
  )
}

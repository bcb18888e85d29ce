import { useLingui } from '@lingui/react/macro'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import { addDays } from '../../../contract/dates/date-ranges.ts'
import { reviewStatusIds } from '../../../contract/statuses.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { useDisabledReason } from '../../../parts/scope/gate.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { TabBar } from '../../../ui/navigation/tab-bar.tsx'
import { dateParamsOf } from '../../../parts/resource/list-dates.ts'
import { labelSlug } from '../entities/label-slug.ts'

export const listTabs = ['campaigns', 'ad_groups', 'entities', 'review'] as const
export type ListTab = (typeof listTabs)[number]

/** Number of campaigns under review; sends no request for users without access to the queue. */
function useReviewCount(isNeeded: boolean) {
  const { clientId } = useScope()
  const today = useToday()
  const body = {
    start_date: addDays(today, -1),
    end_date: today,
    pagination: { start: 0, count: 1 },
    filters: [{ operation: '=' as const, field: 'review_status_id', value: reviewStatusIds.under_review }],
  }
  return useRead(campaigns.report, isNeeded ? { path: { memberGroupId: clientId }, body } : null).data?.total
}

/** Tabs for the lists, each with its own URL. Switching keeps the date range. */
export function ListTabs({ here }: { readonly here: ListTab }) {
  const { t } = useLingui()
  const { query, go } = usePath()
  const { plural } = useLabel()
  const { advertiserId } = useScope()
  // The review queue covers the whole client, so the list of one advertiser has no tab for it.
  const hasQueue = advertiserId === undefined
  const isReviewer = useDisabledReason()({ permissions: ['campaigns.review'] }) === undefined
  const waiting = useReviewCount(hasQueue && isReviewer)
  const paths: Readonly<Record<ListTab, string>> = {
    campaigns: '',
    ad_groups: 'ad_groups',
    entities: encodeURIComponent(labelSlug(plural)),
    review: 'review-media',
  }
  const tabs = [
    { id: 'campaigns', label: t`Campaigns` },
    { id: 'ad_groups', label: t`Ad groups` },
    { id: 'entities', label: plural },
    ...(hasQueue ? [{ id: 'review', label: t`Review queue`, ...(waiting && { count: waiting }) }] : []),
  ]
  const choose = (id: string) => {
    const tab = listTabs.find((item) => item === id)
    if (tab) go(paths[tab] + dateParamsOf(query), tabs.find((item) => item.id === id)?.label)
  }
  return <TabBar label={t`Lists`} tabs={tabs} chosen={here} onChoose={choose} />
}

import { useLingui } from '@lingui/react/macro'
import { adGroups } from '../../../contract/ad-groups/ad-groups.ts'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { useRead } from '../../../kit/cache.tsx'
import { DetailPage } from '../../../parts/resource/detail.tsx'
import { useLabel } from '../../../parts/scope/client.tsx'
import { PclLine } from '../../../parts/money/pcl-line.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { type Tab, Tabs } from '../../../parts/navigation/tabs.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { addStyles } from '../../../ui/theme/styles.ts'
import { CampaignGate, useCampaign } from '../campaign/gate.tsx'
import css from '../detail/detail.css'
import { lazyPanel } from '../campaign/campaign.tsx'
import { type MetricsScope, Kpis, useTotals } from '../detail/kpis.tsx'
import { comparableDates, Dates, useDates } from '../campaign/overview.tsx'
import { Trend } from '../detail/trend.tsx'
import { AdGroupGate, useCurrentAdGroup } from './gate.tsx'
import groupCss from './ad-group.css'
import { AdGroupHeader } from './header.tsx'

addStyles(css)
addStyles(groupCss)

// Tabs other than the overview load lazily.
const GroupEntities = lazyIdle(async () => ({ default: (await import('./entities.tsx')).GroupEntities }))
const GroupTargeting = lazyIdle(async () => ({ default: (await import('./targeting.tsx')).GroupTargeting }))
const GroupSettings = lazyIdle(async () => ({ default: (await import('./settings.tsx')).GroupSettings }))

const metricIds = ['cost', 'impressions', 'clicks', 'click_through_rate', 'cost_per_click', 'revenue', 'return_on_ad_spend']

/** Overview tab: totals with comparison, competitiveness among peers, and the trend. */
function Overview() {
  const { today, at, currency } = useCampaign()
  const { group } = useCurrentAdGroup()
  const dates = useDates(today)
  const shownDates = comparableDates(dates.value, today)
  const counted: MetricsScope = {
    memberGroupId: at.memberGroupId,
    campaignId: at.campaignId,
    adGroupId: group.ad_group_id,
    currencyCode: currency.currency_code,
  }
  const total = useTotals(counted, shownDates, metricIds)
  const { member_group_id: memberGroupId, advertiser_id: advertiserId, ad_group_id: adGroupId } = group
  const pclReply = useRead(adGroups.pcl, { path: { memberGroupId, advertiserId, adGroupId } })
  return (
    <div className="detail-tab">
      <div className="row detail-tools">
        <span className="grow" />
        <Dates today={today} dates={dates} />
      </div>
      <Kpis read={total} count={metricIds.length} />
      <PclLine read={pclReply.data} error={pclReply.error} />
      <Trend counted={counted} dates={shownDates} today={today} />
    </div>
  )
}

function OverviewContent() {
  const { t } = useLingui()
  const { plural } = useLabel()
  const { group } = useCurrentAdGroup()
  const tabs: Tab[] = [
    { id: 'overview', label: t`Overview`, panel: () => <Overview /> },
    { id: 'entities', label: plural, count: group.entities, panel: lazyPanel(<GroupEntities />) },
    { id: 'targeting', label: t`Targeting`, panel: lazyPanel(<GroupTargeting />) },
    { id: 'settings', label: t`Bid, budget and schedule`, panel: lazyPanel(<GroupSettings />) },
  ]
  return (
    <DetailPage>
      <AdGroupHeader />
      <Tabs label={t`Ad group`} tabs={tabs} defaultTab="overview" />
    </DetailPage>
  )
}

export default function AdGroup({ params }: { readonly params: ScreenParams }) {
  return (
    <CampaignGate campaignId={parseId(params.campaignId) ?? 0}>
      <AdGroupGate adGroupId={parseId(params.adGroupId) ?? 0}>
        <OverviewContent />
      </AdGroupGate>
    </CampaignGate>
  )
}

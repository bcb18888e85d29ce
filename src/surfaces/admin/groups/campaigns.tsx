import { useLingui } from '@lingui/react/macro'
import { CampaignList } from '../tenants/campaigns.tsx'
import { useGroup } from './context.tsx'

/** The campaigns of the group's advertisers. */
export default function CampaignsTab() {
  const { t } = useLingui()
  const { id } = useGroup()
  return (
    <CampaignList
      filter={{ field: 'advertiser_group_id', operation: '=', value: id }}
      hasAdvertiser
      emptyText={t`Campaigns of the group’s advertisers appear here.`}
    />
  )
}

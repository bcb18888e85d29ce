import { useLingui } from '@lingui/react/macro'
import { CampaignList } from '../tenants/campaigns.tsx'
import { useAdvertiser } from './context.tsx'

/** The campaigns of the advertiser. */
export default function CampaignsTab() {
  const { t } = useLingui()
  const { advertiser_id, time_zone } = useAdvertiser()
  return (
    <CampaignList
      filter={{ field: 'advertiser_id', operation: '=', value: advertiser_id }}
      zone={time_zone}
      emptyText={t`Campaigns appear here once the advertiser creates one.`}
    />
  )
}

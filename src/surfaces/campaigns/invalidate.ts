import { adGroupEntities } from '../../contract/ad-groups/entities.ts'
import { adGroups } from '../../contract/ad-groups/ad-groups.ts'
import { campaigns } from '../../contract/campaigns/campaigns.ts'
import { campaignImageEndpoints } from '../../contract/images/images.ts'
import { useRefresh } from '../../kit/cache.tsx'

/** Invalidates every cached read that contains campaign data. */
export function useInvalidateCampaigns() {
  const refresh = useRefresh()
  return () => refresh(campaigns, adGroups, adGroupEntities, campaignImageEndpoints)
}

import { adGroupEntities } from '../../contract/ad-groups/entities.ts'
import { adGroups } from '../../contract/ad-groups/ad-groups.ts'
import { campaigns } from '../../contract/campaigns/campaigns.ts'
import { campaignImageEndpoints } from '../../contract/images/images.ts'
import { insertionOrders } from '../../contract/insertion-orders/insertion-orders.ts'
import { useRefresh } from '../../kit/cache.tsx'

/** Branches of the contract with data of campaigns; a change of one can change the responses of all. */
export const campaignData: readonly object[] = [campaigns, adGroups, adGroupEntities, campaignImageEndpoints, insertionOrders]

/** Returns the function that invalidates all responses with data of campaigns. */
export function useInvalidateCampaigns() {
  const refresh = useRefresh()
  return () => refresh(...campaignData)
}

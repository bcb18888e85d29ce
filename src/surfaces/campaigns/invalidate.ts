import { adGroupEntities } from '../../contract/ad-groups/entities.ts'
import { adGroups } from '../../contract/ad-groups/ad-groups.ts'
import { campaigns } from '../../contract/campaigns/campaigns.ts'
import { mediaDrafts } from '../../contract/images/images.ts'
import { useRefresh } from '../../kit/cache.tsx'

/** Reads anew whatever shows something of campaigns. */
export function useStale() {
  const refresh = useRefresh()
  return () => refresh(campaigns, adGroups, adGroupEntities, mediaDrafts)
}

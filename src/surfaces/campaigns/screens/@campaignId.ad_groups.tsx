import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { Detail } from '../campaign/campaign.tsx'

/** One campaign at its ad groups: the last word of the address opens their tab. */
export default function CampaignAdGroups({ params }: { readonly params: ScreenParams }) {
  return <Detail params={params} />
}

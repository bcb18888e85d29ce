import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { Detail } from '../campaign/campaign.tsx'

/** One campaign, led by its goal: what it reached of it first, and how purchases are counted for it. */
export default function GoalLedCampaign({ params }: { readonly params: ScreenParams }) {
  return <Detail params={params} layout="goal" />
}

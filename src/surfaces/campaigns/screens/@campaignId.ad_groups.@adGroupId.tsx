import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { GroupDetail } from '../ad-group/ad-group.tsx'

/** One ad group of a campaign: how it does, what is in it, who sees it, and what it costs. */
export default function AdGroup({ params }: { readonly params: ScreenParams }) {
  return <GroupDetail params={params} />
}

import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { Detail } from '../campaign/campaign.tsx'

/** One campaign: how it does, what is in it, what it costs, and what became of it. */
export default function Campaign({ params }: { readonly params: ScreenParams }) {
  return <Detail params={params} />
}

import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { GroupCreate } from '../ad-group/create.tsx'

/** A new ad group of a campaign. */
export default function NewAdGroup({ params }: { readonly params: ScreenParams }) {
  return <GroupCreate params={params} />
}

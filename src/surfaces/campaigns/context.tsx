import type declaration from '../../../elements/ad-campaigns.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'
import { createResource, useResource } from '../../parts/resource/resource.tsx'

export type CampaignsProps = SurfaceProps<typeof declaration>

type Shared = Pick<CampaignsProps, 'emit' | 'noCreate' | 'noAdvertiserChoice' | 'noBack' | 'noFunds'>

const current = createResource<Shared>('CampaignsProvider')

/** Gives all screens access to the element's props and events. */
export const CampaignsProvider = current.Context.Provider

/** Props and events of the surrounding ad-campaigns element. */
export const useCampaigns = (): Shared => useResource(current)

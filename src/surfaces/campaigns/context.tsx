import { createContext, useContext } from 'react'
import type declaration from '../../../elements/ad-campaigns.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'

export type CampaignsProps = SurfaceProps<typeof declaration>

const Current = createContext<Pick<CampaignsProps, 'emit' | 'noCreate' | 'noAdvertiserChoice'> | undefined>(undefined)

/** Gives all screens access to the element's props and events. */
export const CampaignsProvider = Current.Provider

/** Props and events of the surrounding ad-campaigns element. */
export function useCampaigns(): Pick<CampaignsProps, 'emit' | 'noCreate' | 'noAdvertiserChoice'> {
  const campaigns = useContext(Current)
  if (!campaigns) throw new Error('useCampaigns is used outside CampaignsProvider')
  return campaigns
}

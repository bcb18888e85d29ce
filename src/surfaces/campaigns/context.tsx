import { createContext, useContext } from 'react'
import type declaration from '../../../elements/ad-campaigns.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'

export type CampaignsProps = SurfaceProps<typeof declaration>

const Current = createContext<Pick<CampaignsProps, 'emit' | 'noCreate' | 'noAdvertiserChoice'> | undefined>(undefined)

/** Puts the element's own attributes and events above its screens. */
export const CampaignsProvider = Current.Provider

/** How the screens of this element speak to its page, and what it lets them offer. */
export function useCampaigns(): Pick<CampaignsProps, 'emit' | 'noCreate' | 'noAdvertiserChoice'> {
  const campaigns = useContext(Current)
  if (!campaigns) throw new Error('There is no element of campaigns above this')
  return campaigns
}

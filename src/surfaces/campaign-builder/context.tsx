import { createContext, useContext } from 'react'
import type declaration from '../../../elements/ad-campaign-builder.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'

export type CampaignBuilderProps = SurfaceProps<typeof declaration>

/** The word of the address for the advertiser; blockers take one that begins with the word itself. */
export const advertiserWord = 'for'

/** What the element's own screens need of it. */
export type BuilderGuest = Pick<CampaignBuilderProps, 'emit' | 'experienceId' | 'templateId' | 'copyOf' | 'noUpload'>

const Current = createContext<BuilderGuest | undefined>(undefined)

/** Puts the element's own attributes and events above its screens. */
export const BuilderProvider = Current.Provider

/** How the screens of this element speak to its page, and what it lets them offer. */
export function useBuilder(): BuilderGuest {
  const builder = useContext(Current)
  if (!builder) throw new Error('There is no element of the builder above this')
  return builder
}

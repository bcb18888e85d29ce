import { createContext, useContext } from 'react'
import type declaration from '../../../elements/ad-campaign-builder.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'

export type CampaignBuilderProps = SurfaceProps<typeof declaration>

/** URL parameter of the advertiser. Ad blockers block parameters that begin with "advertiser". */
export const advertiserParam = 'for'

export type BuilderContext = Pick<CampaignBuilderProps, 'emit' | 'experienceId' | 'templateId' | 'copyOf' | 'noUpload'>

const Current = createContext<BuilderContext | undefined>(undefined)

/** Gives all screens access to the element's props and events. */
export const BuilderProvider = Current.Provider

/** Props and events of the surrounding ad-campaign-builder element. */
export function useBuilder(): BuilderContext {
  const builder = useContext(Current)
  if (!builder) throw new Error('useBuilder is used outside BuilderProvider')
  return builder
}

import type declaration from '../../../elements/ad-campaign-builder.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'
import { createResource, useResource } from '../../parts/resource/resource.tsx'

export type CampaignBuilderProps = SurfaceProps<typeof declaration>

/** URL parameter of the advertiser. Ad blockers block parameters that begin with "advertiser". */
export const advertiserParam = 'for'

export interface BuilderContext
  extends Pick<CampaignBuilderProps, 'emit' | 'experienceId' | 'templateId' | 'copyOf' | 'noUpload' | 'noFunds'> {
  /** Sets the advertiser without changing the path, if it is the user's only one. */
  readonly setOnlyAdvertiser: (advertiserId: number) => void
}

const current = createResource<BuilderContext>('BuilderProvider')

/** Gives all screens access to the element's props and events. */
export const BuilderProvider = current.Context.Provider

/** Props and events of the surrounding ad-campaign-builder element. */
export const useBuilder = (): BuilderContext => useResource(current)

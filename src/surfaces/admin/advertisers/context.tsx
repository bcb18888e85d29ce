import type { Advertiser } from '../../../contract/advertisers/advertisers.ts'
import { createResource, useResource } from '../../../parts/resource/resource.tsx'

const current = createResource<Advertiser>('AdvertiserScreen')

export const AdvertiserProvider = current.Context.Provider

/** The advertiser of the page. */
export const useAdvertiser = (): Advertiser => useResource(current)

import type { AdvertiserGroup } from '../../../contract/advertisers/groups.ts'
import { createResource, useResource } from '../../../parts/resource/resource.tsx'

const current = createResource<AdvertiserGroup>('GroupScreen')

export const GroupProvider = current.Context.Provider

/** The advertiser group of the page. */
export const useGroup = (): AdvertiserGroup => useResource(current)

import type { ReactNode } from 'react'
import { AdvertisersProvider, useAdvertiserIds } from '../../../parts/scope/advertisers.tsx'
import { LongWork } from '../../../parts/work/long-work.tsx'
import { useWhose } from '../../../parts/scope/scope.tsx'
import { useCampaigns } from '../context.tsx'

/** True when the host neither fixes the advertisers nor has an advertiser selection of its own. */
export function useHasAdvertiserChoice() {
  const { noAdvertiserChoice } = useCampaigns()
  return useWhose().advertiserIds === undefined && !noAdvertiserChoice
}

/** State that the lists share while the user switches between them: the selected advertisers and background work. */
export function ListGround({ children }: { readonly children: ReactNode }) {
  const { clientId } = useWhose()
  const hasChoice = useHasAdvertiserChoice()
  return (
    <LongWork>
      {hasChoice ? (
        <AdvertisersProvider memberGroupId={clientId} pathname={`/clients/${clientId}/campaigns`}>
          {children}
        </AdvertisersProvider>
      ) : (
        children
      )}
    </LongWork>
  )
}

/** Ids of the advertisers to list; undefined means all advertisers of the client. */
export function useListAdvertisers(): readonly number[] | undefined {
  const { advertiserIds } = useWhose()
  const chosen = useAdvertiserIds()
  return advertiserIds ?? chosen
}

import type { ReactNode } from 'react'
import { AdvertisersProvider, useAdvertiserIds } from '../../../parts/scope/advertisers.tsx'
import { LongWork } from '../../../parts/work/long-work.tsx'
import { useWhose } from '../../../parts/scope/scope.tsx'
import { useCampaigns } from '../context.tsx'

/** Whether the lists offer a choice of advertisers: where the page has said nothing of them, and has no choice of its own. */
export function useHasAdvertiserChoice() {
  const { noAdvertiserChoice } = useCampaigns()
  return useWhose().advertiserIds === undefined && !noAdvertiserChoice
}

/** What the lists keep while one goes from one to the other: which advertisers are chosen, and the work that goes on. */
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

/** The advertisers that the lists are of; nothing where it is all of the client's. */
export function useListAdvertisers(): readonly number[] | undefined {
  const { advertiserIds } = useWhose()
  const chosen = useAdvertiserIds()
  return advertiserIds ?? chosen
}

import type { ReactNode } from 'react'
import { AdvertisersProvider, useAdvertiserIds } from '../../../parts/scope/advertisers.tsx'
import { JobsProvider } from '../../../parts/work/jobs.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useCampaigns } from '../context.tsx'

/** True when the host neither fixes the advertisers nor has an advertiser selection of its own. */
export function useHasAdvertiserChoice() {
  const { noAdvertiserChoice } = useCampaigns()
  return useScope().advertiserIds === undefined && !noAdvertiserChoice
}

/** State that the lists share while the user switches between them: the selected advertisers and background work. */
export function ListProvider({ children }: { readonly children: ReactNode }) {
  const { clientId } = useScope()
  const hasChoice = useHasAdvertiserChoice()
  return (
    <JobsProvider>
      {hasChoice ? (
        <AdvertisersProvider memberGroupId={clientId} pathname={`/clients/${clientId}/campaigns`}>
          {children}
        </AdvertisersProvider>
      ) : (
        children
      )}
    </JobsProvider>
  )
}

/** Ids of the advertisers to list; undefined means all advertisers of the client. */
export function useListAdvertisers(): readonly number[] | undefined {
  const { advertiserIds } = useScope()
  const chosen = useAdvertiserIds()
  return advertiserIds ?? chosen
}

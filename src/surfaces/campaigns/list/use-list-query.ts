import { useCallback, useMemo } from 'react'
import { type CampaignRow, campaigns } from '../../../contract/campaigns/campaigns.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import type { ListDates } from './dates.ts'
import { useListAdvertisers } from './provider.tsx'
import type { ListRequest, ListPage } from './use-source.ts'

/** Returns the request function of the campaign list, with the scope and the date range already filled in. */
export function useCampaignListQuery({ days }: Pick<ListDates, 'days'>) {
  const { send } = useRuntime()
  const { clientId } = useScope()
  const ids = useListAdvertisers()
  const listScope = useMemo(() => ({ ...days, ...(ids && { advertiser_ids: [...ids] }) }), [days, ids])
  const ask = useCallback(
    async (body: ListRequest, signal: AbortSignal): Promise<ListPage<CampaignRow>> => {
      const { campaigns: rows, ...page } = await send(
        campaigns.report,
        { path: { memberGroupId: clientId }, body: { ...body, ...listScope } },
        { signal },
      )
      return { rows, ...page }
    },
    [send, clientId, listScope],
  )
  return { ask, whole: listScope }
}

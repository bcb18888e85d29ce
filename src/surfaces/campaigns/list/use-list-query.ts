import { useCallback, useMemo } from 'react'
import { type CampaignRow, campaigns } from '../../../contract/campaigns/campaigns.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useWhose } from '../../../parts/scope/scope.tsx'
import type { ListDates } from './dates.ts'
import { useListAdvertisers } from './provider.tsx'
import type { ListAsk, ListPage } from './use-source.ts'

/** Returns the request function of the campaign list, with the scope and the date range already filled in. */
export function useCampaignAsk({ days }: Pick<ListDates, 'days'>) {
  const { send } = useRuntime()
  const { clientId } = useWhose()
  const ids = useListAdvertisers()
  const whole = useMemo(() => ({ ...days, ...(ids && { advertiser_ids: [...ids] }) }), [days, ids])
  const ask = useCallback(
    async (body: ListAsk, signal: AbortSignal): Promise<ListPage<CampaignRow>> => {
      const { campaigns: rows, ...page } = await send(
        campaigns.report,
        { path: { memberGroupId: clientId }, body: { ...body, ...whole } },
        { signal },
      )
      return { rows, ...page }
    },
    [send, clientId, whole],
  )
  return { ask, whole }
}

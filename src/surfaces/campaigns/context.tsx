import type declaration from '../../../elements/ad-campaigns.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'
import { createResource, useResource } from '../../parts/resource/gate.tsx'
import { adGroupEntities } from '../../contract/ad-groups/entities.ts'
import { adGroups } from '../../contract/ad-groups/ad-groups.ts'
import { campaigns } from '../../contract/campaigns/campaigns.ts'
import { campaignImageEndpoints } from '../../contract/images/images.ts'
import { useRefresh } from '../../kit/cache.tsx'
import { useCallback } from 'react'
import { defaultCurrencyDigits } from '../../contract/money/currencies.ts'
import { useClient } from '../../parts/scope/client.tsx'
import type { CurrencyFormat } from '../../ui/format/format.ts'

export type CampaignsProps = SurfaceProps<typeof declaration>

type Shared = Pick<CampaignsProps, 'emit' | 'noCreate' | 'noAdvertiserChoice'>

const current = createResource<Shared>('CampaignsProvider')

/** Gives all screens access to the element's props and events. */
export const CampaignsProvider = current.Context.Provider

/** Props and events of the surrounding ad-campaigns element. */
export const useCampaigns = (): Shared => useResource(current)

/** Branches of the contract with data of campaigns; a change of one can change the responses of all. */
export const campaignData: readonly object[] = [campaigns, adGroups, adGroupEntities, campaignImageEndpoints]

/** Returns the function that invalidates all responses with data of campaigns. */
export function useInvalidateCampaigns() {
  const refresh = useRefresh()
  return () => refresh(...campaignData)
}

/** Returns a currency's format by its code. Decimal digits come from the client's currency settings. */
export function useCurrency(): (code: string) => CurrencyFormat {
  const { currencies } = useClient()
  return useCallback(
    (code) => ({
      currency_code: code,
      currency_digits: currencies.find(({ currency_code }) => currency_code === code)?.digits ?? defaultCurrencyDigits,
    }),
    [currencies],
  )
}

import { useLingui } from '@lingui/react/macro'
import { biddingTypes } from '../../../contract/bids/bidding-configs.ts'
import type { BiddingTypeId } from './limits.ts'

/** The names of the bidding types. */
export function useTypeNames(): Readonly<Record<BiddingTypeId, string>> {
  const { t } = useLingui()
  return { [biddingTypes.CPC]: t`Per click`, [biddingTypes.CPM]: t`Per 1,000 impressions` }
}

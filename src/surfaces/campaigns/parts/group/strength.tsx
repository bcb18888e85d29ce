import { useEffect, useState } from 'react'
import { adGroups } from '../../../../contract/ad-groups.ts'
import { isDecimal } from '../../../../contract/decimals.ts'
import { useRead } from '../../../../kit/cache.tsx'
import { StrengthBar } from '../../../../parts/strength-bar.tsx'

const restMs = 250

/** A text once nobody types any more. */
function useRested(text: string) {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

const isBid = (text: string) => isDecimal(text) && !text.startsWith('-') && Number(text) > 0

/** Whose bid is compared: that of an ad group. */
interface Bidder {
  readonly memberGroupId: number
  readonly advertiserId: number
  readonly adGroupId: number
}

/** How strong a bid would be among those of others, asked again as it is typed. */
export function useBidStrength(bidder: Bidder, bid: string) {
  const rested = useRested(bid)
  const call = isBid(rested) ? { path: { ...bidder }, body: { base_bid: rested } } : null
  return useRead(adGroups.bidStrength, call, { keepPreviousData: true }).data
}

/** The same for an ad group that a campaign does not have yet. */
export function useNewBidStrength(path: Omit<Bidder, 'adGroupId'> & { readonly campaignId: number }, bid: string) {
  const rested = useRested(bid)
  const call = isBid(rested) ? { path: { ...path }, body: { base_bid: rested } } : null
  return useRead(adGroups.newBidStrength, call, { keepPreviousData: true }).data
}

/** Where the bid stands now. */
export function BidStanding({ said }: { readonly said: ReturnType<typeof useBidStrength> }) {
  return (
    <div role="status" className="bid-standing">
      {said && <StrengthBar competitiveness={said.competitiveness} strength={said.strength} />}
    </div>
  )
}

import { adGroups } from '../../../contract/ad-groups/ad-groups.ts'
import { isDecimal } from '../../../contract/fields/decimals.ts'
import type { Result } from '../../../contract/endpoint.ts'
import { useRead } from '../../../kit/cache.tsx'
import type { Problem } from '../../../kit/problem.ts'
import { StrengthBar } from '../../../parts/money/strength-bar.tsx'
import { useRested } from '../../../parts/time/use-debounced.ts'

const isBid = (text: string) => isDecimal(text) && !text.startsWith('-') && Number(text) > 0

/** Whose bid is compared: that of an ad group. */
interface Bidder {
  readonly memberGroupId: number
  readonly advertiserId: number
  readonly adGroupId: number
}

/** How strong a bid is, as far as that is known. */
export interface SaidStrength {
  readonly said: Result<typeof adGroups.bidStrength> | undefined
  /** The currency without whose rate of exchange it is not. */
  readonly lacksRateOf: string | undefined
}

/** Bids are not compared without a rate; anything else that goes wrong is said when the bid is saved. */
const lackOf = (problem: Problem | undefined) => problem?.fields.find(({ code }) => code === 'rate_missing')?.values?.currency_code

/** How strong a bid would be among those of others, asked again as it is typed. */
export function useBidStrength(bidder: Bidder, bid: string): SaidStrength {
  const rested = useRested(bid)
  const call = isBid(rested) ? { path: { ...bidder }, body: { base_bid: rested } } : null
  const { data: said, error } = useRead(adGroups.bidStrength, call, { keepPreviousData: true })
  return { said, lacksRateOf: lackOf(error) }
}

/** The same for an ad group that a campaign does not have yet. */
export function useNewBidStrength(path: Omit<Bidder, 'adGroupId'> & { readonly campaignId: number }, bid: string): SaidStrength {
  const rested = useRested(bid)
  const call = isBid(rested) ? { path: { ...path }, body: { base_bid: rested } } : null
  const { data: said, error } = useRead(adGroups.newBidStrength, call, { keepPreviousData: true })
  return { said, lacksRateOf: lackOf(error) }
}

/** Where the bid stands now. */
export function BidStanding({ said, lacksRateOf }: SaidStrength) {
  return (
    <div role="status" className="bid-standing">
      {lacksRateOf !== undefined && <StrengthBar competitiveness="NoData" strength={null} lacksRateOf={lacksRateOf} />}
      {said && lacksRateOf === undefined && <StrengthBar competitiveness={said.competitiveness} strength={said.strength} />}
    </div>
  )
}

import { adGroups } from '../../../contract/ad-groups/ad-groups.ts'
import { isDecimal } from '../../../contract/fields/decimals.ts'
import type { Result } from '../../../contract/endpoint.ts'
import { useRead } from '../../../kit/cache.tsx'
import type { Problem } from '../../../kit/problem.ts'
import { StrengthBar } from '../../../parts/money/strength-bar.tsx'
import { useDebouncedText } from '../../../parts/time/use-debounced.ts'

const isBid = (text: string) => isDecimal(text) && !text.startsWith('-') && Number(text) > 0

/** The ad group whose bid is compared. */
interface Bidder {
  readonly memberGroupId: number
  readonly advertiserId: number
  readonly adGroupId: number
}

export interface BidStrengthState {
  readonly result: Result<typeof adGroups.bidStrength> | undefined
  /** Set when a missing exchange rate makes the comparison impossible. */
  readonly lacksRateOf: string | undefined
}

/** The currency whose exchange rate is missing. Other errors are ignored here, because saving the bid reports them. */
const missingRateOf = (problem: Problem | undefined) => problem?.fields.find(({ code }) => code === 'rate_missing')?.values?.currency_code

/** The strength of a bid among competing bids. Requested again, debounced, while the user types. */
export function useBidStrength(bidder: Bidder, bid: string): BidStrengthState {
  const debouncedBid = useDebouncedText(bid)
  const call = isBid(debouncedBid) ? { path: { ...bidder }, body: { base_bid: debouncedBid } } : null
  const { data: result, error } = useRead(adGroups.bidStrength, call, { keepPreviousData: true })
  return { result, lacksRateOf: missingRateOf(error) }
}

/** The same for an ad group that does not exist yet. */
export function useNewBidStrength(path: Omit<Bidder, 'adGroupId'> & { readonly campaignId: number }, bid: string): BidStrengthState {
  const debouncedBid = useDebouncedText(bid)
  const call = isBid(debouncedBid) ? { path: { ...path }, body: { base_bid: debouncedBid } } : null
  const { data: result, error } = useRead(adGroups.newBidStrength, call, { keepPreviousData: true })
  return { result, lacksRateOf: missingRateOf(error) }
}

/** Strength bar of the typed bid. */
export function BidStrengthBar({ result, lacksRateOf }: BidStrengthState) {
  return (
    <div role="status" className="bid-standing">
      {lacksRateOf !== undefined && <StrengthBar competitiveness="NoData" strength={null} lacksRateOf={lacksRateOf} />}
      {result && lacksRateOf === undefined && <StrengthBar competitiveness={result.competitiveness} strength={result.strength} />}
    </div>
  )
}

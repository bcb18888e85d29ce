import { decimalOf, microsPerUnit } from '../money/money.ts'
import type { RuleResult } from '../reply.ts'
import { competitivenessIds } from '../statuses.ts'

/** The highest bid, in units of any currency. */
export const highestBid = 1_000_000n
/** Bids have one digit more than their currency, unless it has none. */
export const bidDigitsOf = (digits: number) => (digits === 0 ? 0 : digits + 1)
/** With fewer bids of others than this, a bid is not compared. */
export const minBidPeers = 5
/** A bid that beats this share of the others is competitive. */
export const competitiveShare = 0.5

/** Bid limits in one currency, in micros. */
export interface BidLimits {
  readonly min_bid: bigint
  readonly max_bid: bigint | null
}

/** Whether a bid lies within the client's limits. */
export function bidLimitsRule(bid: bigint, { min_bid, max_bid }: BidLimits): RuleResult {
  if (bid < min_bid) return { code: 'bid_too_low', min_bid: decimalOf(min_bid) }
  const maxBid = max_bid ?? highestBid * microsPerUnit
  return bid <= maxBid || { code: 'bid_too_high', max_bid: decimalOf(maxBid) }
}

export type Competitiveness = keyof typeof competitivenessIds
/** How strong a bid is: the share of other bids that it beats; null with too few of them. */
export interface BidStrength {
  readonly strength: number | null
  readonly competitiveness: Competitiveness
  readonly competitiveness_id: (typeof competitivenessIds)[Competitiveness]
}

const standing = (competitiveness: Competitiveness, strength: number | null): BidStrength => ({
  strength,
  competitiveness,
  competitiveness_id: competitivenessIds[competitiveness],
})

/** How many other bids there are for the same entity, and how many of them a bid beats. */
export interface BidRankCounts {
  readonly others: number
  readonly beaten: number
}

/** How strong a bid is among the others. One that does not serve competes with no other bid. */
export function bidStrengthOfRank({ others, beaten }: BidRankCounts, isShown = true): BidStrength {
  if (!isShown) return standing('Disabled', null)
  if (others < minBidPeers) return standing('NoData', null)
  const share = beaten / others
  return standing(share >= competitiveShare ? 'Competitive' : 'NotCompetitive', share)
}

/** The same, calculated from a list of bids. */
export const bidStrength = (bid: bigint, others: readonly bigint[], isShown = true): BidStrength =>
  bidStrengthOfRank({ others: others.length, beaten: others.filter((other) => other <= bid).length }, isShown)

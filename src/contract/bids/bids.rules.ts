import { decimalOf, microsPerUnit } from '../money/money.ts'
import type { RuleAnswer } from '../reply.ts'
import { competitivenessIds } from '../statuses.ts'

/** No bid is higher than this, in units of any currency. */
export const bidMost = 1_000_000n
/** Bids are of parts of a coin: one digit more than their currency has, where it has any. */
export const bidDigitsOf = (digits: number) => (digits === 0 ? 0 : digits + 1)
/** From fewer bids of others than this nothing is said about where one stands. */
export const bidPeersLeast = 5
/** A bid that beats this share of the others is competitive. */
export const competitiveShare = 0.5

/** An entity's own bid wins, until it is said to use that of its group. */
export const ownBid = (entity: bigint | null, group: bigint) => entity ?? group

/** What bids may be in a currency, in micros. */
export interface BidLimits {
  readonly min_bid: bigint
  readonly max_bid: bigint | null
}

/** Whether a bid lies within what the client lets be bid. */
export function bidWithin(bid: bigint, { min_bid, max_bid }: BidLimits): RuleAnswer {
  if (bid < min_bid) return { code: 'bid_too_low', min_bid: decimalOf(min_bid) }
  const most = max_bid ?? bidMost * microsPerUnit
  return bid <= most || { code: 'bid_too_high', max_bid: decimalOf(most) }
}

export type Competitiveness = keyof typeof competitivenessIds
/** Where a bid stands: the share of the others that it beats, nothing where that would be a guess. */
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

/** How many others bid for the same, and how many of them a bid beats. */
export interface BidStanding {
  readonly others: number
  readonly beaten: number
}

/** How strong a bid is among others for the same; what is not shown at all competes with nobody. */
export function bidStanding({ others, beaten }: BidStanding, isShown = true): BidStrength {
  if (!isShown) return standing('Disabled', null)
  if (others < bidPeersLeast) return standing('NoData', null)
  const share = beaten / others
  return standing(share >= competitiveShare ? 'Competitive' : 'NotCompetitive', share)
}

/** The same of bids that are at hand. */
export const bidStrength = (bid: bigint, others: readonly bigint[], isShown = true): BidStrength =>
  bidStanding({ others: others.length, beaten: others.filter((other) => other <= bid).length }, isShown)

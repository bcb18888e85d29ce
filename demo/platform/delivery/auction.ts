import { type BidRankCounts, bidStrengthOfRank } from '../../../src/contract/bids/bids.rules.ts'
import { biddingTypeIds } from '../../../src/contract/budgets/budgets.ts'
import { minAmount } from '../../../src/contract/money/money.ts'
import { type SeededRandom, splitByWeight } from './chance.ts'
import type { ServedGroup } from '../serving/served.ts'
import type { ShownEntity } from '../serving/rows.ts'
import type { Profile } from './cursors.ts'

/** Budget limits in micros: up to the pace, and never more than what is left. */
export interface SpendAllowance {
  readonly pace: bigint
  readonly left: bigint
}
/** Impressions, clicks and cost of one entity. */
export interface EntityDelivery {
  readonly entity_id: number
  readonly impressions: number
  readonly clicks: number
  readonly cost: bigint
}
export interface Auction {
  readonly group: ServedGroup
  readonly entities: readonly ShownEntity[]
  readonly profile: Profile
  readonly biddingType: number
  /** Competing bids for the same placements. */
  readonly others: BidRankCounts
  /** The minutes of the day to deliver, and the minutes that the day has. */
  readonly from: number
  readonly to: number
  readonly whole: number
  readonly chance: SeededRandom
}

const hourWeights = [1, 1, 1, 1, 1, 2, 3, 5, 7, 8, 8, 8, 9, 9, 8, 8, 8, 9, 11, 13, 13, 11, 7, 3]
const allWeights = hourWeights.reduce((sum, weight) => sum + weight, 0)

/** The share of a day's visits that occurs before a minute. */
export function visitsUntil(minute: number, whole: number): number {
  const hours = (Math.min(minute, whole) / whole) * 24
  const full = hourWeights.slice(0, Math.floor(hours)).reduce((sum, weight) => sum + weight, 0)
  return (full + (hourWeights[Math.floor(hours)] ?? 0) * (hours % 1)) / allWeights
}

/** A stronger bid gets more impressions. */
const strengthFactor = (others: BidRankCounts) => 0.5 + (bidStrengthOfRank(others).strength ?? 0.5)

interface Priced {
  readonly entity_id: number
  readonly weight: number
  /** For one click, or for a thousand impressions; never above the bid. */
  readonly price: bigint
}

/** Weights impressions by bid, with some randomness. The price is a little below the bid. */
function priceEntities({ group: { row }, entities, chance }: Auction): Priced[] {
  const base = Number(row.base_bid)
  return entities.map(([entity_id, own]) => {
    const bid = own ?? base
    return {
      entity_id,
      weight: (bid / base) * chance.between(0.4, 1.6),
      price: BigInt(Math.max(Math.floor(bid * chance.between(0.68, 1)), 1)),
    }
  })
}

const isByView = ({ biddingType }: Auction) => biddingType === biddingTypeIds.CPM

/** Impressions for these minutes, limited by the pace. */
function impressionsOf(auction: Auction, entities: readonly Priced[], { pace }: SpendAllowance): number {
  const { profile, others, from, to, whole, chance } = auction
  const share = visitsUntil(to, whole) - visitsUntil(from, whole)
  const wanted = profile.impressions * share * strengthFactor(others)
  const price = Number(entities.reduce((sum, one) => sum + one.price, 0n)) / Math.max(entities.length, 1)
  const cost = wanted * (isByView(auction) ? price / 1000 : price * profile.clickRate)
  // Allow 15 % above the pace, because random variation would otherwise keep spend below it.
  const held = cost > 0 ? Math.min((Number(pace) * 1.15) / cost, 1) : 1
  return chance.near(wanted * held * chance.between(0.85, 1.15))
}

/** As many charges as fit. If the total budget limits them, one last charge takes the rest. */
function charge(wanted: number, price: bigint, per: bigint, { pace, left }: SpendAllowance): { count: number; cost: bigint } {
  const most = minAmount(pace, left)
  const whole = (price * BigInt(wanted)) / per
  if (whole <= most) return { count: wanted, cost: whole }
  if (most <= 0n) return { count: 0, cost: 0n }
  const fits = Number((most * per) / price)
  const cost = (price * BigInt(fits)) / per
  return most === left && cost < most ? { count: Math.min(fits + 1, wanted), cost: most } : { count: fits, cost }
}

/** Impressions, clicks and cost of an ad group for some minutes, within its allowance. */
export function runAuction(auction: Auction, allowance: SpendAllowance): EntityDelivery[] {
  const { profile, chance } = auction
  const entities = priceEntities(auction)
  const views = impressionsOf(auction, entities, allowance)
  const impressions = splitByWeight(
    views,
    entities.map(({ weight }) => weight),
    chance,
  )
  const clicks = splitByWeight(Math.min(chance.near(views * profile.clickRate * chance.between(0.9, 1.1)), views), impressions, chance)
  let pace = allowance.pace
  let left = allowance.left
  return entities.flatMap(({ entity_id, price }, index) => {
    const seen = impressions[index] ?? 0
    const clicked = clicks[index] ?? 0
    const byView = isByView(auction)
    const { count, cost } = byView ? charge(seen, price, 1000n, { pace, left }) : charge(clicked, price, 1n, { pace, left })
    ;[pace, left] = [pace - cost, left - cost]
    const shown = byView ? count : left > 0n || count > 0 ? seen : 0
    const taken = byView ? Math.min(clicked, count) : count
    return shown > 0 ? [{ entity_id, impressions: Math.max(shown, taken), clicks: taken, cost }] : []
  })
}

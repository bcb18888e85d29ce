import { type BidRankCounts, bidStrengthOfRank } from '../../../src/contract/bids/bids.rules.ts'
import { biddingTypeIds } from '../../../src/contract/budgets/budgets.rules.ts'
import { minAmount } from '../../../src/contract/money/money.ts'
import { type SeededRandom, splitByWeight } from './chance.ts'
import type { ServedGroup } from '../serving/served.ts'
import type { ShownEntity } from '../serving/rows.ts'
import type { Profile } from './cursors.ts'

/** Budget limits in micros: spend up to the pace, and never more than the remaining budget. */
export interface SpendAllowance {
  readonly pace: bigint
  readonly remaining: bigint
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
  /** How the ad group's bid ranks among those for the same placements. */
  readonly bidRank: BidRankCounts
  /** The minutes of the day to deliver. */
  readonly fromMinute: number
  readonly toMinute: number
  readonly minutesInDay: number
  readonly chance: SeededRandom
}

const hourWeights = [1, 1, 1, 1, 1, 2, 3, 5, 7, 8, 8, 8, 9, 9, 8, 8, 8, 9, 11, 13, 13, 11, 7, 3]
const allWeights = hourWeights.reduce((sum, weight) => sum + weight, 0)

/** The share of a day's visits that occurs before a minute. */
export function visitsUntil(minute: number, minutesInDay: number): number {
  const hours = (Math.min(minute, minutesInDay) / minutesInDay) * 24
  const fullHours = hourWeights.slice(0, Math.floor(hours)).reduce((sum, weight) => sum + weight, 0)
  return (fullHours + (hourWeights[Math.floor(hours)] ?? 0) * (hours % 1)) / allWeights
}

/** A stronger bid gets more impressions. */
const strengthFactor = (bidRank: BidRankCounts) => 0.5 + (bidStrengthOfRank(bidRank).strength ?? 0.5)

interface Priced {
  readonly entity_id: number
  readonly weight: number
  /** For one click, or for a thousand impressions; never above the bid. */
  readonly price: bigint
}

/** Weights impressions by bid, with some randomness. The price is a little below the bid. */
function priceEntities({ group: { row }, entities, chance }: Auction): Priced[] {
  const base = Number(row.base_bid)
  return entities.map(([entity_id, entityBid]) => {
    const bid = entityBid ?? base
    return {
      entity_id,
      weight: (bid / base) * chance.between(0.4, 1.6),
      price: BigInt(Math.max(Math.floor(bid * chance.between(0.68, 1)), 1)),
    }
  })
}

const isByView = ({ biddingType }: Auction) => biddingType === biddingTypeIds.CPM

/**
 * Impressions for these minutes, limited by the pace. If less than the price of one charge is left, they suffice for one charge, which
 * takes the rest; otherwise a campaign would hardly ever reach the end of its budget.
 */
function impressionsOf(auction: Auction, entities: readonly Priced[], { pace, remaining }: SpendAllowance): number {
  const { profile, bidRank, fromMinute, toMinute, minutesInDay, chance } = auction
  const share = visitsUntil(toMinute, minutesInDay) - visitsUntil(fromMinute, minutesInDay)
  const wantedImpressions = profile.impressions * share * strengthFactor(bidRank)
  const averagePrice = Number(entities.reduce((sum, entity) => sum + entity.price, 0n)) / Math.max(entities.length, 1)
  const price = isByView(auction) ? averagePrice / 1000 : averagePrice
  const cost = wantedImpressions * (isByView(auction) ? price : price * profile.clickRate)
  // Allow 15 % above the pace, because random variation would otherwise keep spend below it.
  const maxCost = Math.max(Number(pace) * 1.15, pace > 0n && pace === remaining ? price : 0)
  const paceFactor = cost > 0 ? Math.min(maxCost / cost, 1) : 1
  return chance.near(wantedImpressions * paceFactor * chance.between(0.85, 1.15))
}

/** As many charges as fit. If the total budget limits them, one last charge takes the rest. */
function charge(wantedCount: number, price: bigint, per: bigint, { pace, remaining }: SpendAllowance): { count: number; cost: bigint } {
  const maxCost = minAmount(pace, remaining)
  const fullCost = (price * BigInt(wantedCount)) / per
  if (fullCost <= maxCost) return { count: wantedCount, cost: fullCost }
  if (maxCost <= 0n) return { count: 0, cost: 0n }
  const affordableCount = Number((maxCost * per) / price)
  const cost = (price * BigInt(affordableCount)) / per
  return maxCost === remaining && cost < maxCost
    ? { count: Math.min(affordableCount + 1, wantedCount), cost: maxCost }
    : { count: affordableCount, cost }
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
  let remaining = allowance.remaining
  return entities.flatMap(({ entity_id, price }, index) => {
    const wonImpressions = impressions[index] ?? 0
    const wonClicks = clicks[index] ?? 0
    const byView = isByView(auction)
    const { count, cost } = byView
      ? charge(wonImpressions, price, 1000n, { pace, remaining })
      : charge(wonClicks, price, 1n, { pace, remaining })
    ;[pace, remaining] = [pace - cost, remaining - cost]
    const paidImpressions = byView ? count : remaining > 0n || count > 0 ? wonImpressions : 0
    const paidClicks = byView ? Math.min(wonClicks, count) : count
    return paidImpressions > 0 ? [{ entity_id, impressions: Math.max(paidImpressions, paidClicks), clicks: paidClicks, cost }] : []
  })
}

import { expect, test } from 'vitest'
import { biddingTypeIds } from '../../src/contract/budgets/budgets.rules.ts'
import { type Auction, runAuction } from '../../demo/platform/delivery/auction.ts'
import { SeededRandom } from '../../demo/platform/delivery/chance.ts'

const auctionOf = (biddingType: number, seed: number): Auction => ({
  group: { row: { base_bid: '1000000' } } as unknown as Auction['group'], // the auction reads only the bid
  entities: [1, 2, 3].map((id) => [id, null]),
  profile: { impressions: 12_000, clickRate: 0.008, saleRate: 0.04, basket: 40_000_000, device: 'app' },
  biddingType,
  bidRank: { others: 0, beaten: 0 },
  fromMinute: 600,
  toMinute: 660,
  minutesInDay: 1440,
  chance: new SeededRandom(`auction ${seed}`),
})

/** How many of a hundred hours spend all of a rest that is less than the price of one click. */
function hoursThatSpend(rest: bigint, pace: bigint, biddingType: number): number {
  const costs = Array.from({ length: 100 }, (_, seed) =>
    runAuction(auctionOf(biddingType, seed), { pace, remaining: rest }).reduce((sum, { cost }) => sum + cost, 0n),
  )
  expect(costs.every((cost) => cost <= rest)).toBe(true)
  return costs.filter((cost) => cost === rest).length
}

test.each(['CPC', 'CPM'] as const)('a rest below the price of one charge is spent within a few hours (%s)', (type) => {
  const rest = type === 'CPC' ? 6473n : 300n
  expect(hoursThatSpend(rest, rest, biddingTypeIds[type])).toBeGreaterThan(50)
})

test('a pace below the price of a click holds the campaign back while more of its budget remains', () => {
  expect(hoursThatSpend(900_000n, 6473n, biddingTypeIds.CPC)).toBe(0)
})

import type { BidRankCounts } from '../../../src/contract/bids/bids.rules.ts'
import { grouped } from '../collections/grouped.ts'
import type { ServedCampaign, ServedGroup } from '../serving/served.ts'

/** An ad group that serves now. */
export interface ServingAdGroup {
  readonly served: ServedCampaign
  readonly group: ServedGroup
}

/** Bids compete within one channel, currency and bidding type. */
const marketOf = ({ row }: ServedCampaign) => `${row.channel} ${row.currency_code} ${row.bidding_type_id}`

/** The number of sorted `bids` that are at most `bid`. */
function countUpTo(bids: readonly bigint[], bid: bigint): number {
  let low = 0
  let high = bids.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bids[middle] ?? 0n) <= bid) low = middle + 1
    else high = middle
  }
  return low
}

/** Ranks each serving ad group's bid within its market. */
export function marketsOf(serving: readonly ServingAdGroup[]): (showing: ServingAdGroup) => BidRankCounts {
  const order = (one: bigint, other: bigint) => (one < other ? -1 : one > other ? 1 : 0)
  const markets = new Map(
    [...grouped(serving, ({ served }) => marketOf(served))].map(([name, groups]) => [
      name,
      groups.map(({ group }) => group.group.bid).toSorted(order),
    ]),
  )
  return ({ served, group }) => {
    const bids = markets.get(marketOf(served)) ?? []
    return { others: bids.length - 1, beaten: countUpTo(bids, group.group.bid) - 1 }
  }
}

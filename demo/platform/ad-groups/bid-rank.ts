import { sql } from 'kysely'
import { type BidRankCounts, competitiveShare } from '../../../src/contract/bids/bids.rules.ts'
import { adGroupTables, notRemovedAdGroup } from './columns.ts'
import type { Context } from '../context/context.ts'
import { grouped } from '../sql/group-by.ts'
import { anyOf, type SqlPiece } from '../sql/pieces.ts'
import { dayIn } from '../sql/days.ts'
import { type MissingRate, type Rates, ratesOrMissing } from '../money/rates.ts'

/** A bid to compare with others in the same channel and of the same bidding type. In micros of its own currency. */
export interface ComparedBid {
  readonly advertiser_id: number
  readonly channel: string
  readonly bidding_type_id: number
  readonly currency_code: string
  readonly bid: bigint
}
/** How a bid compares: `others` counts the other bids, `beaten` those that this bid beats or equals. */
export interface BidRank extends BidRankCounts {
  /** The competitive bid; null unless requested. */
  readonly middle: bigint | null
}
/** The rank of a bid, or the currency whose missing rate prevents the comparison. */
export type BidRankOrLack = BidRank | MissingRate

interface RankOptions {
  /** Compares with bids of every channel. */
  readonly isOfEveryChannel?: boolean
  /** Also computes `middle`. */
  readonly hasMiddle?: boolean
}
interface RankRow {
  readonly nth: number
  readonly others: number
  readonly beaten: number
  /** A currency of other bids that has no rate. */
  readonly unrated: string | null
  readonly middle: string | null
}

/** Currencies of the client's active advertisers. */
async function currenciesAt({ database: { kysely } }: Context, memberGroupId: number): Promise<string[]> {
  const rows = await kysely
    .selectFrom('advertisers')
    .select('currency_code')
    .distinct()
    .where('member_group_id', '=', memberGroupId)
    .where('deleted_at', 'is', null)
    .where('status', '=', 'active')
    .execute()
  return rows.map(({ currency_code }) => currency_code)
}

/** Bids of active ad groups, counted by amount. Advertisers that are not compared are grouped as advertiser 0. */
const competingBids = (memberGroupId: number, condition: SqlPiece, bidders: readonly number[]) => sql`
  select
    c.channel,
    c.bidding_type_id,
    a.currency_code::text as currency_code,
    case when g.advertiser_id = ${anyOf(bidders)} then g.advertiser_id else 0 end as advertiser_id,
    g.base_bid,
    count(*)::int as bids
  from ${adGroupTables}
  where g.member_group_id = ${memberGroupId} and ${notRemovedAdGroup}
    and g.status = 'active' and c.status = 'active' and a.status = 'active' and ${condition}
  group by 1, 2, 3, 4, 5`

/** Ranks bids of one currency. The database counts, so that no competing bids are loaded. */
async function rankBidsOfCurrency(
  { database: { kysely } }: Context,
  memberGroupId: number,
  condition: SqlPiece,
  bids: readonly ComparedBid[],
  { weights, parts }: Rates,
  { isOfEveryChannel = false, hasMiddle = false }: RankOptions,
): Promise<readonly RankRow[]> {
  const requests = JSON.stringify(bids.map(({ bid, ...bidder }, index) => ({ ...bidder, nth: index, bid: String(bid) })))
  const weightsJson = JSON.stringify([...weights].map(([code, weight]) => ({ code, weight: String(weight) })))
  const bidders = [...new Set(bids.map(({ advertiser_id }) => advertiser_id))]
  const { rows } = await sql<RankRow>`
    with peers as materialized (${competingBids(memberGroupId, condition, bidders)}),
    rated as (
      select peers.*, div(peers.base_bid * r.weight, ${String(parts)}::numeric)::bigint as own
      from peers
      left join jsonb_to_recordset(${weightsJson}::jsonb) as r (code text, weight numeric) on r.code = peers.currency_code
    ),
    compared as materialized (
      select asked.nth, asked.bid, rated.own, rated.bids, rated.currency_code
      from jsonb_to_recordset(${requests}::jsonb)
        as asked (nth int, advertiser_id int, channel text, bidding_type_id int, bid bigint)
      join rated on rated.bidding_type_id = asked.bidding_type_id
        and rated.advertiser_id <> asked.advertiser_id
        and (${isOfEveryChannel} or rated.channel = asked.channel)
    ),
    running as (
      select
        nth,
        own,
        sum(bids) over (partition by nth order by own) as up_to,
        sum(bids) over (partition by nth) as whole
      from compared
      where ${hasMiddle}
    )
    select
      nth,
      sum(bids)::int as others,
      coalesce(sum(bids) filter (where own <= bid), 0)::int as beaten,
      min(currency_code) filter (where own is null) as unrated,
      (
        select min(own)::text from running
        where running.nth = compared.nth and up_to >= ceil(whole * ${String(competitiveShare)}::numeric)
      ) as middle
    from compared
    group by nth`.execute(kysely)
  return rows
}

/** Rank of a bid without competitors. */
export const unrankedBid: BidRank = { others: 0, beaten: 0, middle: null }

/** Ranks of bids among the client's other bids that match the condition, in the order of `bids`. */
export async function rankBids(
  context: Context,
  memberGroupId: number,
  condition: SqlPiece,
  bids: readonly ComparedBid[],
  options: RankOptions = {},
): Promise<BidRankOrLack[]> {
  const ranks = new Map<ComparedBid, BidRankOrLack>()
  const currencies = bids.length === 0 ? [] : await currenciesAt(context, memberGroupId)
  const today = dayIn(context.now(), 'UTC')
  for (const [code, sameCurrency] of grouped(bids, ({ currency_code }) => currency_code)) {
    const lookup = await ratesOrMissing(context.database, currencies, code, today)
    if ('lacks' in lookup) {
      for (const bid of sameCurrency) ranks.set(bid, lookup)
      continue
    }
    for (const { nth, others, beaten, unrated, middle } of await rankBidsOfCurrency(
      context,
      memberGroupId,
      condition,
      sameCurrency,
      lookup.rates,
      options,
    )) {
      const bid = sameCurrency[nth]
      const rank = { others, beaten, middle: middle === null ? null : BigInt(middle) }
      // A new currency may appear between the two queries, so its rate is missing.
      if (bid) ranks.set(bid, unrated === null ? rank : { lacks: unrated })
    }
  }
  return bids.map((bid) => ranks.get(bid) ?? unrankedBid)
}

import { sql } from 'kysely'
import { type BidStanding, competitiveShare } from '../../../src/contract/bids/bids.rules.ts'
import { adGroupTables, isThere } from './columns.ts'
import type { Context } from '../context/context.ts'
import { grouped } from '../sql/group-by.ts'
import type { Piece } from '../sql/pieces.ts'
import { dayIn } from '../sql/days.ts'
import { type RateLack, type Rates, ratesOrLack } from '../money/rates.ts'

/** A bid that is compared with what others bid in the same channel that are charged alike; in micros of its own currency. */
export interface ComparedBid {
  readonly advertiser_id: number
  readonly channel: string
  readonly bidding_type_id: number
  readonly currency_code: string
  readonly bid: bigint
}
/** How many others there are, how many of them it beats, and the one in the middle. */
export interface Ranked extends BidStanding {
  readonly middle: bigint | null
}
/** Where a bid stands, or the currency without whose rate it cannot be compared. */
export type Standing = Ranked | RateLack
/** Whether bids of other channels count as well, and whether the one in the middle is asked for. */
interface Wanted {
  readonly isOfEveryChannel?: boolean
  readonly hasMiddle?: boolean
}
interface RankRow {
  readonly nth: number
  readonly others: number
  readonly beaten: number
  /** A currency of others that has no rate. */
  readonly unrated: string | null
  readonly middle: string | null
}

/** The currencies in which somebody may bid at a client. */
async function currenciesAt({ database: { kysely } }: Context, memberGroupId: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct a.currency_code::text as code from advertisers a where a.member_group_id = ${memberGroupId} and a.deleted_at is null and a.status = 'active'`.execute(
    kysely,
  )
  return rows.map(({ code }) => code)
}

/** The bids that stand at a client at this moment, each amount once for each advertiser that is compared and once for all others. */
const peers = (memberGroupId: number, condition: Piece, bidders: readonly number[]) => sql`
  select c.channel, c.bidding_type_id, a.currency_code::text as currency_code, case when g.advertiser_id = any(${[...bidders]}::int[]) then g.advertiser_id else 0 end as advertiser_id,
    g.base_bid, count(*)::int as bids from ${adGroupTables}
  where g.member_group_id = ${memberGroupId} and ${isThere} and g.status = 'active' and c.status = 'active' and a.status = 'active' and ${condition}
  group by 1, 2, 3, 4, 5`

/** Ranks bids of one currency among those of others; everything is counted by the database, so that no bid travels. */
async function rankedIn(
  { database: { kysely } }: Context,
  memberGroupId: number,
  condition: Piece,
  bids: readonly ComparedBid[],
  { weights, parts }: Rates,
  { isOfEveryChannel = false, hasMiddle = false }: Wanted,
): Promise<readonly RankRow[]> {
  const asked = JSON.stringify(bids.map(({ bid, ...bidder }, nth) => ({ ...bidder, nth, bid: String(bid) })))
  const rated = JSON.stringify([...weights].map(([code, weight]) => ({ code, weight: String(weight) })))
  const bidders = [...new Set(bids.map(({ advertiser_id }) => advertiser_id))]
  const { rows } = await sql<RankRow>`
    with peers as materialized (${peers(memberGroupId, condition, bidders)}),
      rated as (select peers.*, div(peers.base_bid * r.weight, ${String(parts)}::numeric)::bigint as own from peers
        left join jsonb_to_recordset(${rated}::jsonb) as r (code text, weight numeric) on r.code = peers.currency_code),
      compared as materialized (select asked.nth, asked.bid, rated.own, rated.bids, rated.currency_code from jsonb_to_recordset(${asked}::jsonb)
          as asked (nth int, advertiser_id int, channel text, bidding_type_id int, bid bigint)
        join rated on rated.bidding_type_id = asked.bidding_type_id and rated.advertiser_id <> asked.advertiser_id and (${isOfEveryChannel} or rated.channel = asked.channel)),
      running as (select nth, own, sum(bids) over (partition by nth order by own) as up_to, sum(bids) over (partition by nth) as whole from compared where ${hasMiddle})
    select nth, sum(bids)::int as others, coalesce(sum(bids) filter (where own <= bid), 0)::int as beaten, min(currency_code) filter (where own is null) as unrated,
      (select min(own)::text from running where running.nth = compared.nth and up_to >= ceil(whole * ${String(competitiveShare)}::numeric)) as middle
    from compared group by nth`.execute(kysely)
  return rows
}

/** Where a bid stands that nobody else bids against. */
export const amongNobody: Ranked = { others: 0, beaten: 0, middle: null }

/** Where bids stand among those of others by the condition, in their order; those of other channels count where the condition says which do. */
export async function rankedBids(
  context: Context,
  memberGroupId: number,
  condition: Piece,
  bids: readonly ComparedBid[],
  wanted: Wanted = {},
): Promise<Standing[]> {
  const standings = new Map<ComparedBid, Standing>()
  const met = bids.length === 0 ? [] : await currenciesAt(context, memberGroupId)
  const today = dayIn(context.now(), 'UTC')
  for (const [code, own] of grouped(bids, ({ currency_code }) => currency_code)) {
    const known = await ratesOrLack(context.database, met, code, today)
    if ('lacks' in known) {
      for (const bid of own) standings.set(bid, known)
      continue
    }
    for (const { nth, others, beaten, unrated, middle } of await rankedIn(context, memberGroupId, condition, own, known.rates, wanted)) {
      const bid = own[nth]
      const found = { others, beaten, middle: middle === null ? null : BigInt(middle) }
      // Somebody bids in a currency that nobody had a moment ago.
      if (bid) standings.set(bid, unrated === null ? found : { lacks: unrated })
    }
  }
  return bids.map((bid) => standings.get(bid) ?? amongNobody)
}

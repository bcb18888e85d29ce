import { sql } from 'kysely'
import { recommendedBid } from '../../../src/contract/ad-groups/ad-groups.rules.ts'
import type { BidStrength } from '../../../src/contract/ad-groups/ad-groups.ts'
import { bidStrengthOfRank, competitiveShare, type BidRankCounts } from '../../../src/contract/bids/bids.rules.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { biddingTypeIds } from '../../../src/contract/budgets/budgets.rules.ts'
import { storedBidLimits, type CampaignConstraints } from './constraints.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import { missingRateError, ratesOrMissing, type MissingRate, type Rates } from '../money/rates.ts'
import { adGroupTables, type ListedStrength, notRemovedAdGroup } from './row.ts'
import { grouped } from '../collections/grouped.ts'
import { anyOf, type SqlPiece } from '../sql/pieces.ts'
import { dayIn } from '../sql/days.ts'

/** A bid to compare with others in the same channel and of the same bidding type. In micros of its own currency. */
interface ComparedBid {
  readonly advertiser_id: number
  readonly channel: string
  readonly bidding_type_id: number
  readonly currency_code: string
  readonly bid: bigint
}
/** How a bid compares: `others` counts the other bids, `beaten` those that this bid beats or equals. */
interface BidRank extends BidRankCounts {
  /** The competitive bid; null unless requested. */
  readonly middle: bigint | null
}
/** The rank of a bid, or the currency whose missing rate prevents the comparison. */
type BidRankOrLack = BidRank | MissingRate

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
const unrankedBid: BidRank = { others: 0, beaten: 0, middle: null }

/** Ranks of bids among the client's other bids that match the condition, in the order of `bids`. */
async function rankBids(
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

/** A bid of an active ad group and entity (`isShown`) competes with others. */
type Row = ComparedBid & { readonly isShown: boolean }

export const noStrength: ListedStrength = { bid_strength: 'NoData', bid_lacks_rate_of: null }

/** Bid strengths in the order of `rows`. */
export async function bidStrengths(context: Context, memberGroupId: number, rows: readonly Row[]): Promise<ListedStrength[]> {
  const channels = [...new Set(rows.map(({ channel }) => channel))]
  const ranks = await rankBids(
    context,
    memberGroupId,
    sql`c.channel = any(${channels}::text[])`,
    rows.map(({ advertiser_id, channel, bidding_type_id, currency_code, bid }) => ({
      advertiser_id,
      channel,
      bidding_type_id,
      currency_code,
      bid,
    })),
  )
  return rows.map(({ isShown }, index) => {
    const rank = ranks[index] ?? unrankedBid
    if (isShown && 'lacks' in rank) return { ...noStrength, bid_lacks_rate_of: rank.lacks }
    const { competitiveness } = bidStrengthOfRank('lacks' in rank ? unrankedBid : rank, isShown)
    return { bid_strength: competitiveness, bid_lacks_rate_of: null }
  })
}

type GroupRow = Omit<ComparedBid, 'bid'> & { readonly base_bid: number; readonly status: string }

/** Strengths of the base bids of ad groups. */
export const adGroupStrengths = (context: Context, memberGroupId: number, rows: readonly GroupRow[]) =>
  bidStrengths(
    context,
    memberGroupId,
    rows.map(({ base_bid, status, ...bidder }) => ({ ...bidder, bid: BigInt(base_bid), isShown: status === 'active' })),
  )

type BidConstraints = Pick<CampaignConstraints, 'advertiser_id' | 'bidding_type_id' | 'currency_code' | 'digits' | 'limits'>

/** The strength of a bid, or the currency whose missing rate prevents the comparison. */
type Strength = BidStrength | (MissingRate & { readonly currency_code: string })

function strengthOf(rank: BidRankOrLack, { currency_code, limits, digits }: BidConstraints): Strength {
  if ('lacks' in rank) return { ...rank, currency_code }
  const { strength, competitiveness, competitiveness_id } = bidStrengthOfRank(rank)
  const recommended = recommendedBid(rank, limits, digits)
  return {
    strength,
    competitiveness,
    competitiveness_id,
    currency_code,
    recommended_bid: recommended === null ? null : decimalOf(recommended),
    min_bid: decimalOf(limits.min_bid),
  }
}

const comparedBid = ({ advertiser_id, bidding_type_id, currency_code }: BidConstraints, channel: string, bid: string): ComparedBid => ({
  advertiser_id,
  bidding_type_id,
  currency_code,
  channel,
  bid: microsOf(bid),
})

/** Unlike lists, requests for a single bid strength fail when an exchange rate is missing. */
export function requireStrength(strength: Strength): BidStrength {
  if (!('lacks' in strength)) return strength
  throw missingRateError(strength, `, so bids in ${strength.currency_code} cannot be compared`)
}

/** Strength that the bid would have in an ad group of the campaign. */
export async function adGroupStrength(
  context: Context,
  memberGroupId: number,
  campaign: BidConstraints & Pick<CampaignConstraints, 'channel'>,
  bid: string,
): Promise<Strength> {
  const bids = [comparedBid(campaign, campaign.channel, bid)]
  const [rank = unrankedBid] = await rankBids(context, memberGroupId, sql`c.channel = ${campaign.channel}`, bids, { hasMiddle: true })
  return strengthOf(rank, campaign)
}

/** Bid constraints of an entity: its advertiser's currency, charged per click. */
async function entityBidConstraints({ database: { kysely } }: Context, memberGroupId: number, entityId: number) {
  const row = await kysely
    .selectFrom('entities as e')
    .innerJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'e.member_group_id').onRef('a.advertiser_id', '=', 'e.advertiser_id'),
    )
    .innerJoin('currencies as m', 'm.currency_code', 'a.currency_code')
    .leftJoin('bidding_configs as b', (join) =>
      join
        .onRef('b.member_group_id', '=', 'e.member_group_id')
        .onRef('b.currency_id', '=', 'm.currency_id')
        .on('b.bidding_type_id', '=', biddingTypeIds.CPC),
    )
    .select(['e.category', 'e.advertiser_id', 'a.currency_code', 'm.digits', 'b.min_bid', 'b.max_bid'])
    .where('e.member_group_id', '=', memberGroupId)
    .where('e.entity_id', '=', entityId)
    .executeTakeFirst()
  if (!row) throw notFound('Entity')
  return { ...row, bidding_type_id: biddingTypeIds.CPC, limits: storedBidLimits(row) }
}

/** Strength that the bid would have for the entity, compared with bids for entities of the same category in all channels. */
export async function entityStrength(context: Context, memberGroupId: number, entityId: number, bid: string): Promise<Strength> {
  const constraints = await entityBidConstraints(context, memberGroupId, entityId)
  const ofCategory = sql`exists (
    select from ad_group_entities x
    join entities e on e.member_group_id = x.member_group_id and e.entity_id = x.entity_id
    where x.member_group_id = g.member_group_id and x.ad_group_id = g.ad_group_id and e.category = ${constraints.category}
  )`
  const [rank = unrankedBid] = await rankBids(context, memberGroupId, ofCategory, [comparedBid(constraints, '', bid)], {
    isOfEveryChannel: true,
    hasMiddle: true,
  })
  return strengthOf(rank, constraints)
}

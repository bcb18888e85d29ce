import { sql } from 'kysely'
import { recommendedBid } from '../../../src/contract/ad-groups/ad-groups.rules.ts'
import type { AdGroupRow, BidStrength } from '../../../src/contract/ad-groups/ad-groups.ts'
import { bidStrengthOfRank } from '../../../src/contract/bids/bids.rules.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { biddingTypeIds } from '../../../src/contract/budgets/budgets.ts'
import { type CampaignConstraints, storedBidLimits } from './constraints.ts'
import { unrankedBid, type ComparedBid, rankBids, type BidRankOrLack } from './bid-rank.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import { type MissingRate, missingRateError } from '../money/rates.ts'

/** A bid of an active ad group and entity (`isShown`) competes with others. */
type Row = ComparedBid & { readonly isShown: boolean }

/** Bid strength as in lists. */
export type ListedStrength = Pick<AdGroupRow, 'bid_strength' | 'bid_lacks_rate_of'>
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
export type Strength = BidStrength | (MissingRate & { readonly currency_code: string })

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

import { sql } from 'kysely'
import { recommendedBid } from '../../src/contract/ad-groups.rules.ts'
import type { BidStrength } from '../../src/contract/ad-groups.ts'
import { bidStrength, type Competitiveness } from '../../src/contract/bids.rules.ts'
import { decimalOf, microsOf } from '../../src/contract/money.ts'
import { biddingTypeIds } from '../../src/contract/budgets.ts'
import type { CampaignGround } from './ad-group-ground.ts'
import { adGroupTables, isThere } from './ad-group-tables.ts'
import type { Context } from './context.ts'
import { grouped } from './grouped.ts'
import { notFound } from './refusal.ts'
import type { Piece } from './report-conditions.ts'
import { dayIn } from './report-frame.ts'
import { type Rates, ratesOn } from './report-rates.ts'

/** The bid of an ad group that is shown; in micros of its own currency. */
interface Peer {
  readonly advertiser_id: number
  readonly channel: string
  readonly bidding_type_id: number
  readonly currency_code: string
  readonly base_bid: number
}
/** What a bid is compared with: others' in the same channel that are charged alike, or for the same category. */
type Bidder = Omit<Peer, 'base_bid'>

/** What is bid at a client at this moment, by the condition. */
async function peersAt({ database: { kysely } }: Context, memberGroupId: number, condition: Piece): Promise<Peer[]> {
  const { rows } = await sql<Peer>`
    select g.advertiser_id, c.channel, c.bidding_type_id, a.currency_code::text as currency_code, g.base_bid from ${adGroupTables}
    where g.member_group_id = ${memberGroupId} and ${isThere} and g.status = 'active' and c.status = 'active' and a.status = 'active' and ${condition}`.execute(
    kysely,
  )
  return rows
}

const into = (micros: number, code: string, { weights, parts }: Rates): bigint => {
  const weight = weights.get(code)
  if (weight === undefined) throw new Error(`There are bids in ${code}, and no rate for it`)
  return (BigInt(micros) * weight) / parts
}

/** The bids of others, in the currency of the one that is compared with them. */
function others(
  peers: readonly Peer[],
  { advertiser_id, bidding_type_id }: Pick<Bidder, 'advertiser_id' | 'bidding_type_id'>,
  rates: Rates,
) {
  const foreign = peers.filter((peer) => peer.advertiser_id !== advertiser_id && peer.bidding_type_id === bidding_type_id)
  return foreign.map(({ base_bid, currency_code }) => into(base_bid, currency_code, rates))
}

/** The rates at which bids are compared today. */
async function ratesFor({ database, now }: Context, peers: readonly Peer[], code: string) {
  const met = [...new Set(peers.map(({ currency_code }) => currency_code))]
  return (await ratesOn(database, met, code, dayIn(now(), 'UTC'))).rates
}

type Row = Bidder & { readonly bid: bigint; readonly isShown: boolean }

/** How strong the bids of many rows are, in their order. */
export async function strengthsOf(context: Context, memberGroupId: number, rows: readonly Row[]): Promise<Competitiveness[]> {
  const channels = [...new Set(rows.map(({ channel }) => channel))]
  const peers = rows.length === 0 ? [] : await peersAt(context, memberGroupId, sql`c.channel = any(${channels}::text[])`)
  const byChannel = grouped(peers, ({ channel }) => channel)
  const known = new Map<string, readonly bigint[]>()
  const strengths: Competitiveness[] = []
  for (const { bid, isShown, ...bidder } of rows) {
    const name = `${bidder.advertiser_id} ${bidder.channel} ${bidder.bidding_type_id}`
    const here = byChannel.get(bidder.channel) ?? []
    const bids = known.get(name) ?? others(here, bidder, await ratesFor(context, here, bidder.currency_code))
    known.set(name, bids)
    strengths.push(bidStrength(bid, bids, isShown).competitiveness)
  }
  return strengths
}

/** The same for ad groups with their own bids. */
export const strengthsIn = (context: Context, memberGroupId: number, rows: readonly (Peer & { readonly status: string })[]) =>
  strengthsOf(
    context,
    memberGroupId,
    rows.map(({ base_bid, status, ...bidder }) => ({ ...bidder, bid: BigInt(base_bid), isShown: status === 'active' })),
  )

type Ground = Pick<CampaignGround, 'advertiser_id' | 'bidding_type_id' | 'currency_code' | 'digits' | 'limits'>

async function answer(context: Context, peers: readonly Peer[], ground: Ground, bid: string): Promise<BidStrength> {
  const bids = others(peers, ground, await ratesFor(context, peers, ground.currency_code))
  const { strength, competitiveness, competitiveness_id } = bidStrength(microsOf(bid), bids)
  const recommended = recommendedBid(bids, ground.limits, ground.digits)
  return {
    ...{ strength, competitiveness, competitiveness_id, currency_code: ground.currency_code },
    recommended_bid: recommended === null ? null : decimalOf(recommended),
    min_bid: decimalOf(ground.limits.min_bid),
  }
}

/** How strong a bid would be for an ad group of a campaign. */
export async function adGroupStrength(
  context: Context,
  memberGroupId: number,
  campaign: Ground & Pick<CampaignGround, 'channel'>,
  bid: string,
) {
  return answer(context, await peersAt(context, memberGroupId, sql`c.channel = ${campaign.channel}`), campaign, bid)
}

/** What bids for an entity may be: in its advertiser's currency, by the click. */
async function entityGround({ database: { kysely } }: Context, memberGroupId: number, entityId: number) {
  const { rows } = await sql<Omit<Ground, 'limits'> & { category: string; min_bid: number | null; max_bid: number | null }>`
    select e.category, e.advertiser_id, ${biddingTypeIds.CPC}::int as bidding_type_id, a.currency_code::text as currency_code, m.digits, b.min_bid, b.max_bid
    from entities e join advertisers a on a.member_group_id = e.member_group_id and a.advertiser_id = e.advertiser_id
    join currencies m on m.currency_code = a.currency_code
    left join bidding_configs b on b.member_group_id = e.member_group_id and b.currency_id = m.currency_id and b.bidding_type_id = ${biddingTypeIds.CPC}
    where e.member_group_id = ${memberGroupId} and e.entity_id = ${entityId}`.execute(kysely)
  const [row] = rows
  if (!row) throw notFound('Entity')
  return { ...row, limits: { min_bid: BigInt(row.min_bid ?? 0), max_bid: row.max_bid === null ? null : BigInt(row.max_bid) } }
}

/** How strong a bid would be for an entity: among those who show something of the same category. */
export async function entityStrength(context: Context, memberGroupId: number, entityId: number, bid: string) {
  const ground = await entityGround(context, memberGroupId, entityId)
  const peers = await peersAt(
    context,
    memberGroupId,
    sql`exists (select from ad_group_entities x join entities e on e.member_group_id = x.member_group_id and e.entity_id = x.entity_id
      where x.member_group_id = g.member_group_id and x.ad_group_id = g.ad_group_id and e.category = ${ground.category})`,
  )
  return answer(context, peers, ground, bid)
}

import { type bidEffects, type BidEffect, maxNamedAdGroups } from '../../../src/contract/bids/bid-effect.ts'
import type { Call } from '../../../src/contract/endpoint.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { inScopeSql } from '../access/advertiser-scope.ts'
import type { Context } from '../context/context.ts'
import { refuseField } from '../context/refusal.ts'
import { groupRows } from '../serving/rows.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import { anyOf } from '../sql/pieces.ts'

type Request = Call<typeof bidEffects.effect>['body']

/** A live ad group, with its highest bid in micros. */
interface LiveGroup {
  readonly ad_group_id: number
  readonly campaign_id: number
  readonly bid: bigint
}

/** The active campaigns of the caller's active advertisers with this currency and bidding type. */
async function liveCampaigns({ database: { kysely }, scope }: Context, memberGroupId: number, { currency_id, bidding_type_id }: Request) {
  const rows = await kysely
    .selectFrom('campaigns as c')
    .innerJoin('advertisers as a', sameAdvertiser('a', 'c'))
    .innerJoin('currencies as m', 'm.currency_code', 'a.currency_code')
    .select('c.campaign_id')
    .where('c.member_group_id', '=', memberGroupId)
    .where(inScopeSql(scope))
    .where('m.currency_id', '=', currency_id)
    .where('c.bidding_type_id', '=', bidding_type_id)
    .where('c.status', '=', 'active')
    .where('a.status', '=', 'active')
    .where('c.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .execute()
  return rows.map(({ campaign_id }) => campaign_id)
}

/** The minimum bid of now, in micros; 0 without limits. */
async function currentMinimum({ database: { kysely } }: Context, memberGroupId: number, { currency_id, bidding_type_id }: Request) {
  const config = await kysely
    .selectFrom('bidding_configs')
    .select(({ cast }) => cast<string>('min_bid', 'text').as('min_bid'))
    .where('member_group_id', '=', memberGroupId)
    .where('currency_id', '=', currency_id)
    .where('bidding_type_id', '=', bidding_type_id)
    .executeTakeFirst()
  return BigInt(config?.min_bid ?? '0')
}

const affected = (groups: readonly LiveGroup[]) => ({
  ad_groups: groups.length,
  campaigns: new Set(groups.map(({ campaign_id }) => campaign_id)).size,
})

/** The names of the ad groups with the lowest bids. */
async function named({ database: { kysely } }: Context, memberGroupId: number, groups: readonly LiveGroup[]) {
  const lowest = groups
    .toSorted((one, other) => (one.bid < other.bid ? -1 : one.bid > other.bid ? 1 : one.ad_group_id - other.ad_group_id))
    .slice(0, maxNamedAdGroups)
  const rows = await kysely
    .selectFrom('ad_groups as g')
    .innerJoin('campaigns as c', (join) =>
      join.onRef('c.member_group_id', '=', 'g.member_group_id').onRef('c.campaign_id', '=', 'g.campaign_id'),
    )
    .innerJoin('advertisers as a', sameAdvertiser('a', 'c'))
    .select(['g.ad_group_id', 'g.name as ad_group_name', 'c.campaign_id', 'c.name as campaign_name'])
    .select(['a.advertiser_id', 'a.name as advertiser_name'])
    .where('g.member_group_id', '=', memberGroupId)
    .where('g.ad_group_id', '=', anyOf(lowest.map(({ ad_group_id }) => ad_group_id)))
    .execute()
  return lowest.flatMap(({ ad_group_id, bid }) => {
    const row = rows.find((one) => one.ad_group_id === ad_group_id)
    return row ? [{ ...row, bid: decimalOf(bid) }] : []
  })
}

/** What new limits would do to the ad groups that are active now. */
export async function effectOf(context: Context, memberGroupId: number, request: Request): Promise<BidEffect> {
  const { kysely } = context.database
  const currency = await kysely
    .selectFrom('currencies')
    .select(['currency_code', 'digits as currency_digits'])
    .where('currency_id', '=', request.currency_id)
    .executeTakeFirst()
  if (!currency) throw refuseField('currency_id', 'Choose a valid currency ID')
  const rows = await groupRows(kysely, memberGroupId, await liveCampaigns(context, memberGroupId, request))
  const live = rows
    .filter(({ status }) => status === 'active')
    .map(({ ad_group_id, campaign_id, highest_bid }): LiveGroup => ({ ad_group_id, campaign_id, bid: BigInt(highest_bid) }))
  const before = await currentMinimum(context, memberGroupId, request)
  const min = microsOf(request.min_bid)
  const max = request.max_bid === null || request.max_bid === undefined ? null : microsOf(request.max_bid)
  const stops = live.filter(({ bid }) => bid >= before && bid < min)
  return {
    ...currency,
    active: affected(live),
    stops: affected(stops),
    resumes: affected(live.filter(({ bid }) => bid < before && bid >= min)),
    above: affected(live.filter(({ bid }) => max !== null && bid > max)),
    stopped_ad_groups: await named(context, memberGroupId, stops),
  }
}

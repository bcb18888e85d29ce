import { array, enums, type Infer, integer, nullable, object, optional, string } from 'superstruct'
import { postQuery } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id } from '../ids.ts'
import { Bid, biddingTypeIds } from './bidding-configs.ts'

/** Ad groups and their campaigns. */
const Affected = object({ ad_groups: integer(), campaigns: integer() })
/** The most ad groups that an effect names. */
export const maxNamedAdGroups = 20

/** What limits would do to the ad groups that are active now, in active campaigns of active advertisers. */
export const BidEffect = object({
  currency_code: CurrencyCode,
  currency_digits: integer(),
  /** All of them in this currency and bidding type. */
  active: Affected,
  /** They stop serving, because their highest bid is below the new minimum and not below the current one. */
  stops: Affected,
  /** They serve again, because their highest bid is below the current minimum only. */
  resumes: Affected,
  /** They keep their bids, which are above the new maximum. The next change of a bid must be within the limits. */
  above: Affected,
  /** Some of those that stop, with the lowest bids first. */
  stopped_ad_groups: array(
    object({
      ad_group_id: Id,
      ad_group_name: string(),
      campaign_id: Id,
      campaign_name: string(),
      advertiser_id: Id,
      advertiser_name: string(),
      bid: Decimal,
    }),
  ),
})
export type BidEffect = Infer<typeof BidEffect>

/** Apart from `biddingConfigs`, which most surfaces load. */
export const bidEffects = {
  /** What new limits would do to running campaigns. */
  effect: postQuery('v1/member_groups/:memberGroupId/bidding_configs/effect', {
    may: 'bidding_configs.change',
    long: true,
    body: object({ currency_id: Id, bidding_type_id: enums(biddingTypeIds), min_bid: Bid, max_bid: optional(nullable(Bid)) }),
    result: BidEffect,
  }),
}

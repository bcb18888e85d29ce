import { array, enums, type Infer, integer, is, nullable, object, optional, refine, string } from 'superstruct'
import { highestBid } from './bids.rules.ts'
import { Currency } from '../money/currencies.ts'
import { postQuery, get, patch, post } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { microsOf, microsPerUnit } from '../money/money.ts'

/** The bidding types, by the specification's ids. */
export const biddingTypes = { CPC: 1, CPM: 2 } as const
const biddingTypeIds = Object.values(biddingTypes)

/** The default page sizes of a list of bidding configs. */
export const biddingConfigPages = { v1: 250, v2: 540 } as const

/** A bid: above 0 and up to `highestBid`. */
export const Bid = refine(Decimal, 'Bid', (text) => {
  // superstruct runs refinements on invalid values, too.
  if (!is(text, Decimal)) return false
  const micros = microsOf(text)
  return (micros > 0n && micros <= highestBid * microsPerUnit) || `Expected an amount above 0 and up to ${highestBid}`
})

const limits = { min_bid: Decimal, max_bid: nullable(Decimal) }
/** Version 1 of the endpoint: one row per currency, for CPC only. */
const CurrencyBid = object({ currency_id: Id, currency_code: CurrencyCode, ...limits })
export type CurrencyBid = Infer<typeof CurrencyBid>

/** The bid limits of a client, for one currency and bidding type. */
export const BiddingConfig = object({
  bidding_config_id: Id,
  ...CurrencyBid.schema,
  bidding_type_id: enums(biddingTypeIds),
  version: integer(),
})
export type BiddingConfig = Infer<typeof BiddingConfig>

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

const ofClient = 'v1/member_groups/:memberGroupId'
const reported = { may: 'bidding_configs.read', body: object(listQueryFields) }

/** Endpoints for the bid limits of a client. */
export const biddingConfigs = {
  firstReport: postQuery(`${ofClient}/bidding_configs_report`, {
    ...reported,
    result: object({ bidding_configs: array(CurrencyBid), total: integer() }),
  }),
  report: postQuery('v2/member_groups/:memberGroupId/bidding_configs_report', {
    ...reported,
    result: object({ bidding_configs: array(BiddingConfig), total: integer() }),
  }),
  create: post(`${ofClient}/bidding_configs`, {
    may: 'bidding_configs.create',
    idempotent: 'optional',
    body: object({ currency_id: Id, bidding_type_id: enums(biddingTypeIds), min_bid: Bid, max_bid: optional(nullable(Bid)) }),
    result: BiddingConfig,
  }),
  change: patch(`${ofClient}/bidding_configs/:biddingConfigId`, {
    may: 'bidding_configs.change',
    versioned: true,
    body: object({ min_bid: optional(Bid), max_bid: optional(nullable(Bid)) }),
    result: BiddingConfig,
  }),
  /** What new limits would do to running campaigns. */
  effect: postQuery(`${ofClient}/bidding_configs/effect`, {
    may: 'bidding_configs.change',
    long: true,
    body: object({ currency_id: Id, bidding_type_id: enums(biddingTypeIds), min_bid: Bid, max_bid: optional(nullable(Bid)) }),
    result: BidEffect,
  }),
  unassignedCurrencies: get(`${ofClient}/unassigned_currencies`, {
    may: 'bidding_configs.read',
    result: object({ currencies: array(Currency) }),
  }),
}

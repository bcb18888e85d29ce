import { array, enums, type Infer, integer, is, nullable, object, optional, refine } from 'superstruct'
import { highestBid } from './bids.rules.ts'
import { Currency } from '../money/currencies.ts'
import { postQuery, get, patch, post } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { microsOf, microsPerUnit } from '../money/money.ts'

/** The bidding types, by the specification's ids. */
export const biddingTypes = { CPC: 1, CPM: 2 } as const
export const biddingTypeIds = Object.values(biddingTypes)

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
  unassignedCurrencies: get(`${ofClient}/unassigned_currencies`, {
    may: 'bidding_configs.read',
    result: object({ currencies: array(Currency) }),
  }),
}

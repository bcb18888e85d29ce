import {
  array,
  boolean,
  enums,
  type Infer,
  integer,
  literal,
  nullable,
  number,
  object,
  optional,
  refine,
  string,
  type Struct,
  unknown,
} from 'superstruct'
import { adGroupStatuses } from './ad-groups.rules.ts'
import {
  AdGroupBulk,
  AdGroupChange,
  AdGroupQuery,
  AdGroupBulkV1,
  NewAdGroupV1,
  NewAdGroup,
  AdGroupChangeV2,
  NewAdGroupV2,
} from './changes.ts'
import { Bid } from '../bids/bidding-configs.ts'
import { budgetPeriods } from '../budgets/budgets.rules.ts'
import { postQuery, del, get, patch, post, queryInteger } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id, IsoDay } from '../ids.ts'
import { pclLevels } from '../bids/pcl.rules.ts'
import type { RuleResult } from '../reply.ts'
import { comparedReply, comparedRequest, RowMetrics } from '../reports/row-metrics.ts'
import { Serving } from '../serving/serving.ts'
import { competitivenessIds } from '../statuses.ts'
import { Targeting } from '../targeting/targetings.ts'

type Competitiveness = keyof typeof competitivenessIds
const competitiveness = Object.keys(competitivenessIds) as Competitiveness[] // Object.keys returns the keys of the literal
/** How competitive a bid is. */
export const BidCompetitiveness = enums(competitiveness)
/** The fields of a list row for it. */
export const bidCompetitivenessFields = {
  bid_strength: BidCompetitiveness,
  /** The currency whose missing exchange rate prevents the comparison; null if there is another reason. */
  bid_lacks_rate_of: nullable(CurrencyCode),
}

const Period = enums(budgetPeriods)
const Status = enums(adGroupStatuses)
/** The reason of a rule that does not hold: a code and the values of its sentence. */
export const Problem = refine(
  unknown(),
  'Problem',
  (value) => typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string',
) as Struct<Exclude<RuleResult, true>, null> // the refinement accepts only these types

/** The fields of every ad group in a reply. A null budget, pacing or date means the campaign's. */
const base = {
  ad_group_id: Id,
  member_group_id: Id,
  advertiser_id: Id,
  advertiser_name: string(),
  campaign_id: Id,
  campaign_name: string(),
  name: string(),
  status: Status,
  bidding_type_id: integer(),
  base_bid: Decimal,
  budget: nullable(Decimal),
  budget_period: nullable(Period),
  currency_code: CurrencyCode,
  currency_digits: integer(),
  start_date: nullable(IsoDay),
  /** Null if it runs as long as its campaign. */
  end_date: nullable(IsoDay),
  always_on: boolean(),
  entities: integer(),
  serving: Serving,
  ...bidCompetitivenessFields,
  created_at: string(),
  version: integer(),
}
/** One row of a list. Its metrics are for the requested days, in its advertiser's currency. */
export const AdGroupRow = object({ ...base, metrics: RowMetrics })
export type AdGroupRow = Infer<typeof AdGroupRow>

/** One ad group with everything that its form needs. */
export const AdGroup = object({
  ...base,
  pacing: nullable(string()),
  targeting: Targeting,
  time_zone: string(),
  /** The effective values: its own, or else its campaign's. */
  runs: object({
    budget: Decimal,
    budget_period: Period,
    pacing: string(),
    start_date: IsoDay,
    end_date: nullable(IsoDay),
  }),
  /** The campaign's values, which limit its own. */
  campaign: object({
    status: string(),
    review_status_id: integer(),
    budget: Decimal,
    budget_period: Period,
    pacing: string(),
    start_date: IsoDay,
    end_date: nullable(IsoDay),
  }),
  /** Limits of its bids, in its currency and bidding type. */
  min_bid: Decimal,
  max_bid: nullable(Decimal),
  /** Spend of its own budget in the current period. */
  spent: Decimal,
  choices: array(Status),
})
export type AdGroup = Infer<typeof AdGroup>

const days = { start_date: IsoDay, end_date: IsoDay }
/** The totals of every list with metrics: all filtered rows, in one currency. */
export const totalsFields = {
  total: integer(),
  totals: RowMetrics,
  ...comparedReply,
  currency_code: CurrencyCode,
  currency_digits: integer(),
  /** The day of the exchange rates; null if nothing was converted. */
  rates_of: nullable(IsoDay),
  settled_through: IsoDay,
}

/** Budget and spend of an ad group; of its campaign if it has no budget of its own. */
export const AdGroupBudget = object({
  ad_group_id: Id,
  currency_code: CurrencyCode,
  budget: Decimal,
  budget_period: Period,
  is_own: boolean(),
  spent_period: Decimal,
  remaining: Decimal,
  /** The lowest budget that it may get. */
  least: Decimal,
  /** The highest budget that its campaign could spend; null if there is no such limit. */
  most: nullable(Decimal),
  budget_today: Decimal,
})
export type AdGroupBudget = Infer<typeof AdGroupBudget>

/** How the spend of an ad group compares with the other ad groups of its client; null with too few of them. */
export const AdGroupPcl = object({ ad_group_id: Id, pcl: nullable(enums(pclLevels)), currency_code: CurrencyCode, spend: Decimal, ...days })
export type AdGroupPcl = Infer<typeof AdGroupPcl>

const BulkValue = nullable(string())
/** The result of a bulk change for one ad group: the changed fields, or the reason why it was refused. */
export const AdGroupBulkRow = object({
  ad_group_id: Id,
  name: string(),
  campaign_name: string(),
  advertiser_name: string(),
  currency_code: CurrencyCode,
  fields: array(object({ field: string(), before: BulkValue, after: BulkValue })),
  /** Version of the values that the change was calculated from. Sent back with the change, it prevents changing newer values. */
  seen: string(),
  problem: nullable(Problem),
})
export type AdGroupBulkRow = Infer<typeof AdGroupBulkRow>
export const AdGroupBulkResult = object({
  rows: array(AdGroupBulkRow),
  changed: integer(),
  refused: integer(),
  /** Id under which the history lists the whole change; null for a dry run. */
  batch: nullable(string()),
  /** The highest possible daily spend of the ad groups, before and after; null if an exchange rate is missing. */
  effect: nullable(object({ daily_before: Decimal, daily_after: Decimal, currency_code: CurrencyCode })),
  /** Where the next request continues; null at the end. Present if this request set a starting point. */
  next: optional(nullable(Id)),
})
export type AdGroupBulkResult = Infer<typeof AdGroupBulkResult>

/** How strong a bid would be: the share of other bids that it beats; null with too few of them. */
export const BidStrength = object({
  strength: nullable(number()),
  competitiveness: BidCompetitiveness,
  competitiveness_id: enums(Object.values(competitivenessIds)),
  /** The lowest competitive bid; null with too few bids of others. */
  recommended_bid: nullable(Decimal),
  min_bid: Decimal,
  currency_code: CurrencyCode,
})
export type BidStrength = Infer<typeof BidStrength>

const client = 'member_groups/:memberGroupId'
const all = `${client}/advertisers/:advertiserId/ad_groups` as const
const one = `${all}/:adGroupId` as const
const read = { may: 'ad_groups.read' }
const create = { may: 'ad_groups.create', idempotent: true, result: AdGroup }
const change = { may: 'ad_groups.change', versioned: true, result: AdGroup }
const bulk = { may: 'ad_groups.change', idempotent: true, result: AdGroupBulkResult }
const strength = { ...read, body: object({ base_bid: Bid }), result: BidStrength }

/** Ad groups: the entities of a campaign, their targeting and their bids. */
export const adGroups = {
  report: postQuery(`v1/${client}/ad_groups_report`, {
    ...read,
    long: true,
    body: object({ ...AdGroupQuery.schema, ...comparedRequest }),
    result: object({ ad_groups: array(AdGroupRow), ...totalsFields }),
  }),
  one: get(`v1/${one}`, { ...read, result: AdGroup }),
  createFirst: post(`v1/${all}`, { ...create, body: NewAdGroupV1 }),
  createSecond: post(`v2/${all}`, { ...create, body: NewAdGroupV2 }),
  create: post(`v3/${all}`, { ...create, body: NewAdGroup }),
  changeSecond: patch(`v2/${one}`, { ...change, body: AdGroupChangeV2 }),
  change: patch(`v3/${one}`, { ...change, body: AdGroupChange }),
  remove: del(`v1/${one}`, {
    may: 'ad_groups.remove',
    /** The version that the caller has read; a newer one is not removed. */
    query: object({ version: optional(queryInteger()) }),
    result: literal('success'),
  }),
  budget: get(`v1/${one}/budget`, { ...read, result: AdGroupBudget }),
  pcl: get(`v1/${one}/pcl`, { ...read, long: true, result: AdGroupPcl }),
  bulkFirst: patch(`v1/${client}/ad_groups/bulk`, { ...bulk, body: AdGroupBulkV1 }),
  bulk: patch(`v2/${client}/ad_groups/bulk`, { ...bulk, body: AdGroupBulk }),
  bidStrength: postQuery(`v1/${one}/bid_strength`, strength),
  /** The same for an ad group that does not exist yet. */
  newBidStrength: postQuery(`v1/${client}/advertisers/:advertiserId/campaigns/:campaignId/bid_strength`, strength),
  entityBidStrength: postQuery(`v1/${client}/entities/:entityId/bid_strength`, strength),
}

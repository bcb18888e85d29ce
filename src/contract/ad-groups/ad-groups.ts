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
  AdGroupQuestion,
  FirstAdGroupBulk,
  FirstNewAdGroup,
  NewAdGroup,
  SecondAdGroupChange,
  SecondNewAdGroup,
} from './changes.ts'
import { Bid } from '../bids/bidding-configs.ts'
import { budgetPeriods } from '../budgets/budgets.ts'
import { ask, del, get, patch, post, queryInteger } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id, IsoDay } from '../ids.ts'
import { pclStands } from '../bids/pcl.rules.ts'
import type { RuleAnswer } from '../reply.ts'
import { RowMetrics } from '../reports/row-metrics.ts'
import { Serving } from '../serving/serving.ts'
import { competitivenessIds } from '../statuses.ts'
import { Targeting } from '../targeting/targetings.ts'

type Competitiveness = keyof typeof competitivenessIds
const competitiveness = Object.keys(competitivenessIds) as Competitiveness[] // the keys of a literal are its names
/** Where a bid stands among those of others. */
export const BidStanding = enums(competitiveness)
/** The same in a list. */
export const bidStands = {
  bid_strength: BidStanding,
  /** The currency without whose rate of exchange nothing is known of it; nothing where that is not why. */
  bid_lacks_rate_of: nullable(CurrencyCode),
}

const Period = enums(budgetPeriods)
const Status = enums(adGroupStatuses)
/** A rule's answer that is not yes, as the wire has it: a code, and what its sentence needs. */
export const Problem = refine(
  unknown(),
  'Problem',
  (value) => typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string',
) as Struct<Exclude<RuleAnswer, true>, null> // the refinement admits just these

/** What every reading of an ad group says; without a budget, a pace or days of its own it has those of its campaign. */
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
  /** Nothing where it goes on as long as its campaign. */
  end_date: nullable(IsoDay),
  always_on: boolean(),
  entities: integer(),
  serving: Serving,
  ...bidStands,
  created_at: string(),
  version: integer(),
}
/** One ad group in a list; its figures are of the days that were asked for, in its advertiser's currency. */
export const AdGroupRow = object({ ...base, metrics: RowMetrics })
export type AdGroupRow = Infer<typeof AdGroupRow>

/** One ad group with everything that its form needs. */
export const AdGroup = object({
  ...base,
  pacing: nullable(string()),
  targeting: Targeting,
  time_zone: string(),
  /** What holds for it, whether it says so itself or its campaign does. */
  runs: object({
    budget: Decimal,
    budget_period: Period,
    pacing: string(),
    start_date: IsoDay,
    end_date: nullable(IsoDay),
  }),
  /** What its own words are held against. */
  campaign: object({
    status: string(),
    review_status_id: integer(),
    budget: Decimal,
    budget_period: Period,
    pacing: string(),
    start_date: IsoDay,
    end_date: nullable(IsoDay),
  }),
  /** What bids may be, in its currency and charged as they are. */
  min_bid: Decimal,
  max_bid: nullable(Decimal),
  /** Of its own budget, in the current period. */
  spent: Decimal,
  choices: array(Status),
})
export type AdGroup = Infer<typeof AdGroup>

const days = { start_date: IsoDay, end_date: IsoDay }
/** What is the same below every list with figures: all filtered rows together, in one currency. */
export const totalled = {
  total: integer(),
  totals: RowMetrics,
  currency_code: CurrencyCode,
  currency_digits: integer(),
  /** The day whose rates converted other currencies; nothing when nothing was converted. */
  rates_of: nullable(IsoDay),
  settled_through: IsoDay,
}

/** How the money of an ad group goes; without a budget of its own, that of its campaign. */
export const AdGroupBudget = object({
  ad_group_id: Id,
  currency_code: CurrencyCode,
  budget: Decimal,
  budget_period: Period,
  is_own: boolean(),
  spent_period: Decimal,
  remaining: Decimal,
  /** Less than this it cannot become. */
  least: Decimal,
  /** More than this its campaign could never spend; nothing where there is no such limit. */
  most: nullable(Decimal),
  budget_today: Decimal,
})
export type AdGroupBudget = Infer<typeof AdGroupBudget>

/** Where the spend of an ad group stands among the ad groups of its client; nothing where that would be a guess. */
export const AdGroupPcl = object({ ad_group_id: Id, pcl: nullable(enums(pclStands)), currency_code: CurrencyCode, spend: Decimal, ...days })
export type AdGroupPcl = Infer<typeof AdGroupPcl>

const BulkValue = nullable(string())
/** What becomes of one of many: field by field, or why nothing does. */
export const AdGroupBulkRow = object({
  ad_group_id: Id,
  name: string(),
  currency_code: CurrencyCode,
  fields: array(object({ field: string(), before: BulkValue, after: BulkValue })),
  /** What this was reckoned from; whoever sends it with the change changes just that. */
  seen: string(),
  problem: nullable(Problem),
})
export type AdGroupBulkRow = Infer<typeof AdGroupBulkRow>
export const AdGroupBulkAnswer = object({
  rows: array(AdGroupBulkRow),
  changed: integer(),
  refused: integer(),
  /** By which all that was changed at once is found in the history; nothing of a dry run. */
  batch: nullable(string()),
  /** What the ad groups may spend on a day at most, before and after; nothing where a currency has no rate. */
  effect: nullable(object({ daily_before: Decimal, daily_after: Decimal, currency_code: CurrencyCode })),
  /** From where the next call goes on, where this one was told from where it begins; nothing at the end. */
  next: optional(nullable(Id)),
})
export type AdGroupBulkAnswer = Infer<typeof AdGroupBulkAnswer>

/** How strong a bid would be: the share of the others that it beats, nothing where that would be a guess. */
export const BidStrength = object({
  strength: nullable(number()),
  competitiveness: BidStanding,
  competitiveness_id: enums(Object.values(competitivenessIds)),
  /** The least bid that is competitive; nothing where that would be a guess. */
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
const bulk = { may: 'ad_groups.change', idempotent: true, result: AdGroupBulkAnswer }
const strength = { ...read, body: object({ base_bid: Bid }), result: BidStrength }

/** Ad groups: what a campaign shows, for whom, and for how much. */
export const adGroups = {
  report: ask(`v1/${client}/ad_groups_report`, {
    ...read,
    long: true,
    body: AdGroupQuestion,
    result: object({ ad_groups: array(AdGroupRow), ...totalled }),
  }),
  one: get(`v1/${one}`, { ...read, result: AdGroup }),
  createFirst: post(`v1/${all}`, { ...create, body: FirstNewAdGroup }),
  createSecond: post(`v2/${all}`, { ...create, body: SecondNewAdGroup }),
  create: post(`v3/${all}`, { ...create, body: NewAdGroup }),
  changeSecond: patch(`v2/${one}`, { ...change, body: SecondAdGroupChange }),
  change: patch(`v3/${one}`, { ...change, body: AdGroupChange }),
  remove: del(`v1/${one}`, {
    may: 'ad_groups.remove',
    /** The version that whoever removes it has seen; another one is not removed. */
    query: object({ version: optional(queryInteger()) }),
    result: literal('success'),
  }),
  budget: get(`v1/${one}/budget`, { ...read, result: AdGroupBudget }),
  pcl: get(`v1/${one}/pcl`, { ...read, long: true, result: AdGroupPcl }),
  bulkFirst: patch(`v1/${client}/ad_groups/bulk`, { ...bulk, body: FirstAdGroupBulk }),
  bulk: patch(`v2/${client}/ad_groups/bulk`, { ...bulk, body: AdGroupBulk }),
  bidStrength: ask(`v1/${one}/bid_strength`, strength),
  /** The same for one that a campaign does not have yet. */
  newBidStrength: ask(`v1/${client}/advertisers/:advertiserId/campaigns/:campaignId/bid_strength`, strength),
  entityBidStrength: ask(`v1/${client}/entities/:entityId/bid_strength`, strength),
}

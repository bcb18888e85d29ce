import { array, boolean, enums, type Infer, integer, literal, nullable, object, optional, refine, size, string } from 'superstruct'
import { biddingTypeIds, budgetPeriods, budgetTypeIds, goalTypes } from '../budgets/budgets.ts'
import {
  Amount,
  Attribution,
  BudgetChange,
  CampaignBulk,
  CampaignChange,
  CampaignChanges,
  CampaignHistoryRow,
  CampaignSheet,
  CampaignUndo,
  campaignsMost,
  FlatCampaignChange,
  NewCampaign,
  NewFlatCampaign,
  UndoneChanges,
} from './edits.ts'
import { ask, del, get, patch, post, queryInteger } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id, IsoDay, Text } from '../ids.ts'
import { listParts } from '../list.ts'
import { RowMetrics } from '../reports/row-metrics.ts'
import { Serving } from '../serving/serving.ts'
import { reviewStatusIds, statuses } from '../statuses.ts'

/** Which ways through the builder there are. */
export const campaignFlows = ['simple', 'custom', 'templated', 'v2'] as const
/** So many days are drawn beside a campaign. */
export const sparkDays = 14

/** What a campaign is, wherever it stands; amounts are in its advertiser's currency. */
const about = {
  campaign_id: Id,
  member_group_id: Id,
  advertiser_id: Id,
  advertiser_name: string(),
  name: string(),
  channel: string(),
  status: enums(statuses),
  review_status_id: enums(Object.values(reviewStatusIds)),
  review_comment: string(),
  experience_id: nullable(Id),
  flow: enums(campaignFlows),
  goal_type: nullable(enums(goalTypes)),
  goal_roas: nullable(Decimal),
  budget: Decimal,
  budget_period: enums(budgetPeriods),
  budget_type_id: enums(Object.values(budgetTypeIds)),
  currency_code: CurrencyCode,
  currency_digits: integer(),
  pacing: string(),
  bidding_type_id: enums(Object.values(biddingTypeIds)),
  start_date: IsoDay,
  end_date: nullable(IsoDay),
  always_on: boolean(),
  /** How many ad groups it has, and how many entities are in them. */
  ad_groups: integer(),
  entities: integer(),
  serving: Serving,
  /** What may be chosen as its status now. */
  choices: array(enums(statuses)),
  /** When it was last handed in to be looked at. */
  submitted_at: nullable(string()),
  version: integer(),
  created_at: string(),
}

/** One campaign in a list. */
export const CampaignRow = object({
  ...about,
  metrics: RowMetrics,
  /** What it cost on each of the last days, today last. */
  spark: size(array(Decimal), sparkDays),
})
export type CampaignRow = Infer<typeof CampaignRow>

/** One campaign with everything that is kept of it. */
export const Campaign = object({
  ...about,
  time_zone: string(),
  /** Its client looks at campaigns before they serve. */
  reviews_campaigns: boolean(),
  attribution: nullable(Attribution),
  campaign_template_id: nullable(Id),
  insertion_order_id: nullable(Id),
  /** When it first delivered; nothing where it has not begun. */
  started_at: nullable(string()),
})
export type Campaign = Infer<typeof Campaign>

/** How the money of a campaign stands. */
export const CampaignBudget = object({
  campaign_id: Id,
  budget: Decimal,
  budget_period: enums(budgetPeriods),
  budget_type_id: enums(Object.values(budgetTypeIds)),
  currency_code: CurrencyCode,
  currency_digits: integer(),
  /** In the current period of the budget, and what is left of it. */
  spent: Decimal,
  remaining: Decimal,
  /** The least that it can be set to now. */
  least: Decimal,
  /** What today may cost at most. */
  budget_today: Decimal,
  version: integer(),
})
export type CampaignBudget = Infer<typeof CampaignBudget>

/** An ad group, as far as its campaign shows it. */
export const CampaignAdGroup = object({
  ad_group_id: Id,
  campaign_id: Id,
  name: string(),
  status: enums(statuses),
  base_bid: Decimal,
  budget: nullable(Decimal),
  currency_code: CurrencyCode,
  entities: integer(),
  version: integer(),
})
export type CampaignAdGroup = Infer<typeof CampaignAdGroup>

/** What a list of campaigns is asked: whose, and what they came to on which days. */
export const CampaignQuestion = object({
  ...listParts,
  start_date: IsoDay,
  end_date: IsoDay,
  advertiser_ids: optional(size(array(Id), 1, 5000)),
  currency_code: optional(CurrencyCode),
})
export type CampaignQuestion = Infer<typeof CampaignQuestion>

/** A page of campaigns; the totals are those of everything that matches, in one currency. */
export const CampaignReport = object({
  campaigns: array(CampaignRow),
  total: integer(),
  totals: RowMetrics,
  /** The currency of the totals. */
  currency_code: CurrencyCode,
  currency_digits: integer(),
  /** The day whose rates converted other currencies; nothing when nothing was converted. */
  rates_of: nullable(IsoDay),
  /** The last day that will not be restated. */
  settled_through: IsoDay,
})
export type CampaignReport = Infer<typeof CampaignReport>

const Comment = refine(Text(1, 500), 'Comment', (text) => text.trim() !== '' || 'Expected a comment')
const named = <const V extends string>(version: V) => `${version}/member_groups/:memberGroupId/advertisers/:advertiserId/campaigns` as const
const client = 'v1/member_groups/:memberGroupId'
const one = `${named('v1')}/:campaignId` as const
const changing = { may: 'campaigns.change', versioned: true, result: Campaign } as const
const making = { may: 'campaigns.create', idempotent: true, result: Campaign } as const

/** Campaigns. Lists hold what the caller reaches and nothing else. */
export const campaigns = {
  report: ask(`${client}/campaigns_report`, { may: 'campaigns.read', long: true, body: CampaignQuestion, result: CampaignReport }),
  one: get(one, { may: 'campaigns.read', result: Campaign }),
  short: get('v1/campaign/:campaignId', { may: 'campaigns.read', result: Campaign }),
  budget: get(`${one}/budget`, { may: 'campaigns.read', result: CampaignBudget }),
  adGroups: get(`${one}/ad_groups`, { may: 'campaigns.read', result: object({ ad_groups: array(CampaignAdGroup) }) }),
  firstCreate: post(named('v0.9'), { ...making, body: NewFlatCampaign }),
  create: post(named('v2'), { ...making, body: NewCampaign }),
  firstChange: patch(`${named('v0.9')}/:campaignId`, { ...changing, body: FlatCampaignChange }),
  change: patch(`${named('v2')}/:campaignId`, { ...changing, body: CampaignChange }),
  firstChangeBudget: patch(`${named('v0.9')}/:campaignId/budget`, {
    ...changing,
    body: object({ budget: Amount }),
    result: CampaignBudget,
  }),
  changeBudget: patch(`${named('v2')}/:campaignId/budget`, { ...changing, body: BudgetChange, result: CampaignBudget }),
  bulk: patch('v0.9/member_groups/:memberGroupId/campaigns/ad_groups/bulk', {
    may: 'campaigns.change',
    idempotent: true,
    body: CampaignBulk,
    result: CampaignChanges,
  }),
  hasAdGroups: ask(`${client}/campaigns/has_ad_groups/bulk`, {
    may: 'campaigns.read',
    body: object({ campaign_ids: size(array(Id), 1, campaignsMost) }),
    result: object({ has_ad_groups: boolean() }),
  }),
  remove: del(`${named('v0.9')}/:campaignId`, {
    may: 'campaigns.remove',
    /** The version that whoever removes it has seen; another one is not removed. */
    query: object({ version: optional(queryInteger()) }),
    result: literal('success'),
  }),
  /** Both decide about the version that somebody has looked at. */
  approve: post(`${one}/reviews/approve`, { may: 'campaigns.review', versioned: true, result: Campaign }),
  /** What was denied goes to whoever looks at it once more, mended; what was done about it can be said. */
  submitAgain: post(`${one}/reviews/submit`, { ...changing, body: object({ comment: optional(Text(0, 500)) }) }),
  deny: post(`${one}/reviews/deny`, { may: 'campaigns.review', versioned: true, body: object({ comment: Comment }), result: Campaign }),
  changes: ask(`${one}/changes_report`, {
    may: 'campaigns.read',
    body: object(listParts),
    result: object({ changes: array(CampaignHistoryRow), total: integer(), currency_code: CurrencyCode }),
  }),
  /** Asks besides for what the changes asked for: `campaigns.change`, or `ad_groups.change` where they are of ad groups and entities. */
  undo: post(`${client}/campaigns/changes/undo`, { may: 'campaigns.read', body: CampaignUndo, result: UndoneChanges }),
  sheet: post(`${client}/campaigns/sheet`, { may: 'campaigns.change', idempotent: true, body: CampaignSheet, result: CampaignChanges }),
}

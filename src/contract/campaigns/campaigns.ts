import { array, boolean, enums, type Infer, integer, literal, nullable, object, optional, refine, size, string } from 'superstruct'
import { biddingTypeIds, budgetPeriods, budgetTypeIds, goalTypes } from '../budgets/budgets.rules.ts'
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
  maxBulkCampaigns,
  FlatCampaignChange,
  NewCampaign,
  NewFlatCampaign,
  UndoneChanges,
} from './edits.ts'
import { postQuery, del, get, patch, post, queryInteger } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id, IsoDay, Text } from '../ids.ts'
import { listQueryFields, PageOrTotal } from '../list.ts'
import { comparedReply, comparedRequest, RowMetrics } from '../reports/row-metrics.ts'
import { Serving } from '../serving/serving.ts'
import { reviewStatusIds, statuses } from '../statuses.ts'

/** The variants of the campaign builder. */
export const campaignFlows = ['simple', 'custom', 'templated', 'v2'] as const
/** Number of days in the sparkline of a list row. */
export const sparklineDays = 14

/** The fields of every campaign in a reply; amounts in its advertiser's currency. */
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
  /** Number of its ad groups, and of the entities in them. */
  ad_groups: integer(),
  entities: integer(),
  serving: Serving,
  /** The statuses that it can get now. */
  choices: array(enums(statuses)),
  /** When it was last submitted for review. */
  submitted_at: nullable(string()),
  version: integer(),
  created_at: string(),
}

/** One row of a list. */
export const CampaignRow = object({
  ...about,
  metrics: RowMetrics,
  /** The cost of each of the last days, ending with today. */
  spark: size(array(Decimal), sparklineDays),
})
export type CampaignRow = Infer<typeof CampaignRow>

/** One campaign with all its fields. */
export const Campaign = object({
  ...about,
  time_zone: string(),
  /** Whether the client reviews campaigns before they serve. */
  reviews_campaigns: boolean(),
  attribution: nullable(Attribution),
  campaign_template_id: nullable(Id),
  insertion_order_id: nullable(Id),
  insertion_order_name: nullable(string()),
  /** When it first delivered; null before that. */
  started_at: nullable(string()),
})
export type Campaign = Infer<typeof Campaign>

/** Budget and spend of a campaign. */
export const CampaignBudget = object({
  campaign_id: Id,
  budget: Decimal,
  budget_period: enums(budgetPeriods),
  budget_type_id: enums(Object.values(budgetTypeIds)),
  currency_code: CurrencyCode,
  currency_digits: integer(),
  /** Spend and remaining budget of the current period. */
  spent: Decimal,
  remaining: Decimal,
  /** The lowest budget that can be set now. */
  least: Decimal,
  /** The most that may be spent today. */
  budget_today: Decimal,
  version: integer(),
})
export type CampaignBudget = Infer<typeof CampaignBudget>

/** An ad group as shown on its campaign's page. */
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

/** Request body of a list of campaigns: filters, and the days of its metrics. */
export const CampaignQuery = object({
  ...listQueryFields,
  pagination: optional(PageOrTotal),
  start_date: IsoDay,
  end_date: IsoDay,
  advertiser_ids: optional(size(array(Id), 1, 5000)),
  currency_code: optional(CurrencyCode),
  ...comparedRequest,
})
export type CampaignQuery = Infer<typeof CampaignQuery>

/** A page of campaigns. The totals cover all matching campaigns, in one currency. */
export const CampaignReport = object({
  campaigns: array(CampaignRow),
  total: integer(),
  totals: RowMetrics,
  ...comparedReply,
  /** The currency of the totals. */
  currency_code: CurrencyCode,
  currency_digits: integer(),
  /** The day of the exchange rates; null if nothing was converted. */
  rates_of: nullable(IsoDay),
  /** The last day whose metrics are final. */
  settled_through: IsoDay,
})
export type CampaignReport = Infer<typeof CampaignReport>

const Comment = refine(Text(1, 500), 'Comment', (text) => text.trim() !== '' || 'Expected a comment')
const named = <const V extends string>(version: V) => `${version}/member_groups/:memberGroupId/advertisers/:advertiserId/campaigns` as const
const client = 'v1/member_groups/:memberGroupId'
const one = `${named('v1')}/:campaignId` as const
const changing = { may: 'campaigns.change', versioned: true, result: Campaign } as const
/** Sends mail, so a repeat with the same key has no effect. */
const reviewing = { may: 'campaigns.review', versioned: true, idempotent: 'optional', result: Campaign } as const
const making = { may: 'campaigns.create', idempotent: true, result: Campaign } as const

/** Endpoints of campaigns. Lists contain only campaigns that the caller has access to. */
export const campaigns = {
  report: postQuery(`${client}/campaigns_report`, { may: 'campaigns.read', long: true, body: CampaignQuery, result: CampaignReport }),
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
  hasAdGroups: postQuery(`${client}/campaigns/has_ad_groups/bulk`, {
    may: 'campaigns.read',
    body: object({ campaign_ids: size(array(Id), 1, maxBulkCampaigns) }),
    result: object({ has_ad_groups: boolean() }),
  }),
  remove: del(`${named('v0.9')}/:campaignId`, {
    may: 'campaigns.remove',
    /** The version that the caller has read; a newer one is not removed. */
    query: object({ version: optional(queryInteger()) }),
    result: literal('success'),
  }),
  /** Approve and deny apply to the version that the reviewer has read. */
  approve: post(`${one}/reviews/approve`, reviewing),
  /** A reviewer takes an approved campaign back to review, for a few minutes and as long as nothing else has changed. */
  undoApproval: post(`${one}/reviews/undo_approval`, reviewing),
  /** Submits a denied campaign for review again, with an optional comment on the changes. */
  submitAgain: post(`${one}/reviews/submit`, { ...reviewing, may: 'campaigns.change', body: object({ comment: optional(Text(0, 500)) }) }),
  deny: post(`${one}/reviews/deny`, { ...reviewing, body: object({ comment: Comment }) }),
  changes: postQuery(`${one}/changes_report`, {
    may: 'campaigns.read',
    body: object(listQueryFields),
    result: object({ changes: array(CampaignHistoryRow), total: integer(), currency_code: CurrencyCode }),
  }),
  /** Also needs the permission of the changes themselves: `campaigns.change`, or `ad_groups.change` for ad groups and entities. */
  undo: post(`${client}/campaigns/changes/undo`, { may: 'campaigns.read', body: CampaignUndo, result: UndoneChanges }),
  sheet: post(`${client}/campaigns/sheet`, { may: 'campaigns.change', idempotent: true, body: CampaignSheet, result: CampaignChanges }),
}

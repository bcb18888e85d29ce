import { sql } from 'kysely'
import type { AdGroupCampaign, AdGroupStatus } from '../../../src/contract/ad-groups/ad-groups.rules.ts'
import type { AdGroupEditConstraints, AdGroupState, AdGroupProblem } from './edit.rules.ts'
import type { BidLimits } from '../../../src/contract/bids/bids.rules.ts'
import type { Targeting } from '../../../src/contract/targeting/targetings.ts'
import type { Context } from '../context/context.ts'
import { pacingsOf } from '../campaigns/read.ts'
import { notFound, conflict, Refused, ruleProblem } from '../context/refusal.ts'
import { dayIn } from '../sql/days.ts'
import { anyOf } from '../sql/pieces.ts'
import { parseTargeting } from '../targeting/check.ts'
import type { RuleResult } from '../../../src/contract/reply.ts'

/** The fields of a campaign that constrain its ad groups. */
export interface CampaignConstraints extends AdGroupCampaign {
  readonly campaign_id: number
  readonly campaign_name: string
  readonly advertiser_id: number
  readonly advertiser_name: string
  readonly experience_id: number | null
  readonly channel: string
  readonly bidding_type_id: number
  readonly pacing: string
  readonly currency_code: string
  readonly digits: number
  readonly time_zone: string
  readonly hasStarted: boolean
  readonly limits: AdGroupEditConstraints['limits']
  readonly pacings: AdGroupEditConstraints['pacings']
}
/** An ad group as stored. Money in micros. */
export interface StoredAdGroup extends AdGroupState {
  readonly targeting: Targeting
  readonly ad_group_id: number
  readonly advertiser_id: number
  readonly campaign_id: number
  readonly version: number
}

interface BidLimitColumns {
  readonly min_bid: number | null
  readonly max_bid: number | null
}
/** The client's bid limits as stored. Without a minimum, every bid above 0 is allowed. */
export const storedBidLimits = ({ min_bid, max_bid }: BidLimitColumns): BidLimits => ({
  min_bid: BigInt(min_bid ?? 0),
  max_bid: max_bid === null ? null : BigInt(max_bid),
})

type Lock = 'read' | 'write'

/**
 * Campaigns with their bid limits. Writers lock the campaign first, so that its review status and budget cannot change, then ad
 * groups in the order of their ids.
 */
export async function campaignConstraints({ database: { kysely } }: Context, memberGroupId: number, ids: readonly number[], lock: Lock) {
  const rows = await kysely
    .selectFrom('campaigns as c')
    .innerJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'c.member_group_id').onRef('a.advertiser_id', '=', 'c.advertiser_id'),
    )
    .innerJoin('currencies as m', 'm.currency_code', 'a.currency_code')
    .leftJoin('bidding_configs as b', (join) =>
      join
        .onRef('b.member_group_id', '=', 'c.member_group_id')
        .onRef('b.currency_id', '=', 'm.currency_id')
        .onRef('b.bidding_type_id', '=', 'c.bidding_type_id'),
    )
    .select(({ eb }) => [
      'c.campaign_id',
      'c.name as campaign_name',
      'c.advertiser_id',
      'a.name as advertiser_name',
      'c.experience_id',
      'c.channel',
      'c.bidding_type_id',
      'c.pacing',
      'c.status',
      'c.review_status_id',
      'c.budget',
      'c.budget_period',
      'c.start_date',
      'c.end_date',
      eb('c.started_at', 'is not', null).as('hasStarted'),
      'a.currency_code',
      'a.time_zone',
      'm.digits',
      'b.min_bid',
      'b.max_bid',
    ])
    .where('c.member_group_id', '=', memberGroupId)
    .where('c.campaign_id', '=', anyOf([...new Set(ids)]))
    .where('c.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .orderBy('c.campaign_id')
    .$if(lock === 'write', (query) => query.forShare('c'))
    .$narrowType<{ hasStarted: boolean } & Pick<CampaignConstraints, 'status' | 'review_status_id' | 'budget_period'>>()
    .execute()
  const pacings = await pacingsOf({ kysely }, memberGroupId)
  const campaigns = rows.map(({ budget, min_bid, max_bid, ...row }): CampaignConstraints => {
    return { ...row, budget: BigInt(budget), limits: storedBidLimits({ min_bid, max_bid }), pacings }
  })
  return new Map(campaigns.map((campaign) => [campaign.campaign_id, campaign] as const))
}

/** The constraints of one campaign of an advertiser. */
export async function campaignWithConstraints(
  context: Context,
  memberGroupId: number,
  advertiserId: number,
  campaignId: number,
  lock: Lock,
) {
  const campaign = (await campaignConstraints(context, memberGroupId, [campaignId], lock)).get(campaignId)
  if (campaign?.advertiser_id !== advertiserId) throw notFound('Campaign')
  return campaign
}

/** Stored ad groups in the order of their ids. */
export async function storedAdGroups(
  { database: { kysely } }: Context,
  memberGroupId: number,
  ids: readonly number[],
  lock: Lock,
): Promise<StoredAdGroup[]> {
  const rows = await kysely
    .selectFrom('ad_groups')
    .select([
      'ad_group_id',
      'advertiser_id',
      'campaign_id',
      'version',
      'name',
      'status',
      'base_bid',
      'budget',
      'budget_period',
      'pacing',
      'start_date',
      'end_date',
      'targeting',
    ])
    .where('member_group_id', '=', memberGroupId)
    .where('ad_group_id', '=', anyOf(ids))
    .where('deleted_at', 'is', null)
    .orderBy('ad_group_id')
    .$if(lock === 'write', (query) => query.forUpdate())
    .$narrowType<{ status: AdGroupStatus }>()
    .execute()
  return rows.map(({ base_bid, budget, ...row }) => ({
    ...row,
    base_bid: BigInt(base_bid),
    budget: budget === null ? null : BigInt(budget),
    targeting: parseTargeting(row.targeting),
  }))
}

/** Campaign ids of the ad groups. */
export async function campaignIdsOf({ database: { kysely } }: Context, memberGroupId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await kysely
    .selectFrom('ad_groups')
    .select('campaign_id')
    .distinct()
    .where('member_group_id', '=', memberGroupId)
    .where('ad_group_id', '=', anyOf(ids))
    .execute()
  return rows.map(({ campaign_id }) => campaign_id)
}

/** Total spend of ad groups in micros of their currency. Ad groups without spend are omitted. */
export async function spentOfAdGroups({ database: { kysely } }: Context, memberGroupId: number, ids: readonly number[]) {
  const rows = await kysely
    .selectFrom('spend_days')
    .select(['ad_group_id', sql<string>`sum(micros)::text`.as('cost')])
    .where('member_group_id', '=', memberGroupId)
    .where('ad_group_id', '=', anyOf(ids))
    .where('campaign_id', 'in', ({ selectFrom }) =>
      selectFrom('ad_groups').select('campaign_id').where('member_group_id', '=', memberGroupId).where('ad_group_id', '=', anyOf(ids)),
    )
    .groupBy('ad_group_id')
    .execute()
  return new Map(rows.map(({ ad_group_id, cost }) => [ad_group_id, BigInt(cost)] as const))
}

/** The constraints for changes of an ad group. */
export const adGroupConstraints = (
  { now }: Pick<Context, 'now'>,
  campaign: CampaignConstraints,
  spent: bigint,
): AdGroupEditConstraints => ({
  campaign,
  limits: campaign.limits,
  digits: campaign.digits,
  spent,
  hasStarted: campaign.hasStarted,
  pacings: campaign.pacings,
  today: dayIn(now(), campaign.time_zone),
})

type Problem = Exclude<RuleResult, true>

/** Conflicts with the campaign's or ad group's state. All other codes are field errors. */
const conflicts: Readonly<Record<string, (problem: Problem) => string>> = {
  campaign_over: ({ status }) => `The campaign is ${status} and can’t be changed`,
  under_review: ({ field }) =>
    field === undefined
      ? 'The campaign is under review; add to it after approval'
      : 'The campaign is under review; until approval you can change bids, budgets and end date, and pause it',
  status_not_offered: ({ from, to }) => `Status can’t change from ${from} to ${to}`,
}
const sentences: Readonly<Record<string, (problem: Problem) => string>> = {
  bid_too_low: ({ min_bid }) => `Expected at least ${min_bid}`,
  bid_too_high: ({ max_bid }) => `Expected at most ${max_bid}`,
  budget_digits: ({ digits }) => `Expected at most ${digits} decimals`,
  budget_maximum: ({ max }) => `Expected at most ${max}`,
  budget_needed: () => 'Enter a budget for the period',
  budget_period_needed: () => 'Choose a budget period',
  budget_below_spent: ({ spent }) => `Expected at least the amount already spent, ${spent}`,
  budget_above_campaign: ({ max, budget, budget_period }) => `Expected at most ${max}: the campaign budget is ${budget} (${budget_period})`,
  pacing_unknown: () => 'Choose a pacing option of this client',
  starts_in_past: ({ today }) => `Expected ${today} or later`,
  ends_in_past: ({ today }) => `Expected ${today} or later`,
  starts_before_campaign: ({ start_date }) => `Expected ${start_date} or later: the campaign starts then`,
  starts_after_campaign: ({ end_date }) => `Expected ${end_date} or earlier: the campaign ends then`,
  ends_after_campaign: ({ end_date }) => `Expected ${end_date} or earlier: the campaign ends then`,
  ends_before_start: ({ start_date }) => `Expected ${start_date} or later`,
}

/** The error for a change that breaks a rule. */
export function adGroupRefusal({ field, violation }: AdGroupProblem) {
  const sentence = conflicts[violation.code]
  if (sentence) return conflict('Ad group', sentence(violation), [ruleProblem(field, sentence(violation), violation)])
  const rule = sentences[violation.code]?.(violation) ?? 'This value is not accepted'
  return new Refused('invalid', { subject: field, rule }, [ruleProblem(field, rule, violation)])
}

/** Throws if the campaign accepts no new ad groups or entities, by the result of `adGroupAllowedRule`. */
export function requireAddAllowed(result: RuleResult) {
  if (result !== true) throw adGroupRefusal({ field: 'campaign_id', violation: result })
}

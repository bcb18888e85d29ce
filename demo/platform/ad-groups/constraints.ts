import { sql } from 'kysely'
import type { AdGroupCampaign, AdGroupStatus } from '../../../src/contract/ad-groups/ad-groups.rules.ts'
import type { AdGroupEditConstraints, AdGroupState } from '../../../src/contract/ad-groups/edits.rules.ts'
import type { BidLimits } from '../../../src/contract/bids/bids.rules.ts'
import type { Targeting } from '../../../src/contract/targeting/targetings.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import { dayIn } from '../sql/days.ts'
import { parseTargeting } from '../targeting/check.ts'

/** The fields of a campaign that constrain its ad groups. */
export interface CampaignConstraints extends AdGroupCampaign {
  readonly campaign_id: number
  readonly advertiser_id: number
  readonly experience_id: number | null
  readonly channel: string
  readonly bidding_type_id: number
  readonly pacing: string
  readonly currency_code: string
  readonly digits: number
  readonly time_zone: string
  readonly hasStarted: boolean
  readonly limits: AdGroupEditConstraints['limits']
}
interface CampaignRead extends Omit<CampaignConstraints, 'budget' | 'limits'>, BidLimitColumns {
  readonly budget: number
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
const lockClause = (lock: Lock, of: string) => (lock === 'write' ? sql.raw(` for ${of}`) : sql``)

/**
 * Campaigns with their bid limits. Writers lock the campaign first, so that its review status and budget cannot change, then ad
 * groups in the order of their ids.
 */
export async function campaignConstraints({ database: { kysely } }: Context, memberGroupId: number, ids: readonly number[], lock: Lock) {
  const { rows } = await sql<CampaignRead>`
    select c.campaign_id, c.advertiser_id, c.experience_id, c.channel, c.bidding_type_id, c.pacing, c.status, c.review_status_id, c.budget, c.budget_period,
      c.start_date, c.end_date, c.started_at is not null as "hasStarted", a.currency_code::text as currency_code, a.time_zone, m.digits, b.min_bid, b.max_bid
    from campaigns c join advertisers a on a.member_group_id = c.member_group_id and a.advertiser_id = c.advertiser_id
    join currencies m on m.currency_code = a.currency_code
    left join bidding_configs b on b.member_group_id = c.member_group_id and b.currency_id = m.currency_id and b.bidding_type_id = c.bidding_type_id
    where c.member_group_id = ${memberGroupId} and c.campaign_id = any(${[...new Set(ids)]}::int[]) and c.deleted_at is null and a.deleted_at is null
    order by c.campaign_id${lockClause(lock, 'share of c')}`.execute(kysely)
  const grounds = rows.map(({ budget, min_bid, max_bid, ...row }): CampaignConstraints => {
    return { ...row, budget: BigInt(budget), limits: storedBidLimits({ min_bid, max_bid }) }
  })
  return new Map(grounds.map((ground) => [ground.campaign_id, ground] as const))
}

/** The constraints of one campaign of an advertiser. */
export async function oneCampaignConstraints(
  context: Context,
  memberGroupId: number,
  advertiserId: number,
  campaignId: number,
  lock: Lock,
) {
  const found = (await campaignConstraints(context, memberGroupId, [campaignId], lock)).get(campaignId)
  if (found?.advertiser_id !== advertiserId) throw notFound('Campaign')
  return found
}

interface StoredAdGroupRow extends Omit<StoredAdGroup, 'base_bid' | 'budget' | 'status'> {
  readonly status: AdGroupStatus
  readonly base_bid: number
  readonly budget: number | null
}

/** Stored ad groups in the order of their ids. */
export async function storedAdGroups(
  { database: { kysely } }: Context,
  memberGroupId: number,
  ids: readonly number[],
  lock: Lock,
): Promise<StoredAdGroup[]> {
  const { rows } = await sql<StoredAdGroupRow>`
    select ad_group_id, advertiser_id, campaign_id, version, name, status, base_bid, budget, budget_period, pacing, start_date, end_date, targeting
    from ad_groups where member_group_id = ${memberGroupId} and ad_group_id = any(${[...ids]}::int[]) and deleted_at is null
    order by ad_group_id${lockClause(lock, 'update')}`.execute(kysely)
  return rows.map(({ base_bid, budget, ...row }) => ({
    ...row,
    base_bid: BigInt(base_bid),
    budget: budget === null ? null : BigInt(budget),
    targeting: parseTargeting(row.targeting),
  }))
}

/** Campaign ids of the ad groups. */
export async function campaignIdsOf({ database: { kysely } }: Context, memberGroupId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ campaign_id: number }>`
    select distinct campaign_id from ad_groups where member_group_id = ${memberGroupId} and ad_group_id = any(${[...ids]}::int[])`.execute(
    kysely,
  )
  return rows.map(({ campaign_id }) => campaign_id)
}

/** Total spend of ad groups in micros of their currency. Ad groups without spend are omitted. */
export async function spentOfAdGroups({ database: { kysely } }: Context, memberGroupId: number, ids: readonly number[]) {
  const { rows } = await sql<{ ad_group_id: number; cost: string }>`
    select ad_group_id, sum(micros)::text as cost from spend_days
    where member_group_id = ${memberGroupId} and ad_group_id = any(${[...ids]}::int[])
      and campaign_id in (select campaign_id from ad_groups where member_group_id = ${memberGroupId} and ad_group_id = any(${[...ids]}::int[]))
    group by ad_group_id`.execute(kysely)
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
  today: dayIn(now(), campaign.time_zone),
})

import { sql } from 'kysely'
import type { Attribution, ChangeKind } from '../../../src/contract/campaigns/edits.ts'
import type { FieldChange } from '../../../src/contract/changes/changes.ts'
import {
  type CampaignEdit,
  type CampaignFields,
  editCampaign,
  type EditConstraints,
  type CampaignEditResult,
} from '../../../src/contract/campaigns/edit.rules.ts'
import { goalHundredths } from '../../../src/contract/campaigns/campaigns.rules.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { inScope } from '../access/advertiser-scope.ts'
import { fieldChanges, recordChange, type RecordedChange, recordChanges, beforeAndAfter } from '../changes/record.ts'
import { goalOf, reviewsCampaigns } from './read.ts'
import type { Context } from '../context/context.ts'
import { conflict, notFound, staleVersion } from '../context/refusal.ts'
import { refuseProblems } from './problems.ts'
import { dayIn } from '../sql/days.ts'

/** Total spend by campaign, in micros of the advertiser's currency. Campaigns without spend are omitted. */
async function spentOf({ database: { kysely } }: Pick<Context, 'database'>, memberGroupId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, bigint>()
  const { rows } = await sql<{ campaign_id: number; micros: string }>`
    select campaign_id, sum(micros)::text as micros from spend_days
    where member_group_id = ${memberGroupId} and campaign_id = any(${[...ids]}::int[]) group by campaign_id`.execute(kysely)
  return new Map(rows.map(({ campaign_id, micros }) => [campaign_id, BigInt(micros)] as const))
}

interface Row extends Omit<CampaignFields, 'goal_roas'> {
  readonly campaign_id: number
  readonly advertiser_id: number
  readonly goal_hundredths: number | null
  readonly attribution: Attribution | null
  readonly version: number
  readonly started_at: Date | null
  readonly currency_code: string
  readonly digits: number
  readonly time_zone: string
  readonly minimum: string
}

/** A campaign locked until the transaction ends, and the constraints that its edits must meet. */
export interface LockedCampaign {
  readonly campaign_id: number
  readonly advertiser_id: number
  readonly version: number
  readonly currency_code: string
  readonly now: CampaignFields
  readonly ground: EditConstraints
}

/** Locks rows in the order of their ids, so that concurrent changes cannot deadlock. */
async function lockedRows({ database: { kysely }, scope }: Context, ids: readonly number[]) {
  const { rows } = await sql<Row>`
    select c.campaign_id, c.advertiser_id, c.name, c.status, c.budget::text as budget, c.budget_period, c.start_date, c.end_date, c.pacing, c.goal_type, c.goal_hundredths,
      c.attribution, c.review_status_id, c.review_comment, c.version, c.started_at, a.currency_code, cu.digits, a.time_zone,
      coalesce((select b.min_bid from bidding_configs b where b.member_group_id = c.member_group_id and b.currency_id = cu.currency_id
        and b.bidding_type_id = c.bidding_type_id), 0)::text as minimum
    from campaigns c join advertisers a on a.member_group_id = c.member_group_id and a.advertiser_id = c.advertiser_id
    join currencies cu on cu.currency_code = a.currency_code
    where ${inScope(scope)} and c.campaign_id = any(${[...ids]}::int[]) and c.deleted_at is null and a.deleted_at is null
    order by c.campaign_id for update of c`.execute(kysely)
  return rows
}

/** Lowest valid budget: the minimum bid, or the currency's smallest unit without one. */
export const lowestBudget = (minimum: bigint, digits: number) => (minimum > 0n ? minimum : 10n ** BigInt(6 - digits))

/** Locks the caller's campaigns (missing ids are omitted). Spend is read for "One Time" budgets only. */
export async function lockCampaigns(
  context: Context,
  memberGroupId: number,
  ids: readonly number[],
  becomes?: CampaignEdit['budget_period'],
): Promise<LockedCampaign[]> {
  const rows = await lockedRows(context, ids)
  const whole = rows.filter(({ budget_period }) => [budget_period, becomes].includes('One Time'))
  const spent = await spentOf(
    context,
    memberGroupId,
    whole.map(({ campaign_id }) => campaign_id),
  )
  const isReviewed = await reviewsCampaigns(context, memberGroupId)
  const today = new Map([...new Set(rows.map(({ time_zone }) => time_zone))].map((zone) => [zone, dayIn(context.now(), zone)] as const))
  return rows.map(
    ({ campaign_id, advertiser_id, version, currency_code, goal_hundredths, started_at, digits, time_zone, minimum, ...now }) => ({
      campaign_id,
      advertiser_id,
      version,
      currency_code,
      now: { ...now, budget: decimalOf(BigInt(now.budget)), goal_roas: goalOf(goal_hundredths) },
      ground: {
        today: today.get(time_zone) ?? '',
        digits,
        minimum: lowestBudget(BigInt(minimum), digits),
        spent: spent.get(campaign_id) ?? 0n,
        isStarted: started_at !== null,
        isReviewed,
      },
    }),
  )
}

export interface CampaignWrite {
  readonly campaign: LockedCampaign
  readonly after: CampaignFields
  readonly undo_of?: number | null
  /** Changes in other tables that belong to the same history entry. */
  readonly beside?: readonly FieldChange[]
}
/** Kind, batch and comment of a history entry. */
export interface HistoryReason {
  readonly kind: ChangeKind
  readonly batch?: string | null
  readonly comment?: string | null
}

export const changesOf = ({ campaign, after }: Pick<CampaignWrite, 'campaign' | 'after'>) => fieldChanges(campaign.now, after)

const columnsOf = ({ campaign, after }: CampaignWrite) => ({
  campaign_id: campaign.campaign_id,
  name: after.name,
  status: after.status,
  budget: String(microsOf(after.budget)),
  budget_period: after.budget_period,
  start_date: after.start_date,
  end_date: after.end_date,
  pacing: after.pacing,
  goal_type: after.goal_type,
  goal_hundredths: after.goal_roas === null ? null : goalHundredths(after.goal_roas),
  attribution: after.attribution,
  review_status_id: after.review_status_id,
  review_comment: after.review_comment,
  is_submitted: after.review_status_id === 1 && campaign.now.review_status_id !== 1,
})

const recordOf = (writing: CampaignWrite, reason: HistoryReason): RecordedChange => ({
  entity: 'campaign',
  entityId: writing.campaign.campaign_id,
  ...reason,
  ...beforeAndAfter([...changesOf(writing), ...(writing.beside ?? [])]),
  undoOf: writing.undo_of ?? null,
})

/** Writes locked campaigns. Each gets its next version and a history entry. */
export async function writeCampaigns(context: Context, memberGroupId: number, writings: readonly CampaignWrite[], reason: HistoryReason) {
  if (writings.length === 0) return
  await sql`
    update campaigns c set name = r.name, status = r.status, budget = r.budget, budget_period = r.budget_period, start_date = r.start_date, end_date = r.end_date,
      pacing = r.pacing, goal_type = r.goal_type, goal_hundredths = r.goal_hundredths, attribution = r.attribution,
      review_status_id = r.review_status_id, review_comment = r.review_comment, version = c.version + 1,
      submitted_at = case when r.is_submitted then ${context.now()}::timestamptz else c.submitted_at end
    from jsonb_to_recordset(${JSON.stringify(writings.map(columnsOf))}::jsonb) as r (campaign_id int, name text, status text, budget bigint, budget_period text,
      start_date date, end_date date, pacing text, goal_type text, goal_hundredths int, attribution jsonb, review_status_id smallint, review_comment text, is_submitted boolean)
    where c.member_group_id = ${memberGroupId} and c.campaign_id = r.campaign_id`.execute(context.database.kysely)
  await recordChanges(
    context,
    writings.map((writing) => recordOf(writing, reason)),
  )
}

export const applyCampaignEdit = ({ now, ground }: LockedCampaign, edit: CampaignEdit): CampaignEditResult =>
  editCampaign(now, edit, ground)

/** Ids from the request path. */
export interface CampaignPathIds {
  readonly memberGroupId: number
  readonly advertiserId: number
  readonly campaignId: number
}

/** Locks the campaign of the request path. */
export async function lockCampaign(context: Context, named: CampaignPathIds, becomes?: CampaignEdit['budget_period']) {
  const [campaign] = await lockCampaigns(context, named.memberGroupId, [named.campaignId], becomes)
  if (campaign?.advertiser_id !== named.advertiserId) throw notFound('Campaign')
  return campaign
}

/** Changes one campaign. Throws stale if the caller has an older version. */
export async function changeCampaign(
  context: Context,
  named: CampaignPathIds,
  editFor: (campaign: LockedCampaign) => CampaignEdit,
  { period, comment }: { period?: CampaignEdit['budget_period']; comment?: string | undefined } = {},
) {
  const campaign = await lockCampaign(context, named, period)
  if (campaign.version !== context.version) throw staleVersion('Campaign')
  const { after, problems } = applyCampaignEdit(campaign, editFor(campaign))
  refuseProblems(problems)
  if (changesOf({ campaign, after }).length === 0) return
  await writeCampaigns(context, named.memberGroupId, [{ campaign, after }], { kind: 'changed', comment: comment ?? null })
}

/**
 * Soft-deletes a campaign and its ad groups; their statistics stay. An active campaign must be paused first, because it may be
 * spending.
 */
export async function removeCampaign(context: Context, named: CampaignPathIds, seen?: number) {
  const { kysely } = context.database
  const { now, version } = await lockCampaign(context, named)
  if (seen !== undefined && seen !== version) throw staleVersion('Campaign')
  if (now.status === 'active') throw conflict('Campaign', 'An active campaign may serve at this moment; pause it before you remove it')
  const removed = { deleted_at: context.now(), version: sql<number>`version + 1` }
  await kysely
    .updateTable('campaigns')
    .set(removed)
    .where('member_group_id', '=', named.memberGroupId)
    .where('campaign_id', '=', named.campaignId)
    .execute()
  await kysely
    .updateTable('ad_groups')
    .set(removed)
    .where('member_group_id', '=', named.memberGroupId)
    .where('campaign_id', '=', named.campaignId)
    .where('deleted_at', 'is', null)
    .execute()
  const sides = { before: { name: now.name, status: now.status }, after: { name: null, status: null } }
  await recordChange(context, { entity: 'campaign', entityId: named.campaignId, kind: 'removed', ...sides })
}

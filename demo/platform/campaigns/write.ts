import { sql } from 'kysely'
import type { ChangeKind } from '../../../src/contract/campaigns/edits.ts'
import type { FieldChange } from '../../../src/contract/changes/fields.ts'
import { editCampaign, type CampaignEdit, type CampaignEditResult, type CampaignFields, type EditConstraints } from './edit.rules.ts'
import { goalHundredths, needsNewReview, withReviewPending } from '../../../src/contract/campaigns/campaigns.rules.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { inScopeSql } from '../access/advertiser-scope.ts'
import { beforeAndAfter, fieldChanges, recordChange, recordChanges, type RecordedChange } from '../changes/record.ts'
import { goalOf, reviewsCampaigns, pacingsOf } from './read.ts'
import type { Context } from '../context/context.ts'
import { conflict, notFound, staleVersion } from '../context/refusal.ts'
import { throwProblems } from './problems.ts'
import { dayIn } from '../sql/days.ts'
import { orderExcessOf } from '../spend-limits/activations.ts'
import { anyOf } from '../sql/pieces.ts'
import { softDelete, updateManyVersioned } from '../sql/versioned.ts'

/** Total spend by campaign, in micros of the advertiser's currency. Campaigns without spend are omitted. */
async function spentOf({ database: { kysely } }: Pick<Context, 'database'>, memberGroupId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, bigint>()
  const rows = await kysely
    .selectFrom('spend_days')
    .select(['campaign_id', sql<string>`sum(micros)::text`.as('micros')])
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_id', '=', anyOf(ids))
    .groupBy('campaign_id')
    .execute()
  return new Map(rows.map(({ campaign_id, micros }) => [campaign_id, BigInt(micros)] as const))
}

/** A campaign locked until the transaction ends, and the constraints that its edits must meet. */
export interface LockedCampaign {
  readonly campaign_id: number
  readonly advertiser_id: number
  readonly advertiser_name: string
  readonly version: number
  readonly currency_code: string
  readonly current: CampaignFields
  readonly constraints: EditConstraints
}

/** Locks rows in the order of their ids, so that concurrent changes cannot deadlock. */
const lockedRows = ({ database: { kysely }, scope }: Context, ids: readonly number[]) =>
  kysely
    .selectFrom('campaigns as c')
    .innerJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'c.member_group_id').onRef('a.advertiser_id', '=', 'c.advertiser_id'),
    )
    .innerJoin('currencies as cu', 'cu.currency_code', 'a.currency_code')
    .select(({ selectFrom }) => [
      'c.campaign_id',
      'c.advertiser_id',
      'c.name',
      'c.status',
      'c.budget',
      'c.budget_period',
      'c.start_date',
      'c.end_date',
      'c.pacing',
      'c.goal_type',
      'c.goal_hundredths',
      'c.attribution',
      'c.review_status_id',
      'c.review_comment',
      'c.version',
      'c.started_at',
      'a.name as advertiser_name',
      'a.currency_code',
      'cu.digits',
      'a.time_zone',
      selectFrom('bidding_configs as b')
        .select('b.min_bid')
        .whereRef('b.member_group_id', '=', 'c.member_group_id')
        .whereRef('b.currency_id', '=', 'cu.currency_id')
        .whereRef('b.bidding_type_id', '=', 'c.bidding_type_id')
        .as('min_bid'),
    ])
    .where(sql<boolean>`${inScopeSql(scope)}`)
    .where('c.campaign_id', '=', anyOf(ids))
    .where('c.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .orderBy('c.campaign_id')
    .forUpdate('c')
    .$narrowType<Pick<CampaignFields, 'status' | 'budget_period' | 'goal_type' | 'attribution' | 'review_status_id'>>()
    .execute()

/** Lowest valid budget: the minimum bid, or the currency's smallest unit without one. */
export const lowestBudget = (minimum: bigint, digits: number) => (minimum > 0n ? minimum : 10n ** BigInt(6 - digits))

/** Locks the caller's campaigns (missing ids are omitted). Reads the spend only of campaigns whose budget is, or becomes, "One Time". */
export async function lockCampaigns(
  context: Context,
  memberGroupId: number,
  ids: readonly number[],
  newPeriod?: CampaignEdit['budget_period'],
): Promise<LockedCampaign[]> {
  const rows = await lockedRows(context, ids)
  const oneTime = rows.filter(({ budget_period }) => [budget_period, newPeriod].includes('One Time'))
  const spent = await spentOf(
    context,
    memberGroupId,
    oneTime.map(({ campaign_id }) => campaign_id),
  )
  const clientReviewsCampaigns = await reviewsCampaigns(context, memberGroupId)
  const pacings = await pacingsOf(context.database, memberGroupId)
  const today = new Map([...new Set(rows.map(({ time_zone }) => time_zone))].map((zone) => [zone, dayIn(context.now(), zone)] as const))
  return rows.map(
    ({
      campaign_id,
      advertiser_id,
      advertiser_name,
      version,
      currency_code,
      goal_hundredths,
      started_at,
      digits,
      time_zone,
      min_bid,
      ...row
    }) => ({
      campaign_id,
      advertiser_id,
      advertiser_name,
      version,
      currency_code,
      current: { ...row, budget: decimalOf(BigInt(row.budget)), goal_roas: goalOf(goal_hundredths) },
      constraints: {
        today: today.get(time_zone) ?? '',
        digits,
        minBudget: lowestBudget(BigInt(min_bid ?? 0), digits),
        spent: spent.get(campaign_id) ?? 0n,
        isStarted: started_at !== null,
        clientReviewsCampaigns,
        pacings,
      },
    }),
  )
}

export interface CampaignWrite {
  readonly campaign: LockedCampaign
  readonly after: CampaignFields
  readonly undo_of?: number | null
  /** The campaign returns to the review that it was submitted for before. */
  readonly keepsSubmission?: boolean
  /** Changes in other tables that belong to the same history entry. */
  readonly beside?: readonly FieldChange[]
}
/** Kind, batch and comment of a history entry. */
export interface HistoryReason {
  readonly kind: ChangeKind
  readonly batch?: string | null
  readonly comment?: string | null
}

export const changesOf = ({ campaign, after }: Pick<CampaignWrite, 'campaign' | 'after'>) => fieldChanges(campaign.current, after)

/** The columns of a campaign that a change writes. */
const writtenColumns = {
  name: 'text',
  status: 'text',
  budget: 'bigint',
  budget_period: 'text',
  start_date: 'date',
  end_date: 'date?',
  pacing: 'text',
  goal_type: 'text?',
  goal_hundredths: 'int?',
  attribution: 'jsonb?',
  review_status_id: 'smallint',
  review_comment: 'text',
} as const

const rowOf = ({ campaign, after, keepsSubmission = false }: CampaignWrite) => ({
  id: campaign.campaign_id,
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
  is_submitted: !keepsSubmission && after.review_status_id === 1 && campaign.current.review_status_id !== 1,
})

const recordOf = (write: CampaignWrite, reason: HistoryReason): RecordedChange => ({
  entity: 'campaign',
  entityId: write.campaign.campaign_id,
  ...reason,
  ...beforeAndAfter([...changesOf(write), ...(write.beside ?? [])]),
  undoOf: write.undo_of ?? null,
})

/** Writes locked campaigns. Each gets its next version and a history entry. */
export async function writeCampaigns(context: Context, writes: readonly CampaignWrite[], reason: HistoryReason) {
  if (writes.length === 0) return
  await updateManyVersioned(context, 'campaigns', {
    columns: writtenColumns,
    flags: { is_submitted: 'boolean' },
    rows: writes.map(rowOf),
    computed: { submitted_at: sql`case when r.is_submitted then ${context.now()}::timestamptz else t.submitted_at end` },
  })
  await recordChanges(
    context,
    writes.map((write) => recordOf(write, reason)),
  )
  const activated = writes.filter(({ campaign, after }) => after.status === 'active' && campaign.current.status !== 'active')
  await orderExcessOf(
    context,
    activated.map(({ campaign }) => campaign),
  )
}

export const applyCampaignEdit = ({ current, constraints }: LockedCampaign, edit: CampaignEdit): CampaignEditResult =>
  editCampaign(current, edit, constraints)

/** Ids from the request path. */
export interface CampaignPathIds {
  readonly memberGroupId: number
  readonly advertiserId: number
  readonly campaignId: number
}

/** Locks the campaign of the request path. */
export async function lockCampaign(context: Context, path: CampaignPathIds, newPeriod?: CampaignEdit['budget_period']) {
  const [campaign] = await lockCampaigns(context, path.memberGroupId, [path.campaignId], newPeriod)
  if (campaign?.advertiser_id !== path.advertiserId) throw notFound('Campaign')
  return campaign
}

/** Changes one campaign. Throws a `stale` refusal if the caller has an older version. */
export async function changeCampaign(
  context: Context,
  path: CampaignPathIds,
  editFor: (campaign: LockedCampaign) => CampaignEdit,
  { period, comment }: { period?: CampaignEdit['budget_period']; comment?: string | undefined } = {},
) {
  const campaign = await lockCampaign(context, path, period)
  if (campaign.version !== context.version) throw staleVersion('Campaign')
  const { after, problems } = applyCampaignEdit(campaign, editFor(campaign))
  throwProblems(problems)
  if (changesOf({ campaign, after }).length === 0) return
  await writeCampaigns(context, [{ campaign, after }], { kind: 'changed', comment: comment ?? null })
}

/**
 * Soft-deletes a campaign and its ad groups; their statistics stay. An active campaign must be paused first, because it may be
 * spending.
 */
export async function removeCampaign(context: Context, path: CampaignPathIds, expectedVersion?: number) {
  const { current, version } = await lockCampaign(context, path)
  if (expectedVersion !== undefined && expectedVersion !== version) throw staleVersion('Campaign')
  if (current.status === 'active') throw conflict('Campaign', 'Pause the campaign before you remove it')
  const key = { member_group_id: path.memberGroupId, campaign_id: path.campaignId }
  await softDelete(context, 'campaigns', { key })
  await softDelete(context, 'ad_groups', { key })
  const beforeAndAfter = { before: { name: current.name, status: current.status }, after: { name: null, status: null } }
  await recordChange(context, { entity: 'campaign', entityId: path.campaignId, kind: 'removed', ...beforeAndAfter })
}

/** Locks the campaign before its content or targeting changes. Undefined if the client does not review campaigns. */
export const lockForReview = async (context: Context, path: CampaignPathIds): Promise<LockedCampaign | undefined> =>
  (await reviewsCampaigns(context, path.memberGroupId)) ? lockCampaign(context, path) : undefined

/** Sends an approved campaign back to review after its content or targeting changed. */
export async function requestNewReview(context: Context, campaign: LockedCampaign | undefined) {
  if (!campaign || !needsNewReview(campaign.current, campaign.constraints.clientReviewsCampaigns)) return
  await writeCampaigns(context, [{ campaign, after: withReviewPending(campaign.current) }], { kind: 'submitted' })
}

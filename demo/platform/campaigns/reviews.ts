import { isOver, approvalUndoRule, canResubmit, resubmitRule, withReviewPending } from '../../../src/contract/campaigns/campaigns.rules.ts'
import { reviewStatusIds } from '../../../src/contract/statuses.ts'
import { recordChanges } from '../changes/record.ts'
import { lockCampaign, type CampaignPathIds, writeCampaigns } from './write.ts'
import type { Context } from '../context/context.ts'
import { type WrittenChange, writtenChanges } from './history.ts'
import { throwProblems } from './problems.ts'
import { conflict, staleVersion } from '../context/refusal.ts'
import { anyOf } from '../sql/pieces.ts'
import { nextVersion } from '../sql/versioned.ts'

const decisions: Readonly<Record<number, string>> = { [reviewStatusIds.denied]: 'denied', [reviewStatusIds.approved]: 'approved' }

/** Locks the campaign for a decision. It must be under review, and the reviewer must have its current version. */
async function lockUnderReview(context: Context, path: CampaignPathIds) {
  const campaign = await lockCampaign(context, path)
  if (campaign.version !== context.version) throw staleVersion('Campaign')
  const { status, review_status_id } = campaign.current
  if (review_status_id !== reviewStatusIds.under_review)
    throw conflict(
      'Review',
      `The campaign is ${decisions[review_status_id] ?? 'not under review'} already; only campaigns under review can be approved or denied`,
    )
  if (isOver(status)) throw conflict('Review', `The campaign is ${status} and can’t serve again`)
  return campaign
}

/** Activates the ad groups that were pending with their campaign. */
async function activateAdGroups(context: Context, { memberGroupId, campaignId }: CampaignPathIds) {
  const activated = await context.database.kysely
    .updateTable('ad_groups')
    .set({ status: 'active', version: nextVersion })
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_id', '=', campaignId)
    .where('status', '=', 'pending')
    .where('deleted_at', 'is', null)
    .returning('ad_group_id')
    .execute()
  await recordChanges(
    context,
    activated.map(({ ad_group_id }) => ({
      entity: 'ad_group' as const,
      entityId: ad_group_id,
      campaignId,
      kind: 'approved' as const,
      before: { status: 'pending' },
      after: { status: 'active' },
    })),
  )
}

/** Approves a campaign. A pending campaign becomes active. */
export async function approveCampaign(context: Context, path: CampaignPathIds) {
  const campaign = await lockUnderReview(context, path)
  const isPending = campaign.current.status === 'pending'
  const after = {
    ...campaign.current,
    review_status_id: reviewStatusIds.approved,
    review_comment: '',
    ...(isPending && { status: 'active' as const }),
  }
  await writeCampaigns(context, [{ campaign, after }], { kind: 'approved' })
  await activateAdGroups(context, path)
}

/** The approval of a campaign that was the last decision, and the changes recorded after it. */
async function lastApproval(context: Context, { memberGroupId, campaignId }: CampaignPathIds) {
  const ofCampaign = writtenChanges(context).where('h.member_group_id', '=', memberGroupId).where('h.campaign_id', '=', campaignId)
  const approval = await ofCampaign
    .where('h.ad_group_id', 'is', null)
    .where('h.kind', '=', 'approved')
    .orderBy('h.change_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!approval) return undefined
  return { approval, later: await ofCampaign.where('h.change_id', '>', approval.change_id).orderBy('h.change_id').execute() }
}

/** Ad groups that an approval has activated wait for the next one. */
async function deactivateAdGroups(context: Context, { memberGroupId, campaignId }: CampaignPathIds, activations: readonly WrittenChange[]) {
  const returned = await context.database.kysely
    .updateTable('ad_groups')
    .set({ status: 'pending', version: nextVersion })
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_id', '=', campaignId)
    .where('ad_group_id', '=', anyOf(activations.flatMap(({ ad_group_id }) => ad_group_id ?? [])))
    .where('status', '=', 'active')
    .returning('ad_group_id')
    .execute()
  const isReturned = new Set(returned.map(({ ad_group_id }) => ad_group_id))
  await recordChanges(
    context,
    activations.flatMap(({ ad_group_id, change_id }) =>
      ad_group_id === null || !isReturned.has(ad_group_id)
        ? []
        : {
            entity: 'ad_group' as const,
            entityId: ad_group_id,
            campaignId,
            kind: 'approval_undone' as const,
            undoOf: change_id,
            before: { status: 'active' },
            after: { status: 'pending' },
          },
    ),
  )
}

/**
 * Takes an approval back: the campaign is under review as before, with its place in the queue, and the ad groups that the approval
 * activated are pending. A campaign that has started meanwhile stays active; it does not serve while it is under review.
 */
export async function undoApproval(context: Context, path: CampaignPathIds) {
  const campaign = await lockCampaign(context, path)
  if (campaign.version !== context.version) throw staleVersion('Campaign')
  const last = await lastApproval(context, path)
  const isActivation = ({ ad_group_id, kind }: WrittenChange) => ad_group_id !== null && kind === 'approved'
  const approval = last && {
    at: last.approval.at,
    isChangedSince: !last.later.every(isActivation),
  }
  const result = approvalUndoRule(campaign.current, approval, context.now())
  if (result !== true) return throwProblems([{ field: 'review_status_id', violation: result }])
  if (!last) return
  const { change_id, before } = last.approval
  const isPendingAgain = before.status === 'pending' && !campaign.constraints.isStarted
  const after = {
    ...campaign.current,
    review_status_id: reviewStatusIds.under_review,
    ...(isPendingAgain && { status: 'pending' as const }),
  }
  await writeCampaigns(context, [{ campaign, after, undo_of: change_id, keepsSubmission: true }], { kind: 'approval_undone' })
  await deactivateAdGroups(context, path, last.later)
}

export async function denyCampaign(context: Context, path: CampaignPathIds, comment: string) {
  const campaign = await lockUnderReview(context, path)
  const review_comment = comment.trim()
  const after = { ...campaign.current, review_status_id: reviewStatusIds.denied, review_comment }
  await writeCampaigns(context, [{ campaign, after }], { kind: 'denied', comment: review_comment })
}

/** Submits a denied campaign for another review, with its current data. */
export async function submitCampaignAgain(context: Context, path: CampaignPathIds, comment: string | undefined) {
  const campaign = await lockCampaign(context, path)
  if (campaign.version !== context.version) throw staleVersion('Campaign')
  const result = resubmitRule(campaign.current)
  if (result !== true) throwProblems([{ field: 'review_status_id', violation: result }])
  if (!canResubmit(campaign.current)) return
  const write = { campaign, after: withReviewPending(campaign.current) }
  await writeCampaigns(context, [write], { kind: 'submitted', comment: comment ?? null })
}

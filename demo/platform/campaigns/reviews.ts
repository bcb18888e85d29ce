import { isOver } from '../../../src/contract/campaigns/campaigns.rules.ts'
import { canResubmit, checkResubmit, withReviewPending } from '../../../src/contract/campaigns/reviews.rules.ts'
import { reviewStatusIds } from '../../../src/contract/statuses.ts'
import { recordChanges } from '../changes/record.ts'
import { lockCampaign, type CampaignPathIds, writeCampaigns } from './write.ts'
import type { Context } from '../context/context.ts'
import { refuseProblems } from './problems.ts'
import { conflict, staleVersion } from '../context/refusal.ts'
import { nextVersion } from '../sql/versioned.ts'

const words: Readonly<Record<number, string>> = { [reviewStatusIds.denied]: 'denied', [reviewStatusIds.approved]: 'approved' }

/** Locks the campaign for a decision. It must be under review, and the reviewer must have its current version. */
async function lockUnderReview(context: Context, named: CampaignPathIds) {
  const campaign = await lockCampaign(context, named)
  if (campaign.version !== context.version) throw staleVersion('Campaign')
  const { status, review_status_id } = campaign.now
  if (review_status_id !== reviewStatusIds.under_review)
    throw conflict(
      'Review',
      `The campaign is ${words[review_status_id] ?? 'not under review'} already; only what is under review is decided`,
    )
  if (isOver(status)) throw conflict('Review', `The campaign is ${status} and does not come back`)
  return campaign
}

/** Activates the ad groups that were pending with their campaign. */
async function activateAdGroups(context: Context, { memberGroupId, campaignId }: CampaignPathIds) {
  const woken = await context.database.kysely
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
    woken.map(({ ad_group_id }) => ({
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
export async function approveCampaign(context: Context, named: CampaignPathIds) {
  const campaign = await lockUnderReview(context, named)
  const waits = campaign.now.status === 'pending'
  const after = {
    ...campaign.now,
    review_status_id: reviewStatusIds.approved,
    review_comment: '',
    ...(waits && { status: 'active' as const }),
  }
  await writeCampaigns(context, named.memberGroupId, [{ campaign, after }], { kind: 'approved' })
  await activateAdGroups(context, named)
}

export async function denyCampaign(context: Context, named: CampaignPathIds, comment: string) {
  const campaign = await lockUnderReview(context, named)
  const review_comment = comment.trim()
  const after = { ...campaign.now, review_status_id: reviewStatusIds.denied, review_comment }
  await writeCampaigns(context, named.memberGroupId, [{ campaign, after }], { kind: 'denied', comment: review_comment })
}

/** Submits a denied campaign for another review, with its current data. */
export async function submitCampaignAgain(context: Context, named: CampaignPathIds, comment: string | undefined) {
  const campaign = await lockCampaign(context, named)
  if (campaign.version !== context.version) throw staleVersion('Campaign')
  const answer = checkResubmit(campaign.now)
  if (answer !== true) refuseProblems([{ field: 'review_status_id', answer }])
  if (!canResubmit(campaign.now)) return
  const writing = { campaign, after: withReviewPending(campaign.now) }
  await writeCampaigns(context, named.memberGroupId, [writing], { kind: 'submitted', comment: comment ?? null })
}

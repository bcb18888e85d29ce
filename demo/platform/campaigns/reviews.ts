import { isOver } from '../../../src/contract/campaigns/campaigns.rules.ts'
import { canResubmit, resubmitRule, withReviewPending } from '../../../src/contract/campaigns/reviews.rules.ts'
import { reviewStatusIds } from '../../../src/contract/statuses.ts'
import { recordChanges } from '../changes/record.ts'
import { lockCampaign, type CampaignPathIds, writeCampaigns } from './write.ts'
import type { Context } from '../context/context.ts'
import { throwProblems } from './problems.ts'
import { conflict, staleVersion } from '../context/refusal.ts'
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

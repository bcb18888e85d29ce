import type { CampaignRuleResult } from './campaigns.rules.ts'
import { isOver } from './campaigns.rules.ts'
import { reviewStatusIds, type Status } from '../statuses.ts'

/** The status and the review status of a campaign. */
export interface ReviewState {
  readonly status: Status
  readonly review_status_id: number
}

/**
 * Whether an approved campaign must be reviewed again after its content or audience changed: more ad groups or entities, other targeting,
 * other images.
 */
export const needsNewReview = ({ status, review_status_id }: ReviewState, clientReviewsCampaigns: boolean): boolean =>
  clientReviewsCampaigns && review_status_id === reviewStatusIds.approved && !isOver(status)

/**
 * Whether a campaign can be submitted for review again. A denied one can be edited in many steps before that. One under review stays under
 * review.
 */
export function resubmitRule({ status, review_status_id }: ReviewState): CampaignRuleResult {
  if (isOver(status)) return { code: 'ended_for_good', status }
  return review_status_id !== reviewStatusIds.approved || { code: 'not_denied' }
}

/** Whether a denied campaign can be submitted again. */
export const canResubmit = (campaign: ReviewState): boolean =>
  campaign.review_status_id === reviewStatusIds.denied && resubmitRule(campaign) === true

/** How long a reviewer can undo an approval. Emails about an approval are sent after this time. */
export const approvalUndoMinutes = 5

/** An approval, and what happened since. */
export interface Approval {
  readonly at: Date
  /** Whether the campaign, its ad groups or its images have changed since. */
  readonly isChangedSince: boolean
}

/** Whether a reviewer can undo the last approval of a campaign. */
export function approvalUndoRule(campaign: ReviewState, approval: Approval | undefined, now: Date): CampaignRuleResult {
  if (isOver(campaign.status)) return { code: 'ended_for_good', status: campaign.status }
  if (campaign.review_status_id !== reviewStatusIds.approved || !approval) return { code: 'not_approved' }
  if (now.getTime() - approval.at.getTime() > approvalUndoMinutes * 60_000)
    return { code: 'approval_too_late', minutes: approvalUndoMinutes }
  return !approval.isChangedSince || { code: 'changed_since_approval' }
}

/** The campaign with the status under review; the previous review comment is cleared. */
export const withReviewPending = <Fields extends object>(now: Fields) => ({
  ...now,
  review_status_id: reviewStatusIds.under_review,
  review_comment: '',
})

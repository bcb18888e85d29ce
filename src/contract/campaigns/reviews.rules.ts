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
  if (isOver(status)) return { code: 'over', status }
  return review_status_id !== reviewStatusIds.approved || { code: 'not_denied' }
}

/** Whether a denied campaign can be submitted again. */
export const canResubmit = (campaign: ReviewState): boolean =>
  campaign.review_status_id === reviewStatusIds.denied && resubmitRule(campaign) === true

/** The campaign with the status under review; the previous review comment is cleared. */
export const withReviewPending = <Fields extends object>(now: Fields) => ({
  ...now,
  review_status_id: reviewStatusIds.under_review,
  review_comment: '',
})

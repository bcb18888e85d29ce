import type { CampaignAnswer } from './campaigns.rules.ts'
import { isOver } from './campaigns.rules.ts'
import { reviewStatusIds, type Status } from '../statuses.ts'

/** How a campaign stands with whoever looks at it. */
export interface Reviewed {
  readonly status: Status
  readonly review_status_id: number
}

/** What was approved at a client that looks at campaigns is looked at again when it shows something else or to others: more ad groups or entities, other targeting, other pictures. */
export const isReviewedAgain = ({ status, review_status_id }: Reviewed, isReviewed: boolean): boolean =>
  isReviewed && review_status_id === reviewStatusIds.approved && !isOver(status)

/** What was denied can be mended in any number of steps; it is looked at again when somebody submits it again, and not before. What is looked at already stays so. */
export function maySubmitAgain({ status, review_status_id }: Reviewed): CampaignAnswer {
  if (isOver(status)) return { code: 'over', status }
  return review_status_id !== reviewStatusIds.approved || { code: 'not_denied' }
}

/** Whether there is something to submit again. */
export const isSentBack = (campaign: Reviewed): boolean =>
  campaign.review_status_id === reviewStatusIds.denied && maySubmitAgain(campaign) === true

/** A campaign as it is while somebody looks at it; the comment on what it was before is answered. */
export const underReview = <Fields extends object>(now: Fields) => ({
  ...now,
  review_status_id: reviewStatusIds.under_review,
  review_comment: '',
})

import { needsNewReview, withReviewPending } from '../../../src/contract/campaigns/reviews.rules.ts'
import { lockCampaign, type LockedCampaign, type CampaignPathIds, writeCampaigns } from './write.ts'
import type { Context } from '../context/context.ts'
import { reviewsCampaigns } from './read.ts'

/** Locks the campaign before its content or targeting changes. Undefined if the client does not review campaigns. */
export const lockForReview = async (context: Context, named: CampaignPathIds): Promise<LockedCampaign | undefined> =>
  (await reviewsCampaigns(context, named.memberGroupId)) ? lockCampaign(context, named) : undefined

/** Sends an approved campaign back to review after its content or targeting changed. */
export async function requestNewReview(context: Context, memberGroupId: number, campaign: LockedCampaign | undefined) {
  if (!campaign || !needsNewReview(campaign.now, campaign.ground.isReviewed)) return
  await writeCampaigns(context, memberGroupId, [{ campaign, after: withReviewPending(campaign.now) }], { kind: 'submitted' })
}

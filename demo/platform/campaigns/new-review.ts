import { needsNewReview, withReviewPending } from '../../../src/contract/campaigns/reviews.rules.ts'
import { lockCampaign, type LockedCampaign, type CampaignPathIds, writeCampaigns } from './write.ts'
import type { Context } from '../context/context.ts'
import { reviewsCampaigns } from './read.ts'

/** Locks the campaign before its content or targeting changes. Undefined if the client does not review campaigns. */
export const lockForReview = async (context: Context, path: CampaignPathIds): Promise<LockedCampaign | undefined> =>
  (await reviewsCampaigns(context, path.memberGroupId)) ? lockCampaign(context, path) : undefined

/** Sends an approved campaign back to review after its content or targeting changed. */
export async function requestNewReview(context: Context, campaign: LockedCampaign | undefined) {
  if (!campaign || !needsNewReview(campaign.current, campaign.constraints.clientReviewsCampaigns)) return
  await writeCampaigns(context, [{ campaign, after: withReviewPending(campaign.current) }], { kind: 'submitted' })
}

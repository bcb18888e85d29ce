import { isReviewedAgain, underReview } from '../../../src/contract/campaigns/reviews.rules.ts'
import { changedCampaign, type LockedCampaign, type NamedCampaign, writeCampaigns } from './write.ts'
import type { Context } from '../context/context.ts'
import { reviewsCampaigns } from './read.ts'

/** Locks the campaign before its content or targeting changes. Undefined if the client does not review campaigns. */
export const heldForReview = async (context: Context, named: NamedCampaign): Promise<LockedCampaign | undefined> =>
  (await reviewsCampaigns(context, named.memberGroupId)) ? changedCampaign(context, named) : undefined

/** Sends an approved campaign back to review after its content or targeting changed. */
export async function reviewAgain(context: Context, memberGroupId: number, campaign: LockedCampaign | undefined) {
  if (!campaign || !isReviewedAgain(campaign.now, campaign.ground.isReviewed)) return
  await writeCampaigns(context, memberGroupId, [{ campaign, after: underReview(campaign.now) }], { kind: 'submitted' })
}

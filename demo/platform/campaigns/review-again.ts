import { isReviewedAgain, underReview } from '../../../src/contract/campaigns/reviews.rules.ts'
import { changedCampaign, type LockedCampaign, type NamedCampaign, writeCampaigns } from './write.ts'
import type { Context } from '../context/context.ts'
import { reviewsCampaigns } from './read.ts'

/** The campaign of what is added or targeted otherwise, held before anything of it is; nothing where its client looks at none. */
export const heldForReview = async (context: Context, named: NamedCampaign): Promise<LockedCampaign | undefined> =>
  (await reviewsCampaigns(context, named.memberGroupId)) ? changedCampaign(context, named) : undefined

/** Has a campaign looked at again that shows something else than what was approved. */
export async function reviewAgain(context: Context, memberGroupId: number, campaign: LockedCampaign | undefined) {
  if (!campaign || !isReviewedAgain(campaign.now, campaign.ground.isReviewed)) return
  await writeCampaigns(context, memberGroupId, [{ campaign, after: underReview(campaign.now) }], { kind: 'submitted' })
}

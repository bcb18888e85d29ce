import type { CampaignDraft, DraftEstimate } from '../../../src/contract/drafts/drafts.ts'
import { bidLimitsOf } from '../../../src/contract/drafts/amounts.rules.ts'
import type { DraftGround } from '../../../src/contract/drafts/constraints.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import { competitivenessIds } from '../../../src/contract/statuses.ts'
import { adGroupStrength } from '../ad-groups/bid-strengths.ts'
import { typedMicros } from './plan.ts'
import type { Context } from '../context/context.ts'

type Bid = DraftEstimate['bid']
const nothing: Bid = {
  ...{ competitiveness: 'NoData', competitiveness_id: competitivenessIds.NoData },
  ...{ strength: null, recommended_bid: null, min_bid: null, lacks_rate_of: null },
}

/** How strong the bid of a draft would be: its own, or the first one of its ad groups where only they bid. */
export async function draftBid(context: Context, draft: CampaignDraft, ground: DraftGround): Promise<Bid> {
  const { data, member_group_id, advertiser_id, ad_group_drafts } = draft
  const limits = bidLimitsOf(data, ground)
  if (!limits || !data.channel) return { ...nothing, min_bid: limits?.min_bid ?? null }
  const typed = [data.base_bid, ...ad_group_drafts.map((group) => group.data.base_bid)]
  const bid = typed.find((one) => typedMicros(one) !== null)
  const place = { channel: data.channel, advertiser_id, bidding_type_id: limits.bidding_type_id }
  const money = { currency_code: ground.currency_code, digits: ground.currency_digits }
  const within = { min_bid: microsOf(limits.min_bid), max_bid: limits.max_bid === null ? null : microsOf(limits.max_bid) }
  const found = await adGroupStrength(context, member_group_id, { ...place, ...money, limits: within }, bid?.trim() ?? limits.min_bid)
  // Without a rate of exchange it stands nowhere, and the panel says everything else all the same.
  if ('lacks' in found) return { ...nothing, min_bid: limits.min_bid, lacks_rate_of: found.lacks }
  const { currency_code: _, ...answer } = found
  // Without a bid nothing is said about where it stands, and yet what it should be.
  return bid === undefined
    ? { ...nothing, recommended_bid: answer.recommended_bid, min_bid: answer.min_bid }
    : { ...answer, lacks_rate_of: null }
}

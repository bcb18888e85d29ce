import type { CampaignDraftData } from './campaign-drafts.data.ts'
import type { DraftGround } from './campaign-drafts.ground.ts'
import { amount } from './numbers.rules.ts'
import type { RuleAnswer } from './reply.ts'

/** The longest name of a campaign or of an ad group. */
export const campaignNameMost = 120

/** How low and how high bids go for the way in which a draft is charged. */
export const bidLimitsOf = ({ bidding_type_id }: CampaignDraftData, { bids }: DraftGround) =>
  bids.find((one) => one.bidding_type_id === bidding_type_id)

/** What an amount of money has to be in a draft; what is left empty is another rule's. */
export const moneyRules = ({ currency_code, currency_digits }: DraftGround, limits: { min?: string; max?: string }) =>
  amount({ currency_code, currency_digits, ...limits })

/** What a bid has to be: within what the client lets be bid. */
export function bidAnswer(bid: string, data: CampaignDraftData, ground: DraftGround): RuleAnswer {
  const limits = bidLimitsOf(data, ground)
  return moneyRules(ground, { ...(limits && { min: limits.min_bid }), ...(limits?.max_bid != null && { max: limits.max_bid }) })(bid)
}

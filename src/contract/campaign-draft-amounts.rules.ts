import type { CampaignDraftData } from './campaign-drafts.data.ts'
import type { DraftGround } from './campaign-drafts.ground.ts'
import { compareDecimals } from './decimals.ts'
import { decimalOf } from './money.ts'
import { amount } from './numbers.rules.ts'
import type { RuleAnswer } from './reply.ts'

/** The longest name of a campaign or of an ad group. */
export const campaignNameMost = 120

/** How low and how high bids go for the way in which a draft is charged. */
export const bidLimitsOf = ({ bidding_type_id }: CampaignDraftData, { bids }: DraftGround) =>
  bids.find((one) => one.bidding_type_id === bidding_type_id)

/** The least that money is: a coin of its currency. */
const coinOf = (digits: number) => decimalOf(10n ** BigInt(6 - digits))

/** What an amount of money has to be in a draft, nothing never being one; what is left empty is another rule's. */
export function moneyRules({ currency_code, currency_digits }: DraftGround, { min = '0', ...limits }: { min?: string; max?: string }) {
  const coin = coinOf(currency_digits)
  return amount({ currency_code, currency_digits, min: compareDecimals(min, coin) < 0 ? coin : min, ...limits })
}

/** What a bid has to be: within what the client lets be bid. */
export function bidAnswer(bid: string, data: CampaignDraftData, ground: DraftGround): RuleAnswer {
  const limits = bidLimitsOf(data, ground)
  return moneyRules(ground, { ...(limits && { min: limits.min_bid }), ...(limits?.max_bid != null && { max: limits.max_bid }) })(bid)
}

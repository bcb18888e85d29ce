import { bidDigitsOf, bidMost } from '../bids/bids.rules.ts'
import type { CampaignDraftData } from './drafts.data.ts'
import type { DraftGround } from './constraints.ts'
import { budgetMost } from '../campaigns/campaigns.rules.ts'
import { compareDecimals } from '../fields/decimals.ts'
import { decimalOf } from '../money/money.ts'
import { amount } from '../fields/numbers.rules.ts'
import type { RuleAnswer } from '../reply.ts'

/** The longest name of a campaign or of an ad group. */
export const campaignNameMost = 120

/** How low and how high bids go for the way in which a draft is charged. */
export const bidLimitsOf = ({ bidding_type_id }: CampaignDraftData, { bids }: DraftGround) =>
  bids.find((one) => one.bidding_type_id === bidding_type_id)

/** The least that money is: a coin of its currency. */
const coinOf = (digits: number) => decimalOf(10n ** BigInt(6 - digits))

/** What an amount of money has to be in a draft: never nothing, and no more than any budget; what is left empty is another rule's. */
export function moneyRules(
  { currency_code, currency_digits }: Pick<DraftGround, 'currency_code' | 'currency_digits'>,
  { min = '0', max }: { min?: string; max?: string },
) {
  const coin = coinOf(currency_digits)
  const limits = { min: compareDecimals(min, coin) < 0 ? coin : min, max: max ?? decimalOf(budgetMost) }
  return amount({ currency_code, currency_digits, ...limits })
}

/** What a bid has to be: within what the client lets be bid, in parts of a coin. */
export function bidAnswer(bid: string, data: CampaignDraftData, ground: DraftGround): RuleAnswer {
  const limits = bidLimitsOf(data, ground)
  const { currency_code, currency_digits } = ground
  const money = { currency_code, currency_digits: bidDigitsOf(currency_digits) }
  return moneyRules(money, { ...(limits && { min: limits.min_bid }), max: limits?.max_bid ?? String(bidMost) })(bid)
}

import { bidDigitsOf, highestBid } from '../bids/bids.rules.ts'
import type { CampaignDraftData } from './drafts.data.ts'
import type { DraftConstraints } from './constraints.ts'
import { maxBudgetMicros } from '../campaigns/campaigns.rules.ts'
import { compareDecimals } from '../fields/decimals.ts'
import { decimalOf } from '../money/money.ts'
import { type AmountLimits, amount } from '../fields/numbers.rules.ts'
import type { RuleResult } from '../reply.ts'

/** Maximum length of the name of a campaign or an ad group. */
export const maxDraftNameLength = 120

/** The bid limits for the bidding type of a draft. */
export const bidLimitsOf = ({ bidding_type_id }: CampaignDraftData, { bids }: DraftConstraints) =>
  bids.find((one) => one.bidding_type_id === bidding_type_id)

/** The smallest amount of a currency, from its digits. */
const coinOf = (digits: number) => decimalOf(10n ** BigInt(6 - digits))

/** Validates an amount in a draft: above 0 and at most the highest budget. Empty values are checked by other rules. */
export function moneyRules(
  money: Pick<AmountLimits, 'currency_code' | 'currency_digits' | 'shown_digits'>,
  { min = '0', max }: { min?: string; max?: string },
) {
  const coin = coinOf(money.currency_digits)
  const limits = { min: compareDecimals(min, coin) < 0 ? coin : min, max: max ?? decimalOf(maxBudgetMicros) }
  return amount({ ...money, ...limits })
}

/** Validates a bid: within the client's limits and with the digits of bids. */
export function draftBidRule(bid: string, data: CampaignDraftData, constraints: DraftConstraints): RuleResult {
  const limits = bidLimitsOf(data, constraints)
  const { currency_code, currency_digits } = constraints
  const money = { currency_code, currency_digits: bidDigitsOf(currency_digits), shown_digits: currency_digits }
  return moneyRules(money, { ...(limits && { min: limits.min_bid }), max: limits?.max_bid ?? String(highestBid) })(bid)
}

import { object } from 'superstruct'
import { get } from '../endpoint.ts'
import { CurrencyCode, Decimal } from '../ids.ts'

/** How the funds of an advertiser stand to the budget of one of its campaigns. */
export const campaignFunds = {
  difference: get(
    'v1/member_groups/:memberGroupId/advertisers/:advertiserId/campaigns/:campaignId/funds/calculate_budget_balance_difference',
    {
      may: 'campaigns.read',
      /** The balance less what is left of the budget in its current period: below nothing it is what has to be added. */
      result: object({ budget_balance_difference: Decimal, currency_code: CurrencyCode }),
    },
  ),
}

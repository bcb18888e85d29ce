import { object } from 'superstruct'
import { get } from '../endpoint.ts'
import { CurrencyCode, Decimal } from '../ids.ts'

/** Compares an advertiser's funds with the budget of one of its campaigns. */
export const campaignFunds = {
  difference: get(
    'v1/member_groups/:memberGroupId/advertisers/:advertiserId/campaigns/:campaignId/funds/calculate_budget_balance_difference',
    {
      may: 'campaigns.read',
      /** The balance minus the remaining budget of the current period; negative if funds must be added. */
      result: object({ budget_balance_difference: Decimal, currency_code: CurrencyCode }),
    },
  ),
}

import { type Infer, integer, nullable, object } from 'superstruct'
import { get } from './endpoint.ts'
import { CurrencyCode, Decimal, Id } from './ids.ts'

/** What an advertiser has to spend, and for how long that lasts. */
export const Balance = object({
  advertiser_id: Id,
  currency_code: CurrencyCode,
  /** What can be spent: the sum of its ledger. */
  available: Decimal,
  /** What its active campaigns may still spend in the current periods of their budgets. */
  committed: Decimal,
  /** For how many days like the last seven it lasts; nothing where nothing was spent on them. */
  days_of_cover: nullable(integer()),
})
export type Balance = Infer<typeof Balance>

/** The balance of an advertiser. */
export const balances = {
  one: get('v1/member_groups/:memberGroupId/advertisers/:advertiserId/balances', { may: 'funds.read', result: Balance }),
}

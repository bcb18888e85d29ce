import { array, enums, type Infer, integer, nullable, object, string } from 'superstruct'
import { ask, get } from '../endpoint.ts'
import { type FundingEvent, fundingEvents } from './funding-events.ts'
import { CurrencyCode, Decimal, Id, IsoDay } from '../ids.ts'
import { listParts } from '../list.ts'

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

const eventNames = Object.keys(fundingEvents) as [FundingEvent, ...FundingEvent[]] // its keys are these

/** An entry of the ledger: what moved the balance, when, and what it belongs to. */
export const BalanceEvent = object({
  balance_event_id: integer(),
  event_type_id: integer(),
  event_type: enums(eventNames),
  /** Signed: what was spent is below nothing. */
  amount: Decimal,
  currency_code: CurrencyCode,
  /** The advertiser's day. */
  day: IsoDay,
  at: string(),
  campaign: nullable(object({ campaign_id: Id, name: string() })),
  ad_group: nullable(object({ ad_group_id: Id, name: string() })),
  user: nullable(string()),
  reason: string(),
  reference: nullable(string()),
})
export type BalanceEvent = Infer<typeof BalanceEvent>

export const BalanceEvents = object({
  balance_events: array(BalanceEvent),
  total: integer(),
  /** Of all that fit, not of the page; a sum for each currency. */
  sums: array(object({ currency_code: CurrencyCode, amount: Decimal })),
})

const advertiser = 'v1/member_groups/:memberGroupId/advertisers/:advertiserId'

/** The balance of an advertiser, and the ledger that it is the sum of. */
export const balances = {
  one: get(`${advertiser}/balances`, { may: 'funds.read', result: Balance }),
  events: ask(`${advertiser}/balance_events_report`, { may: 'funds.read', body: object(listParts), result: BalanceEvents }),
}

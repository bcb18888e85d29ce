import { array, boolean, enums, type Infer, integer, nullable, object, string } from 'superstruct'
import { postQuery, get } from '../endpoint.ts'
import { type FundingEvent, fundingEvents } from './funding-events.ts'
import { CurrencyCode, Decimal, Id, IsoDay } from '../ids.ts'
import { listQueryFields } from '../list.ts'

/** The funds of an advertiser, and how long they last. */
export const Balance = object({
  advertiser_id: Id,
  currency_code: CurrencyCode,
  /** The available funds: the sum of the ledger. */
  available: Decimal,
  /** Whether the funds exceed the minimum bid of the client's default currency. */
  has_funds: boolean(),
  /** What its active campaigns may still spend in the current periods of their budgets. */
  committed: Decimal,
  /** How many days the funds last at the average spend of the last seven days; null without spend. */
  days_of_cover: nullable(integer()),
})
export type Balance = Infer<typeof Balance>

const eventNames = Object.keys(fundingEvents) as [FundingEvent, ...FundingEvent[]] // the type's own keys

/** One ledger entry: an amount, its time and what it belongs to. */
export const BalanceEvent = object({
  balance_event_id: integer(),
  event_type_id: integer(),
  event_type: enums(eventNames),
  /** Signed: spend is negative. */
  amount: Decimal,
  currency_code: CurrencyCode,
  /** Day in the advertiser's time zone. */
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
  /** Sums of all matching entries, not only of the page, by currency. */
  sums: array(object({ currency_code: CurrencyCode, amount: Decimal })),
})

const advertiser = 'v1/member_groups/:memberGroupId/advertisers/:advertiserId'

/** The balance of an advertiser, and the ledger behind it. */
export const balances = {
  one: get(`${advertiser}/balances`, { may: 'funds.read', result: Balance }),
  events: postQuery(`${advertiser}/balance_events_report`, { may: 'funds.read', body: object(listQueryFields), result: BalanceEvents }),
}

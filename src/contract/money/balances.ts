import { array, boolean, enums, type Infer, integer, nullable, object, string } from 'superstruct'
import { postQuery, get, post } from '../endpoint.ts'
import { type FundingEvent, fundingEvents } from './funding-events.ts'
import { CurrencyCode, Decimal, Id, IsoDay, Reason } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { PositiveAmount } from '../payments/payments.ts'

/** The funds of an advertiser, and how long they last. */
export const Balance = object({
  advertiser_id: Id,
  currency_code: CurrencyCode,
  /** The available funds: the sum of the ledger. */
  available: Decimal,
  /** What campaigns can spend of them now: not more than the spend limit has left. */
  spendable: Decimal,
  /** The part of the available funds that is left of the credit line of the spend limit. */
  credit_left: Decimal,
  /** Announced bank transfers that have not arrived. */
  pending_wire: Decimal,
  /** What the advertiser's approved insertion orders have left. */
  orders_left: Decimal,
  /** What the spend limit has left, below 0 if it is exceeded; null without a limit. */
  limit_left: nullable(Decimal),
  /** Available without the credit line, pending transfers, and the rests of insertion orders and of the spend limit. */
  total_funding: Decimal,
  /** Whether the total funding exceeds the minimum bid of the client's default currency. */
  has_funds: boolean(),
  /** What the payment provider or the removal of a spend limit took back beyond the funds. The next funding pays it first. */
  owed: Decimal,
  /** What its active campaigns may still spend in the current periods of their budgets. */
  committed: Decimal,
  /** How many days the spendable funds last at the average spend of the last seven days, with the expirations until then; null without spend. */
  days_of_cover: nullable(integer()),
  /** The day on which the funds or the spend limit end at that pace, with the expirations until then; null if they last longer than a year. */
  lasts_until: nullable(IsoDay),
  /** The campaigns that stop serving then. */
  active_campaigns: integer(),
  currency_digits: integer(),
})
export type Balance = Infer<typeof Balance>

const eventNames = Object.keys(fundingEvents) as [FundingEvent, ...FundingEvent[]] // the type's own keys

/** What an entry can be written for, besides a campaign. */
export const entrySourceKinds = ['payment', 'invoice', 'insertion_order', 'wire_transfer', 'spend_limit'] as const

/** A record that an entry was written for; the name of a payment or a limit is its number, that of a transfer its reference. */
export const EntrySource = object({ kind: enums(entrySourceKinds), id: Id, name: string() })
export type EntrySource = Infer<typeof EntrySource>

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
  sources: array(EntrySource),
  /** The request that wrote the entry, for support; null for jobs of the platform and messages of the payment provider. */
  request_id: nullable(string()),
  /** The payment's or the transfer's id at the payment provider or bank. */
  provider_id: nullable(string()),
  /** The balance after the entry. */
  balance: Decimal,
  /** The unspent rest of a credit; null for entries without one. */
  lot: nullable(object({ funding_type_id: Id, left: Decimal, expires_on: nullable(IsoDay) })),
})
export type BalanceEvent = Infer<typeof BalanceEvent>

export const BalanceEvents = object({
  balance_events: array(BalanceEvent),
  total: integer(),
  /** Sums of all matching entries, not only of the page, by currency. */
  sums: array(object({ currency_code: CurrencyCode, amount: Decimal })),
  /** The same by event type. */
  type_sums: array(object({ event_type: enums(eventNames), currency_code: CurrencyCode, amount: Decimal, count: integer() })),
})

/** The available funds by the type that they were added with. The credit line is what the balance has left of it. */
export const FundingTypeBalance = object({
  funding_type_id: Id,
  balance: Decimal,
  currency_code: CurrencyCode,
  currency_digits: integer(),
  /** Credits that expire, the earliest first. */
  expiring: array(object({ left: Decimal, expires_on: IsoDay })),
})
export type FundingTypeBalance = Infer<typeof FundingTypeBalance>

const DayBalance = object({ day: IsoDay, balance: Decimal })

/** The balance at the end of each day, and its projection at the pace of the last seven days. */
export const BalanceDays = object({
  currency_code: CurrencyCode,
  currency_digits: integer(),
  days: array(DayBalance),
  /** Continues after the last day; empty without spend. */
  projected: array(DayBalance),
})
export type BalanceDays = Infer<typeof BalanceDays>

/** A credit adds funds and pays what is owed first; a debit takes own funds away. */
export const correctionKinds = ['credit', 'debit'] as const
export type CorrectionKind = (typeof correctionKinds)[number]

/** What a correction leaves. */
export const Corrected = object({ available: Decimal, owed: Decimal, currency_code: CurrencyCode, currency_digits: integer() })

const advertiser = 'v1/member_groups/:memberGroupId/advertisers/:advertiserId'

/** The balance of an advertiser, and the ledger behind it. */
export const balances = {
  one: get(`${advertiser}/balances`, { may: 'funds.read', result: Balance }),
  byFundingType: get(`${advertiser}/balances_by_funding_type`, { may: 'funds.read', result: array(FundingTypeBalance) }),
  /** Funds that were paid before they are spent: all but what is left of the credit line. */
  totalPrePay: get(`${advertiser}/total_pre_pay_balance`, {
    may: 'funds.read',
    result: object({ total_pre_pay_balance: Decimal, currency_code: CurrencyCode }),
  }),
  days: get(`${advertiser}/balance_days`, { may: 'funds.read', result: BalanceDays }),
  events: postQuery(`${advertiser}/balance_events_report`, { may: 'funds.read', body: object(listQueryFields), result: BalanceEvents }),
  /** Corrects the ledger by another entry, for users of the whole client: entries are never changed. */
  correct: post(`${advertiser}/balances/corrections`, {
    may: 'funds.correct',
    idempotent: true,
    body: object({ kind: enums(correctionKinds), amount: PositiveAmount, reason: Reason }),
    result: Corrected,
  }),
}

import { boolean, enums, type Infer, nullable, object, record, string } from 'superstruct'
import { Decimal, Finite, IsoDay } from '../ids.ts'

/** What can stop a campaign or ad group from serving, in the order of the checks. */
export const servingGates = [
  'client_paused',
  'advertiser_inactive',
  'campaign_status',
  'under_review',
  'denied',
  'not_started',
  'over',
  'ad_group_status',
  'no_entities',
  'bid_below_minimum',
  'no_funds',
  'spend_limit',
  'insertion_order',
  'budget_used_up',
] as const
export type ServingGate = (typeof servingGates)[number]
/** The value of a list filter for rows that no gate stops. */
export const noGate = 'none'

/** Last days that end spending, although money is left. */
const dayLimits = ['order_end', 'line_end', 'end_date'] as const
/** The limits that can end spending. */
export const spendLimits = ['ad_group', 'campaign', 'insertion_order', 'funds', 'spend_limit', ...dayLimits] as const
export type SpendLimit = (typeof spendLimits)[number]
/** Whether the limit is a last day, not an amount of money. */
export const isDayLimit = (limit: SpendLimit) => dayLimits.some((one) => one === limit)

/** Whether a campaign or ad group serves, and its spend. Amounts are in its advertiser's currency, which is another field of the row. */
export const Serving = object({
  /** The first gate that stops it; null if it serves. */
  gate: nullable(enums(servingGates)),
  /** The values of the gate's message: a status, a date, an amount. */
  values: record(string(), string()),
  spent_today: Decimal,
  /** Spend in the current period of its budget. */
  spent_period: Decimal,
  spent_total: Decimal,
  /** The most that may be spent today. */
  budget_today: Decimal,
  /** 1 is on plan, less is slow; null with too little data. */
  pacing_index: nullable(Finite),
  /** The share of the budget's period that is over, 0 to 1. */
  elapsed_share: Finite,
  /** The limit that ends it first, and the day; null if no limit is near. */
  run_out: nullable(object({ limit: enums(spendLimits), day: IsoDay, /** Earlier than planned. */ is_early: boolean() })),
})
export type Serving = Infer<typeof Serving>

import { boolean, enums, type Infer, nullable, object, record, string } from 'superstruct'
import { Decimal, Finite, IsoDay } from '../ids.ts'

/** What may keep a campaign or an ad group from serving, in the order in which it is asked. */
export const servingGates = [
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
/** What a list is asked for beside gates: those that none keeps from serving. */
export const noGate = 'none'

/** What ends the money first. */
export const spendLimits = ['ad_group', 'campaign', 'insertion_order', 'funds', 'spend_limit', 'end_date'] as const
export type SpendLimit = (typeof spendLimits)[number]

/** Whether something serves, and how its money goes; amounts are in its advertiser's currency, which stands beside them. */
export const Serving = object({
  /** The first gate that is closed; nothing where it serves. */
  gate: nullable(enums(servingGates)),
  /** What the sentence about the gate needs: a status, a date, an amount. */
  values: record(string(), string()),
  spent_today: Decimal,
  /** In the current period of its budget. */
  spent_period: Decimal,
  spent_total: Decimal,
  /** What today may cost at most. */
  budget_today: Decimal,
  /** 1 is on plan, less is slow; nothing where there is too little to say. */
  pacing_index: nullable(Finite),
  /** The first limit that ends it, and on which day; nothing where no limit is near. */
  run_out: nullable(object({ limit: enums(spendLimits), day: IsoDay, /** Before what was planned to end it. */ is_early: boolean() })),
})
export type Serving = Infer<typeof Serving>

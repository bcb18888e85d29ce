import { enums, type Infer, nullable, object, optional, string } from 'superstruct'
import { CurrencyCode, Decimal, Finite, Id, IsoDay } from './ids.ts'
import { spendLimits } from './run-out.rules.ts'
import { servingGates } from './serving.rules.ts'

/** What a closed gate's sentence needs; each is there where its gate says it. */
export const ServingValues = object({
  status: optional(string()),
  start_date: optional(IsoDay),
  end_date: optional(IsoDay),
  bid: optional(Decimal),
  min_bid: optional(Decimal),
  limit: optional(Decimal),
  left: optional(Decimal),
  of: optional(enums(['campaign', 'ad_group'])),
})
export type ServingValues = Infer<typeof ServingValues>

/** Whether something is shown and what it spends, today in the advertiser's zone and in the advertiser's currency. */
export const Serving = object({
  /** The first closed gate; nothing where it is shown. */
  gate: nullable(enums(servingGates)),
  values: ServingValues,
  currency_code: CurrencyCode,
  spent_today: Decimal,
  spent_period: Decimal,
  spent_total: Decimal,
  budget_today: Decimal,
  pacing_index: nullable(Finite),
  run_out: nullable(object({ limit: enums(spendLimits), day: IsoDay })),
})
export type Serving = Infer<typeof Serving>

/** A campaign with how it serves. */
export const CampaignServing = object({ campaign_id: Id, ...Serving.schema })
export type CampaignServing = Infer<typeof CampaignServing>
/** An ad group with how it serves. */
export const AdGroupServing = object({ campaign_id: Id, ad_group_id: Id, ...Serving.schema })
export type AdGroupServing = Infer<typeof AdGroupServing>

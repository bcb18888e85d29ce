import { array, boolean, enums, type Infer, integer, nullable, object, string } from 'superstruct'
import { biddingTypes } from '../bids/bidding-configs.ts'
import { ExperienceAsset } from '../clients/experiences.ts'
import { CurrencyCode, Decimal, Id, IsoDay } from '../ids.ts'

/** What a draft is held against: the same for the screens and for the platform. */
export const DraftGround = object({
  /** The advertiser's day, in its zone. */
  today: IsoDay,
  time_zone: string(),
  currency_code: CurrencyCode,
  currency_digits: integer(),
  /** How low and how high bids go, for each way to be charged; a way that is not listed is not offered. */
  bids: array(object({ bidding_type_id: enums(Object.values(biddingTypes)), min_bid: Decimal, max_bid: nullable(Decimal) })),
  /** The names of the channels on which the advertiser may advertise. */
  channels: array(string()),
  pacings: array(string()),
  /** What the experience takes to show. */
  assets: array(ExperienceAsset),
  /** The insertion orders under which it may run. */
  insertion_orders: array(object({ insertion_order_id: Id, name: string() })),
  /** Whether the client looks at a campaign before it serves. */
  reviews_campaigns: boolean(),
})
export type DraftGround = Infer<typeof DraftGround>

import { array, boolean, enums, type Infer, integer, nullable, object, string } from 'superstruct'
import { biddingTypes } from '../bids/bidding-configs.ts'
import { ExperienceAsset } from '../clients/experiences.ts'
import { CurrencyCode, Decimal, Id, IsoDay } from '../ids.ts'
import { selectableStatuses } from '../statuses.ts'

/** The options and limits of a draft, the same for the browser and the platform. */
export const DraftConstraints = object({
  /** Today in the advertiser's time zone. */
  today: IsoDay,
  time_zone: string(),
  currency_code: CurrencyCode,
  currency_digits: integer(),
  /** Bid limits for each bidding type; a type that is not listed is not offered. */
  bids: array(object({ bidding_type_id: enums(Object.values(biddingTypes)), min_bid: Decimal, max_bid: nullable(Decimal) })),
  /** The names of the channels that the advertiser may use. */
  channels: array(string()),
  pacings: array(string()),
  /** The experiences in which the advertiser may advertise. */
  experience_ids: array(Id),
  /** The media files that the experience needs. */
  assets: array(ExperienceAsset),
  /** The insertion orders that the campaign may use. */
  insertion_orders: array(
    object({
      insertion_order_id: Id,
      name: string(),
      number: string(),
      start_date: IsoDay,
      end_date: IsoDay,
      status: enums(selectableStatuses.openAndApproved),
      /** Null for an order for all advertisers, unless the caller sees all of them. */
      remaining: nullable(Decimal),
    }),
  ),
  /** Whether the client reviews campaigns before they serve. */
  reviews_campaigns: boolean(),
})
export type DraftConstraints = Infer<typeof DraftConstraints>

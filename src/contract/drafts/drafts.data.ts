import { array, boolean, enums, type Infer, nullable, object, optional, size } from 'superstruct'
import { biddingTypes } from '../bids/bidding-configs.ts'
import { budgetPeriods, goalTypes } from '../budgets/budgets.ts'
import { Id, Text } from '../ids.ts'
import { orderValues, userHistories } from '../reports/purchases.ts'
import { statusChoices } from '../statuses.ts'
import { Targeting } from '../targeting/targetings.ts'

/** What is typed into a field of numbers or days, as it is typed. */
const Typed = optional(Text(0, 60))
const Name = optional(Text(0, 500))

/** A picture for one of the places that an experience shows. */
export const DraftPicture = object({ experience_asset_id: Id, asset_id: Id })

/** How buying is put down to a campaign. */
export const DraftAttribution = object({
  click_days: Typed,
  view_days: Typed,
  user_history: optional(enums(userHistories)),
  order_value: optional(enums(orderValues)),
})
export type DraftAttribution = Infer<typeof DraftAttribution>

/** Everything that was typed into the builder, as text where it is typed, so that nothing is lost by being wrong. */
export const CampaignDraftData = object({
  name: Name,
  channel: optional(Text(0, 120)),
  goal_type: optional(nullable(enums(goalTypes))),
  goal_roas: Typed,
  budget_period: optional(nullable(enums(budgetPeriods))),
  budget: Typed,
  pacing: optional(Text(0, 60)),
  start_date: Typed,
  end_date: Typed,
  always_on: optional(boolean()),
  bidding_type_id: optional(nullable(enums(Object.values(biddingTypes)))),
  base_bid: Typed,
  targeting: optional(nullable(Targeting)),
  attribution: optional(nullable(DraftAttribution)),
  comment: optional(Text(0, 4000)),
  insertion_order_id: optional(nullable(Id)),
  /** Whether it is active at once or waits until somebody has looked at it, where its client leaves that to whoever makes it. */
  status: optional(enums(statusChoices.createCampaign)),
  pictures: optional(size(array(DraftPicture), 0, 20)),
})
export type CampaignDraftData = Infer<typeof CampaignDraftData>
export type DraftField = keyof CampaignDraftData

/** Everything that was typed of one ad group; what is left empty is the campaign's. */
export const AdGroupDraftData = object({
  name: Name,
  base_bid: Typed,
  budget_period: optional(nullable(enums(budgetPeriods))),
  budget: Typed,
  pacing: optional(Text(0, 60)),
  start_date: Typed,
  end_date: Typed,
  always_on: optional(boolean()),
  targeting: optional(nullable(Targeting)),
})
export type AdGroupDraftData = Infer<typeof AdGroupDraftData>

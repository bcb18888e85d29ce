import { array, boolean, enums, type Infer, nullable, object, optional, size } from 'superstruct'
import { biddingTypes } from '../bids/bidding-configs.ts'
import { budgetPeriods, goalTypes } from '../budgets/budgets.rules.ts'
import { Id, Text } from '../ids.ts'
import { orderValues, userHistories } from '../reports/purchases.rules.ts'
import { statusChoices } from '../statuses.ts'
import { Targeting } from '../targeting/targetings.ts'

/** Text as typed into a number or date field. */
const Typed = optional(Text(0, 60))
const Name = optional(Text(0, 500))

/** An image for one slot of an experience. */
export const DraftImage = object({ experience_asset_id: Id, asset_id: Id })

/** How purchases are attributed to a campaign. */
export const DraftAttribution = object({
  click_days: Typed,
  view_days: Typed,
  user_history: optional(enums(userHistories)),
  order_value: optional(enums(orderValues)),
})
export type DraftAttribution = Infer<typeof DraftAttribution>

/** All input of the builder. Typed values are stored as text, so that invalid input is not lost. */
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
  /** Whether it is active at once or waits for a review, if the client lets its creator decide. */
  status: optional(enums(statusChoices.createCampaign)),
  pictures: optional(size(array(DraftImage), 0, 20)),
})
export type CampaignDraftData = Infer<typeof CampaignDraftData>
export type DraftField = keyof CampaignDraftData

/** All input for one ad group. Empty fields use the campaign's values. */
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

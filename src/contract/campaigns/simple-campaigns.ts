import { array, enums, type Infer, object, optional, size } from 'superstruct'
import { CampaignDraftData } from '../drafts/drafts.data.ts'
import { maxDraftEntities, SubmittedCampaign } from '../drafts/drafts.ts'
import { budgetPeriods } from '../budgets/budgets.rules.ts'
import { post } from '../endpoint.ts'
import { Id } from '../ids.ts'

const { name, channel, budget, base_bid, start_date, end_date, always_on, pacing, bidding_type_id } = CampaignDraftData.schema

/** The required fields of a campaign. Defaults: daily budget, even pacing, CPC, start today. */
export const NewSimpleCampaign = object({
  name,
  channel,
  budget,
  base_bid,
  budget_period: optional(enums(budgetPeriods)),
  start_date,
  end_date,
  always_on,
  pacing,
  bidding_type_id,
  entity_ids: size(array(Id), 1, maxDraftEntities),
})
export type NewSimpleCampaign = Infer<typeof NewSimpleCampaign>

/** Creates a campaign in one request, with the same rules as a draft. */
export const simpleCampaigns = {
  create: post('v1/member_groups/:memberGroupId/advertisers/:advertiserId/simple_campaigns', {
    may: 'campaigns.create',
    idempotent: true,
    body: NewSimpleCampaign,
    result: SubmittedCampaign,
  }),
}

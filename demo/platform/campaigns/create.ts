import { type RawBuilder, sql } from 'kysely'
import type { NewCampaign, NewFlatCampaign } from '../../../src/contract/campaigns/edits.ts'
import { biddingTypeIds } from '../../../src/contract/budgets/budgets.rules.ts'
import type { AdGroupDraftData, CampaignDraftData } from '../../../src/contract/drafts/drafts.data.ts'
import { problemsOf } from '../../../src/contract/drafts/drafts.rules.ts'
import { stepsOf } from '../../../src/contract/drafts/steps.rules.ts'
import { draftConstraintsOf } from '../drafts/constraints.ts'
import { throwProblems } from '../drafts/sentences.ts'
import type { Context } from '../context/context.ts'
import { insertValidCampaign as makeFromData, requireActiveEntities } from './make.ts'
import { refuseField } from '../context/refusal.ts'

/** The client and the advertiser of the new campaign. */
interface CampaignOwner {
  readonly memberGroupId: number
  readonly advertiserId: number
}
interface AdGroupRequest {
  readonly data: AdGroupDraftData
  readonly entity_ids: readonly number[]
  /** Path prefix of the ad group in the request, for validation errors. */
  readonly at: string
}
/** A new campaign as draft data. Both versions of the endpoint convert their request to this. */
export interface CampaignRequest {
  readonly flow: 'simple' | 'v2'
  readonly experience_id: number | null
  readonly data: CampaignDraftData
  readonly ad_groups: readonly AdGroupRequest[]
}

const textOrEmpty = (amount: string | null | undefined) => amount ?? ''

/** Fields that both versions share. Without an end date the campaign is always on, unless `always_on` is false. */
function dataOf({ status, end_date, always_on, ...fields }: Omit<NewFlatCampaign, 'base_bid' | 'entity_ids'>): CampaignDraftData {
  const { name, channel, budget, budget_period, start_date } = fields
  return {
    name,
    channel,
    budget,
    budget_period,
    start_date,
    end_date: textOrEmpty(end_date),
    always_on: always_on ?? (end_date === undefined || end_date === null),
    ...(status && { status }),
    pacing: fields.pacing ?? 'Evenly',
    bidding_type_id: fields.bidding_type_id ?? biddingTypeIds.CPC,
  }
}

/** Converts a request without ad groups: the campaign gets one ad group with its own name. */
export const fromFlatRequest = ({ base_bid, entity_ids = [], ...campaign }: NewFlatCampaign): CampaignRequest => ({
  flow: 'simple',
  experience_id: campaign.experience_id ?? null,
  data: { ...dataOf(campaign), base_bid },
  ad_groups: [{ data: {}, entity_ids, at: '' }],
})

/** Converts a request that lists its ad groups. */
export function fromFullRequest({ ad_groups, goal_type = null, goal_roas, attribution, ...campaign }: NewCampaign): CampaignRequest {
  if (goal_type === null && goal_roas) throw refuseField('goal_roas', 'Choose a goal type')
  const attributionFields = attribution && {
    click_days: String(attribution.click_days),
    view_days: String(attribution.view_days),
    user_history: attribution.user_history,
    ...(attribution.order_value && { order_value: attribution.order_value }),
  }
  return {
    flow: 'v2',
    experience_id: campaign.experience_id ?? null,
    data: {
      ...dataOf(campaign),
      goal_type,
      goal_roas: textOrEmpty(goal_roas),
      ...(attributionFields && { attribution: attributionFields }),
    },
    ad_groups: ad_groups.map(({ name, base_bid, budget, entity_ids }, index) => ({
      data: { name, base_bid, budget: textOrEmpty(budget) },
      entity_ids,
      at: `ad_groups.${index}.`,
    })),
  }
}

/** Entities without their own bid, so the ad group's bid applies. */
const entityRows = (ids: readonly number[]): RawBuilder<unknown> =>
  sql`select distinct unnest(${[...ids]}::int[]) as entity_id, null::bigint as bid`

/** Converts the path of a draft field to the path in the request. */
const callField = (field: string) => field.replace(/^ad_group_drafts\.(\d+)\.data\./, 'ad_groups.$1.').replace(/^data\./, '')

/** Validates with the builder's rules, except that entities can be added later. */
export async function createCampaignFromRequest(
  context: Context,
  { memberGroupId, advertiserId }: CampaignOwner,
  fields: CampaignRequest,
): Promise<number> {
  const { flow, experience_id, data, ad_groups } = fields
  const owner = { member_group_id: memberGroupId, advertiser_id: advertiserId, experience_id, campaign_template_id: null }
  await requireExperience(context, owner)
  const constraints = await draftConstraintsOf(context, owner)
  const adGroupDrafts = flow === 'simple' ? [] : ad_groups.map((group) => ({ data: group.data, entity_count: group.entity_ids.length }))
  const steps = stepsOf(flow, { hasAssets: false })
  const problems = problemsOf(
    { ...owner, flow, steps, data, entity_count: 1, ad_group_drafts: adGroupDrafts },
    { ...constraints, assets: [] },
  )
  throwProblems(
    problems.filter(({ field }) => !isOmitted(field, fields)),
    callField,
  )
  for (const { entity_ids, at } of ad_groups) await requireActiveEntities(context, owner, entity_ids, `${at}entity_ids`)
  const groups = ad_groups.map((group) => ({ data: group.data, entities: entityRows(group.entity_ids) }))
  const { campaign_id } = await makeFromData(context, {
    ...owner,
    flow,
    data,
    groups,
    clientReviewsCampaigns: constraints.reviews_campaigns,
    kind: 'created',
  })
  return campaign_id
}

/** The request may omit the order value and the goal, which the builder requires. */
const isOmitted = (field: string, { data }: CampaignRequest) =>
  (field === 'data.attribution.order_value' && !data.attribution?.order_value) || (field === 'data.goal_roas' && !data.goal_type)

async function requireExperience({ database: { kysely } }: Context, owner: { member_group_id: number; experience_id: number | null }) {
  if (owner.experience_id === null) return
  const experience = await kysely
    .selectFrom('experiences')
    .select('experience_id')
    .where('member_group_id', '=', owner.member_group_id)
    .where('experience_id', '=', owner.experience_id)
    .executeTakeFirst()
  if (!experience) throw refuseField('experience_id', 'Choose an experience of this client')
}

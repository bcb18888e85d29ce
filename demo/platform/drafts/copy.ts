import { randomUUID } from 'node:crypto'
import { is } from 'superstruct'
import type { DraftConstraints } from '../../../src/contract/drafts/constraints.ts'
import type { CampaignDraft } from '../../../src/contract/drafts/drafts.ts'
import type { AdGroupDraftData, CampaignDraftData } from '../../../src/contract/drafts/drafts.data.ts'
import { stepsOf } from '../../../src/contract/drafts/steps.rules.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { Targeting } from '../../../src/contract/targeting/targetings.ts'
import type { TemplateFlow } from '../../../src/contract/templates/templates.rules.ts'
import { draftConstraintsOf, requireOfferedExperience } from './constraints.ts'
import type { DraftPath } from './read.ts'
import { templateFor } from './templates.ts'
import { insertDraft } from './write.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'

interface CopyPath {
  readonly memberGroupId: number
  readonly advertiserId: number
  readonly campaignId: number
}
type Period = NonNullable<CampaignDraft['data']['budget_period']>
interface StoredCampaign {
  readonly campaign_id: number
  readonly experience_id: number | null
  readonly campaign_template_id: number | null
  readonly flow: TemplateFlow
  readonly name: string
  readonly channel: string
  readonly goal_type: 'ROAS' | null
  readonly goal_hundredths: number | null
  readonly budget_period: Period
  readonly budget: number
  readonly pacing: string
  readonly start_date: string
  readonly end_date: string | null
  readonly bidding_type_id: 1 | 2
  readonly attribution: {
    click_days: number
    view_days: number
    user_history: 'all' | 'new customers'
    order_value: 'large' | 'medium' | 'small' | null
  } | null
  readonly insertion_order_id: number | null
}
interface StoredCampaignAdGroup {
  readonly ad_group_id: number
  readonly name: string
  readonly base_bid: number
  readonly budget_period: Period | null
  readonly budget: number | null
  readonly pacing: string | null
  readonly start_date: string | null
  readonly end_date: string | null
  readonly targeting: unknown
}

const money = (micros: number | null) => (micros === null ? '' : decimalOf(BigInt(micros)))

async function storedCampaign({ database: { kysely } }: Context, { memberGroupId, advertiserId, campaignId }: CopyPath) {
  const campaign = await kysely
    .selectFrom('campaigns')
    .select(['campaign_id', 'experience_id', 'campaign_template_id', 'flow', 'name', 'channel', 'goal_type', 'goal_hundredths'])
    .select(['budget_period', 'budget', 'pacing', 'start_date', 'end_date', 'bidding_type_id', 'attribution', 'insertion_order_id'])
    .$narrowType<Pick<StoredCampaign, 'attribution' | 'bidding_type_id' | 'budget_period' | 'flow' | 'goal_type'>>()
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', '=', advertiserId)
    .where('campaign_id', '=', campaignId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const groups = await kysely
    .selectFrom('ad_groups')
    .select(['ad_group_id', 'name', 'base_bid', 'budget_period', 'budget', 'pacing', 'start_date', 'end_date', 'targeting'])
    .$narrowType<Pick<StoredCampaignAdGroup, 'budget_period'>>()
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_id', '=', campaignId)
    .where('deleted_at', 'is', null)
    .orderBy('ad_group_id')
    .execute()
  if (!campaign) throw notFound('Campaign')
  return { campaign, groups }
}

/** A start date in the past becomes today. An end date in the past is cleared, so that the user must set it. */
function copiedDays({ start_date, end_date }: Pick<StoredCampaign, 'start_date' | 'end_date'>, today: string) {
  const isOver = end_date !== null && end_date < today
  return { start_date: start_date < today ? today : start_date, end_date: isOver ? '' : (end_date ?? ''), always_on: end_date === null }
}

function attributionOf({ attribution }: StoredCampaign): CampaignDraftData {
  if (!attribution) return {}
  const { click_days, view_days, user_history, order_value } = attribution
  const fields = { click_days: String(click_days), view_days: String(view_days), user_history }
  return { attribution: { ...fields, ...(order_value && { order_value }) } }
}

/** The fields of a new draft. An insertion order that is no longer offered is left out. */
function dataOf(campaign: StoredCampaign, { today, insertion_orders }: DraftConstraints): CampaignDraftData {
  const { name, channel, goal_type, goal_hundredths, budget_period, budget, pacing, bidding_type_id, insertion_order_id } = campaign
  return {
    name,
    channel,
    goal_type,
    budget_period,
    budget: money(budget),
    pacing,
    bidding_type_id,
    insertion_order_id: insertion_orders.some((order) => order.insertion_order_id === insertion_order_id) ? insertion_order_id : null,
    ...(goal_hundredths !== null && { goal_roas: decimalOf(BigInt(goal_hundredths) * 10_000n) }),
    ...copiedDays(campaign, today),
    ...attributionOf(campaign),
  }
}

const targetingIn = ({ targeting }: StoredCampaignAdGroup) => (is(targeting, Targeting) && targeting.groups.length > 0 ? { targeting } : {})

function groupDataOf(group: StoredCampaignAdGroup, today: string): AdGroupDraftData {
  const { name, base_bid, budget_period, budget, pacing, start_date, end_date } = group
  return {
    name,
    base_bid: money(base_bid),
    budget: money(budget),
    budget_period,
    pacing: pacing ?? '',
    start_date: start_date !== null && start_date > today ? start_date : '',
    end_date: end_date !== null && end_date >= today ? end_date : '',
    ...targetingIn(group),
  }
}

/** True for an ad group without settings of its own, as flows without an ad group step create it. */
const hasOnlyDefaults = (group: StoredCampaignAdGroup, { name }: StoredCampaign) =>
  group.name === name && [group.budget, group.pacing, group.start_date, group.end_date].every((value) => value === null)

const copyEntities = ({ database: { kysely } }: Context, path: DraftPath, holder: string, groupId: number) =>
  kysely
    .insertInto('campaign_draft_entities')
    .columns(['member_group_id', 'campaign_draft_uuid', 'holder_uuid', 'entity_id', 'bid'])
    .expression((eb) =>
      eb
        .selectFrom('ad_group_entities')
        .select(({ cast, val }) => [
          'member_group_id',
          cast<string>(val(path.campaignDraftUuid), 'uuid').as('campaign_draft_uuid'),
          cast<string>(val(holder), 'uuid').as('holder_uuid'),
          'entity_id',
          'bid',
        ])
        .where('member_group_id', '=', path.memberGroupId)
        .where('ad_group_id', '=', groupId),
    )
    .execute()

async function addGroups(context: Context, path: DraftPath, groups: readonly StoredCampaignAdGroup[], today: string) {
  for (const group of groups) {
    const ad_group_draft_uuid = randomUUID()
    const ids = { member_group_id: path.memberGroupId, campaign_draft_uuid: path.campaignDraftUuid, ad_group_draft_uuid }
    await context.database.kysely
      .insertInto('ad_group_drafts')
      .values({ ...ids, data: JSON.stringify(groupDataOf(group, today)) })
      .execute()
    await copyEntities(context, path, ad_group_draft_uuid, group.ad_group_id)
  }
}

async function imagesOfCampaign({ database: { kysely } }: Context, { memberGroupId, campaignId }: CopyPath): Promise<CampaignDraftData> {
  const pictures = await kysely
    .selectFrom('campaign_assets')
    .select(['experience_asset_id', 'asset_id'])
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_id', '=', campaignId)
    .orderBy('experience_asset_id')
    .execute()
  return pictures.length > 0 ? { pictures } : {}
}

/** Copies a campaign into a new draft. */
export async function copyCampaign(context: Context, path: CopyPath): Promise<DraftPath> {
  const { campaign, groups } = await storedCampaign(context, path)
  const draftOwner = { member_group_id: path.memberGroupId, advertiser_id: path.advertiserId, experience_id: campaign.experience_id }
  const constraints = await draftConstraintsOf(context, draftOwner)
  requireOfferedExperience(constraints, campaign.experience_id)
  const { today, assets } = constraints
  const [onlyGroup] = groups
  const defaultGroup = onlyGroup && groups.length === 1 && hasOnlyDefaults(onlyGroup, campaign) ? onlyGroup : undefined
  const keepsFlow = defaultGroup !== undefined || groups.length === 0
  // Only the custom flow can show several ad groups, or one with its own settings.
  const flow = keepsFlow ? campaign.flow : 'custom'
  const campaign_template_id = keepsFlow ? campaign.campaign_template_id : null
  const template = await templateFor(context.database, path.memberGroupId, campaign_template_id)
  const data = {
    ...dataOf(campaign, constraints),
    ...(defaultGroup && { base_bid: money(defaultGroup.base_bid), ...targetingIn(defaultGroup) }),
    ...(await imagesOfCampaign(context, path)),
  }
  const steps = stepsOf(flow, { hasAssets: assets.length > 0, templateSteps: template?.steps })
  const draftPath = await insertDraft(context, { ...draftOwner, campaign_template_id, flow, data, steps, reached: steps.at(-1), tab: null })
  if (defaultGroup) await copyEntities(context, draftPath, draftPath.campaignDraftUuid, defaultGroup.ad_group_id)
  else await addGroups(context, draftPath, groups, today)
  return draftPath
}

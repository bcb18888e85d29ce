import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { SubmittedCampaign } from '../../../src/contract/drafts/drafts.ts'
import type { AdGroupDraftData, CampaignDraftData } from '../../../src/contract/drafts/drafts.data.ts'
import { goalHundredths } from '../../../src/contract/campaigns/campaigns.rules.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import { reviewStatusIds } from '../../../src/contract/statuses.ts'
import type { TemplateFlow } from '../../../src/contract/templates/templates.rules.ts'
import { recordChange } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { refuseField } from '../context/refusal.ts'
import { lockOrderOfNew, recordNewLink } from '../insertion-orders/link-writes.ts'
import { orderExcessOf } from '../spend-limits/activations.ts'
import { anyOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

/** An ad group of a new campaign. `entities` selects rows of `entity_id` and `bid`. */
export interface ValidAdGroup {
  readonly data: AdGroupDraftData
  readonly entities: RawBuilder<unknown>
}
/** A new campaign that passed validation. */
export interface ValidCampaign {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly experience_id: number | null
  readonly campaign_template_id: number | null
  readonly flow: TemplateFlow
  readonly data: CampaignDraftData
  readonly groups: readonly ValidAdGroup[]
  readonly clientReviewsCampaigns: boolean
  /** Kind of the first history entry. Default: `submitted`, for a campaign from a draft. */
  readonly kind?: 'created'
}

/** Columns that differ by campaign or ad group. Timestamps and creator are set on insert. */
type CampaignColumns = Omit<Insertable<Tables['campaigns']>, 'created_at' | 'submitted_at' | 'created_by'>
type AdGroupColumns = Omit<Insertable<Tables['ad_groups']>, 'created_at'>

async function insertCampaign({ database, now, caller }: Context, columns: CampaignColumns): Promise<number> {
  const creation = { created_at: now(), submitted_at: now(), created_by: caller.person?.user_id ?? null }
  const { campaign_id } = await database.kysely
    .insertInto('campaigns')
    .values({ ...columns, ...creation })
    .returning('campaign_id')
    .executeTakeFirstOrThrow()
  return campaign_id
}

/** A row of an ad group's entities. */
interface EntityBid {
  readonly entity_id: number
  readonly bid: number | null
}

/** Inserts an ad group with its entities, and returns the number of entities. */
async function insertAdGroup({ database: { kysely }, now }: Context, columns: AdGroupColumns, entities: RawBuilder<unknown>) {
  const { ad_group_id } = await kysely
    .insertInto('ad_groups')
    .values({ ...columns, created_at: now() })
    .returning('ad_group_id')
    .executeTakeFirstOrThrow()
  const { member_group_id, advertiser_id, campaign_id } = columns
  const { numInsertedOrUpdatedRows = 0n } = await kysely
    .insertInto('ad_group_entities')
    .columns(['member_group_id', 'advertiser_id', 'campaign_id', 'ad_group_id', 'entity_id', 'bid', 'added_at'])
    .expression(({ selectFrom }) =>
      selectFrom(sql<EntityBid>`(${entities})`.as('said')).select([
        sql<number>`${member_group_id}::int`.as('member_group_id'),
        sql<number>`${advertiser_id}::int`.as('advertiser_id'),
        sql<number>`${campaign_id}::int`.as('campaign_id'),
        sql<number>`${ad_group_id}::int`.as('ad_group_id'),
        'said.entity_id',
        'said.bid',
        sql<Date>`${now()}::timestamptz`.as('added_at'),
      ]),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}

const trimmedOrNull = (text: string | undefined) => (text?.trim() ? text.trim() : null)
const micros = (text: string | undefined) => (trimmedOrNull(text) === null ? null : microsOf(String(trimmedOrNull(text))))
const endOf = ({ always_on, end_date }: CampaignDraftData | AdGroupDraftData) => (always_on ? null : trimmedOrNull(end_date))

/** The draft holds days as text, the column as numbers. */
function attributionOf({ attribution }: CampaignDraftData) {
  if (!attribution) return null
  const { click_days, view_days, user_history, order_value } = attribution
  return JSON.stringify({ click_days: Number(click_days), view_days: Number(view_days), user_history, order_value: order_value ?? null })
}

/** True if the campaign needs a review: the client reviews all campaigns, or the draft asks for one. */
const needsReview = ({ data, clientReviewsCampaigns }: ValidCampaign) => clientReviewsCampaigns || data.status === 'pending'

/** Draft values by column name. */
function campaignValues(campaign: ValidCampaign) {
  const { data, flow, experience_id, campaign_template_id } = campaign
  return {
    flow,
    experience_id,
    campaign_template_id,
    channel: String(data.channel),
    name: String(data.name).trim(),
    status: needsReview(campaign) ? 'pending' : 'active',
    review_status_id: needsReview(campaign) ? reviewStatusIds.under_review : reviewStatusIds.approved,
    budget_period: String(data.budget_period),
    pacing: String(data.pacing),
    bidding_type_id: data.bidding_type_id ?? 1,
    start_date: String(data.start_date),
    end_date: endOf(data),
    goal_type: data.goal_type ?? null,
    goal_hundredths: data.goal_type ? goalHundredths(String(data.goal_roas)) : null,
    insertion_order_id: data.insertion_order_id ?? null,
  }
}

const campaignColumns = (campaign: ValidCampaign, now: Date) => ({
  member_group_id: campaign.member_group_id,
  advertiser_id: campaign.advertiser_id,
  ...campaignValues(campaign),
  insertion_order_linked_at: campaign.data.insertion_order_id == null ? null : now,
  budget: micros(campaign.data.budget) ?? 0n,
  attribution: attributionOf(campaign.data),
  review_comment: '',
})

function adGroupColumns(campaign: ValidCampaign, campaign_id: number, data: AdGroupDraftData) {
  const { member_group_id, advertiser_id, data: whole } = campaign
  const targeting = data.targeting ?? whole.targeting
  return {
    member_group_id,
    advertiser_id,
    campaign_id,
    name: String(data.name ?? whole.name).trim(),
    // An ad group of a pending campaign becomes active when the campaign is approved.
    status: needsReview(campaign) ? 'pending' : 'active',
    base_bid: micros(data.base_bid) ?? micros(whole.base_bid) ?? 0n,
    budget: micros(data.budget),
    budget_period: trimmedOrNull(data.budget) ? (data.budget_period ?? whole.budget_period ?? null) : null,
    pacing: trimmedOrNull(data.pacing),
    start_date: trimmedOrNull(data.start_date),
    end_date: endOf(data),
    ...(targeting && { targeting: JSON.stringify(targeting) }),
  }
}

async function insertImages({ database }: Context, { member_group_id, data: { pictures = [] } }: ValidCampaign, campaign_id: number) {
  const rows = pictures.map((picture) => ({ member_group_id, campaign_id, ...picture }))
  if (rows.length > 0) await database.kysely.insertInto('campaign_assets').values(rows).execute()
}

/** Creates a campaign with its ad groups and entities. The caller must validate it first. */
export async function insertValidCampaign(context: Context, campaign: ValidCampaign): Promise<SubmittedCampaign> {
  const { member_group_id, advertiser_id, data } = campaign
  const columns = campaignColumns(campaign, context.now())
  const order = columns.insertion_order_id === null ? null : await lockOrderOfNew(context, columns.insertion_order_id, columns)
  const campaign_id = await insertCampaign(context, columns)
  if (order) await recordNewLink(context, order, columns.name)
  let entities = 0
  for (const { data, entities: rows } of campaign.groups)
    entities += await insertAdGroup(context, adGroupColumns(campaign, campaign_id, data), rows)
  await insertImages(context, campaign, campaign_id)
  const { status, review_status_id, name, ...rest } = campaignValues(campaign)
  const { channel, budget_period, pacing, start_date, end_date, goal_type } = rest
  await recordChange(context, {
    entity: 'campaign',
    entityId: campaign_id,
    kind: campaign.kind ?? 'submitted',
    before: {},
    comment: data.comment ?? null,
    after: {
      name,
      channel,
      status,
      budget: data.budget,
      budget_period,
      pacing,
      start_date,
      end_date,
      ...(order && { insertion_order: order.name }),
      ...(goal_type && { goal_type, goal_roas: data.goal_roas }),
    },
  })
  if (status === 'active') await orderExcessOf(context, [{ advertiser_id, campaign_id }])
  return {
    campaign_id,
    member_group_id,
    advertiser_id,
    name,
    status: isPending(status),
    review_status_id,
    ad_groups: campaign.groups.length,
    entities,
  }
}

const isPending = (status: string) => (status === 'pending' ? 'pending' : 'active')

interface Owner {
  readonly member_group_id: number
  readonly advertiser_id: number
}

/** Refuses `field` when it names an entity of another advertiser, or one that is not active. */
export async function requireActiveEntities(
  { database: { kysely } }: Context,
  { member_group_id, advertiser_id }: Owner,
  ids: readonly number[],
  field: string,
) {
  const rows = await kysely
    .selectFrom('entities')
    .select(['entity_id', 'status'])
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('entity_id', '=', anyOf(ids))
    .execute()
  if (rows.length < new Set(ids).size) throw refuseField(field, 'Choose entities of this advertiser')
  const closed = rows.find(({ status }) => status !== 'active')
  if (closed) throw refuseField(`${field}.${ids.indexOf(closed.entity_id)}`, 'This entity is not active')
}

import { type RawBuilder, sql } from 'kysely'
import type { SubmittedCampaign } from '../../src/contract/campaign-drafts.ts'
import type { AdGroupDraftData, CampaignDraftData } from '../../src/contract/campaign-drafts.data.ts'
import { goalHundredths } from '../../src/contract/campaigns.rules.ts'
import { microsOf } from '../../src/contract/money.ts'
import { reviewStatusIds } from '../../src/contract/statuses.ts'
import type { TemplateFlow } from '../../src/contract/templates.rules.ts'
import { recordChange } from './campaign-history.ts'
import type { Context } from './context.ts'

/** One ad group that is made with a campaign: what it says itself, and what it advertises, as rows of an entity and its own bid. */
export interface MadeGroup {
  readonly data: AdGroupDraftData
  readonly entities: RawBuilder<unknown>
}
/** A campaign whose every field was found right. */
export interface MadeCampaign {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly experience_id: number | null
  readonly campaign_template_id: number | null
  readonly flow: TemplateFlow
  readonly data: CampaignDraftData
  readonly groups: readonly MadeGroup[]
  readonly isReviewed: boolean
}

const said = (text: string | undefined) => (text?.trim() ? text.trim() : null)
const micros = (text: string | undefined) => (said(text) === null ? null : microsOf(String(said(text))))
const endOf = ({ always_on, end_date }: CampaignDraftData | AdGroupDraftData) => (always_on ? null : said(end_date))

/** Days as numbers, and who and what counts. */
function attributionOf({ attribution }: CampaignDraftData) {
  if (!attribution) return null
  const { click_days, view_days, user_history, order_value } = attribution
  return JSON.stringify({ click_days: Number(click_days), view_days: Number(view_days), user_history, order_value })
}

/** What of a campaign was said, by the names of its columns. */
function saidOf({ data, flow, experience_id, campaign_template_id, isReviewed }: MadeCampaign) {
  return {
    ...{ flow, experience_id, campaign_template_id, channel: String(data.channel), name: String(data.name).trim() },
    status: isReviewed ? 'pending' : 'active',
    review_status_id: isReviewed ? reviewStatusIds.under_review : reviewStatusIds.approved,
    ...{ budget_period: String(data.budget_period), pacing: String(data.pacing), bidding_type_id: data.bidding_type_id ?? 1 },
    ...{ start_date: String(data.start_date), end_date: endOf(data) },
    goal_type: data.goal_type ?? null,
    goal_hundredths: data.goal_type ? goalHundredths(String(data.goal_roas)) : null,
    insertion_order_id: data.insertion_order_id ?? null,
  }
}

async function insertCampaign({ database, now, caller }: Context, campaign: MadeCampaign) {
  const { member_group_id, advertiser_id, data } = campaign
  const when = { created_at: now(), submitted_at: now(), created_by: caller.person?.user_id ?? null }
  const { campaign_id } = await database.kysely
    .insertInto('campaigns')
    .values({
      ...{ member_group_id, advertiser_id, ...saidOf(campaign), ...when },
      ...{ budget: micros(data.budget) ?? 0n, attribution: attributionOf(data), review_comment: '' },
    })
    .returning('campaign_id')
    .executeTakeFirstOrThrow()
  return campaign_id
}

async function insertGroup({ database, now }: Context, campaign: MadeCampaign, campaign_id: number, { data, entities }: MadeGroup) {
  const { member_group_id, advertiser_id } = campaign
  const targeting = data.targeting ?? campaign.data.targeting
  const days = { start_date: said(data.start_date), end_date: endOf(data) }
  const { ad_group_id } = await database.kysely
    .insertInto('ad_groups')
    .values({
      ...{ member_group_id, advertiser_id, campaign_id, name: String(data.name ?? campaign.data.name).trim(), status: 'active' },
      ...{ base_bid: micros(data.base_bid) ?? micros(campaign.data.base_bid) ?? 0n, budget: micros(data.budget) },
      ...{ budget_period: said(data.budget) ? (data.budget_period ?? campaign.data.budget_period ?? null) : null },
      ...{ pacing: said(data.pacing), ...days, created_at: now() },
      ...(targeting && { targeting: JSON.stringify(targeting) }),
    })
    .returning('ad_group_id')
    .executeTakeFirstOrThrow()
  const { numAffectedRows } = await sql`
    insert into ad_group_entities (member_group_id, advertiser_id, campaign_id, ad_group_id, entity_id, bid, added_at)
    select ${member_group_id}::int, ${advertiser_id}::int, ${campaign_id}::int, ${ad_group_id}::int, said.entity_id, said.bid, ${now()}::timestamptz
    from (${entities}) as said`.execute(database.kysely)
  return Number(numAffectedRows ?? 0)
}

async function insertPictures({ database }: Context, { member_group_id, data: { pictures = [] } }: MadeCampaign, campaign_id: number) {
  const rows = pictures.map((picture) => ({ member_group_id, campaign_id, ...picture }))
  if (rows.length > 0) await database.kysely.insertInto('campaign_assets').values(rows).execute()
}

/** Makes a campaign with its ad groups and what they advertise; whoever calls has asked the rules. */
export async function makeCampaign(context: Context, campaign: MadeCampaign): Promise<SubmittedCampaign> {
  const { member_group_id, advertiser_id, data } = campaign
  const campaign_id = await insertCampaign(context, campaign)
  let entities = 0
  for (const group of campaign.groups) entities += await insertGroup(context, campaign, campaign_id, group)
  await insertPictures(context, campaign, campaign_id)
  const { status, review_status_id, name, ...rest } = saidOf(campaign)
  await recordChange(context, member_group_id, {
    ...{ campaign_id, kind: 'submitted', before: {}, comment: data.comment ?? null },
    after: { name, status, ...rest, budget: data.budget },
  })
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

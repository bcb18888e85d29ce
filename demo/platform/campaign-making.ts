import { sql } from 'kysely'
import type { NewCampaign, NewFlatCampaign } from '../../src/contract/campaign-edits.ts'
import {
  campaignBudget,
  campaignGoal,
  campaignName,
  type CampaignAnswer,
  goalHundredths,
  newCampaignDays,
} from '../../src/contract/campaigns.rules.ts'
import { biddingTypeIds, pacings } from '../../src/contract/budgets.ts'
import { channelNames } from '../../src/contract/dimensions.ts'
import { decimalOf, microsOf } from '../../src/contract/money.ts'
import { reviewStatusIds } from '../../src/contract/statuses.ts'
import { recordChange } from './campaign-history.ts'
import { insertAdGroup, insertCampaign } from './campaign-insertion.ts'
import { minimumBudget } from './campaign-writes.ts'
import { refuseProblems } from './campaign-problems.ts'
import type { Context } from './context.ts'
import { notFound, refuseField } from './refusal.ts'
import { dayIn } from './report-frame.ts'
import { reviewsCampaigns } from './reviewing-clients.ts'

interface Place {
  readonly memberGroupId: number
  readonly advertiserId: number
}
/** A campaign to be made, whichever version of the call asks for it. */
export type Making = Omit<NewCampaign, 'ad_groups'> & {
  readonly flow: 'simple' | 'v2'
  readonly ad_groups: readonly {
    name: string
    base_bid: string
    entity_ids: readonly number[]
    budget?: string | null | undefined
    at: string
  }[]
}
interface Account {
  readonly time_zone: string
  readonly digits: number
  readonly min_bid: string | null
  readonly max_bid: string | null
}

/** A flat campaign has one ad group, which is called as it is. */
export const flatMaking = ({ base_bid, entity_ids = [], ...campaign }: NewFlatCampaign): Making => ({
  ...campaign,
  flow: 'simple',
  ad_groups: [{ name: campaign.name, base_bid, entity_ids, at: '' }],
})
/** A campaign with the ad groups that are said beside it. */
export const fullMaking = ({ ad_groups, ...campaign }: NewCampaign): Making => ({
  ...campaign,
  flow: 'v2',
  ad_groups: ad_groups.map((group, index) => ({ ...group, at: `ad_groups.${index}.` })),
})

/** By whose clock, in which coins and within which bids an advertiser advertises. */
async function accountOf({ database: { kysely } }: Context, { memberGroupId, advertiserId }: Place, biddingTypeId: number) {
  const { rows } = await sql<Account>`
    select a.time_zone, cu.digits, b.min_bid::text as min_bid, b.max_bid::text as max_bid from advertisers a join currencies cu on cu.currency_code = a.currency_code
    left join bidding_configs b on b.member_group_id = a.member_group_id and b.currency_id = cu.currency_id and b.bidding_type_id = ${biddingTypeId}
    where a.member_group_id = ${memberGroupId} and a.advertiser_id = ${advertiserId} and a.deleted_at is null`.execute(kysely)
  if (!rows[0]) throw notFound('Advertiser')
  return rows[0]
}

const problem = (field: string, answer: CampaignAnswer) => (answer === true ? [] : [{ field, answer }])

/** Everything that a new campaign can be wrong in by itself. */
function checkCampaign(asked: Making, end_date: string | null, today: string, { digits, min_bid }: Account) {
  const { name, budget, budget_period, start_date, always_on, goal_type = null, goal_roas = null, pacing, channel } = asked
  if (!channelNames.some((one) => one === channel)) throw refuseField('channel', `Expected one of ${channelNames.join(', ')}`)
  const days = newCampaignDays({ start_date, end_date }, today)
  const ground = { digits, minimum: minimumBudget(BigInt(min_bid ?? 0), digits), spent: 0n }
  refuseProblems([
    ...problem('name', campaignName(name)),
    ...problem('budget', campaignBudget(microsOf(budget), budget_period, ground)),
    ...problem(days !== true && days.code === 'start_past' ? 'start_date' : 'end_date', days),
    ...(always_on === false && end_date === null ? problem('end_date', { code: 'end_missing' }) : []),
    ...(goal_roas === null ? [] : problem('goal_roas', goal_type === null ? { code: 'goal_alone' } : campaignGoal(goal_roas))),
    ...(pacing === undefined || pacings.some((one) => one === pacing) ? [] : problem('pacing', { code: 'pacing_unknown' })),
  ])
}

/** A bid within what the client takes, and a budget that its campaign could ever spend. */
function checkAdGroups({ ad_groups, budget: whole }: Making, { min_bid, max_bid, digits }: Account) {
  const least = BigInt(min_bid ?? 0) > 0n ? BigInt(min_bid ?? 0) : 1n
  for (const { at, base_bid, budget } of ad_groups) {
    const bid = microsOf(base_bid)
    if (bid < least) throw refuseField(`${at}base_bid`, `Expected at least ${decimalOf(least)}`)
    if (max_bid !== null && bid > BigInt(max_bid)) throw refuseField(`${at}base_bid`, `Expected at most ${decimalOf(BigInt(max_bid))}`)
    if (budget === undefined || budget === null) continue
    const own = microsOf(budget)
    if (own <= 0n || own % 10n ** BigInt(6 - digits) !== 0n)
      throw refuseField(`${at}budget`, `Expected an amount with at most ${digits} decimals`)
    if (own > microsOf(whole)) throw refuseField(`${at}budget`, 'Expected at most the budget of the campaign')
  }
}

/** What an ad group advertises is its advertiser's own. */
async function checkEntities({ database: { kysely } }: Context, { memberGroupId, advertiserId }: Place, { ad_groups }: Making) {
  const ids = [...new Set(ad_groups.flatMap(({ entity_ids }) => entity_ids))]
  const { rows } = await sql<{ entity_id: number }>`
    select entity_id from entities where member_group_id = ${memberGroupId} and advertiser_id = ${advertiserId} and entity_id = any(${ids}::int[])`.execute(
    kysely,
  )
  const own = new Set(rows.map(({ entity_id }) => entity_id))
  const stranger = ad_groups.find(({ entity_ids }) => entity_ids.some((id) => !own.has(id)))
  if (stranger) throw refuseField(`${stranger.at}entity_ids`, 'Expected entities of the advertiser')
}

async function checkExperience({ database: { kysely } }: Context, { memberGroupId }: Place, id: number | null) {
  if (id === null) return
  const { rows } = await sql`select from experiences where member_group_id = ${memberGroupId} and experience_id = ${id}`.execute(kysely)
  if (rows.length === 0) throw refuseField('experience_id', 'Expected an experience of the client')
}

/** Where a new campaign begins: what somebody has to look at first waits. */
async function standingOf(context: Context, { memberGroupId }: Place, asked: Making) {
  const waits = asked.status === 'pending' || (await reviewsCampaigns(context, memberGroupId))
  return waits
    ? { status: 'pending', review_status_id: reviewStatusIds.under_review }
    : { status: 'active', review_status_id: reviewStatusIds.approved }
}

/** What is kept of a new campaign. */
const columnsOf = (asked: Making, end_date: string | null) => ({
  ...{
    name: asked.name.trim(),
    channel: asked.channel,
    flow: asked.flow,
    budget: microsOf(asked.budget),
    budget_period: asked.budget_period,
  },
  ...{
    start_date: asked.start_date,
    end_date,
    pacing: asked.pacing ?? 'Evenly',
    bidding_type_id: asked.bidding_type_id ?? biddingTypeIds.CPC,
  },
  ...{ experience_id: asked.experience_id ?? null, goal_type: asked.goal_type ?? null },
  goal_hundredths: asked.goal_roas ? goalHundredths(asked.goal_roas) : null,
  attribution: asked.attribution ? JSON.stringify(asked.attribution) : null,
})

/** What an ad group advertises, at its own bid. */
const entityRows = (ids: readonly number[]) =>
  sql`select entity_id, null::bigint as bid from (select distinct unnest(${[...ids]}::int[]) as entity_id) asked`

/** Makes a campaign with its ad groups, which wait with it or are on with it. */
export async function makeCampaign(context: Context, place: Place, asked: Making): Promise<number> {
  const { now } = context
  const account = await accountOf(context, place, asked.bidding_type_id ?? biddingTypeIds.CPC)
  const end_date = asked.always_on ? null : (asked.end_date ?? null)
  checkCampaign(asked, end_date, dayIn(now(), account.time_zone), account)
  checkAdGroups(asked, account)
  await checkEntities(context, place, asked)
  await checkExperience(context, place, asked.experience_id ?? null)
  const ids = { member_group_id: place.memberGroupId, advertiser_id: place.advertiserId }
  const standing = await standingOf(context, place, asked)
  const campaign_id = await insertCampaign(context, { ...ids, ...columnsOf(asked, end_date), ...standing })
  for (const { name, base_bid, budget, entity_ids } of asked.ad_groups) {
    const own = budget ? { budget: microsOf(budget), budget_period: asked.budget_period } : {}
    const said = { name: name.trim(), status: standing.status, base_bid: microsOf(base_bid), ...own }
    await insertAdGroup(context, { ...ids, campaign_id, ...said }, entityRows(entity_ids))
  }
  const after = {
    name: asked.name.trim(),
    status: standing.status,
    budget: decimalOf(microsOf(asked.budget)),
    budget_period: asked.budget_period,
  }
  await recordChange(context, place.memberGroupId, { campaign_id, kind: 'created', before: {}, after })
  return campaign_id
}

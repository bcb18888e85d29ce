import type { AdGroupChange, NewAdGroup } from '../../../src/contract/ad-groups/changes.ts'
import { adGroupProblem, changedFields, newAdGroupProblem, type AdGroupState } from './edit.rules.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { noTargeting } from '../../../src/contract/targeting/targetings.ts'
import { insertEntities, requireBidsInLimits } from './entity-write.ts'
import {
  adGroupConstraints,
  campaignWithConstraints,
  spentOfAdGroups,
  storedAdGroups,
  type CampaignConstraints,
  type StoredAdGroup,
  adGroupRefusal,
} from './constraints.ts'
import { beforeAndAfter, fieldChanges, recordChange, type Fields } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { conflict, notFound, refuseField, staleVersion } from '../context/refusal.ts'
import { softDelete } from '../sql/versioned.ts'
import { lockForReview, requestNewReview } from '../campaigns/write.ts'
import { requireValidTargeting, targetingParseError, unparsedTargeting } from '../targeting/check.ts'

interface Ids {
  readonly memberGroupId: number
  readonly advertiserId: number
}
type AdGroupPathIds = Ids & { readonly adGroupId: number }

const microsOrNone = (decimal: string | null | undefined) => (decimal === null || decimal === undefined ? null : microsOf(decimal))

/** Fields with the names and values of the API, as history stores them. */
export const wireFields = ({
  name,
  status,
  base_bid,
  budget,
  budget_period,
  pacing,
  start_date,
  end_date,
  targeting,
}: AdGroupState): Fields => ({
  name,
  status,
  base_bid: decimalOf(base_bid),
  budget: budget === null ? null : decimalOf(budget),
  budget_period,
  pacing,
  start_date,
  end_date,
  targeting,
})

/** Null means that the ad group ends with its campaign. */
function endAfter({ end_date, always_on }: AdGroupChange, current: string | null): string | null {
  if (always_on === true && typeof end_date === 'string') throw refuseField('end_date', 'An always-on ad group can’t have an end date')
  if (always_on === true) return null
  const after = end_date === undefined ? current : end_date
  if (always_on === false && after === null) throw refuseField('end_date', 'Enter an end date, or set always on')
  return after
}

/** Budget and period are set together: without a budget there is no period. */
function budgetAfter(
  { budget, budget_period }: AdGroupChange,
  current: Pick<AdGroupState, 'budget' | 'budget_period'>,
  campaignPeriod: string,
) {
  const after = budget === undefined ? current.budget : microsOrNone(budget)
  if (budget === null && !budget_period) return { budget: null, budget_period: null }
  return { budget: after, budget_period: budget_period ?? current.budget_period ?? (after === null ? null : campaignPeriod) }
}

/** The state after a change. Omitted fields keep their value. */
export const stateAfter = (current: AdGroupState, change: AdGroupChange, usualPeriod: string): AdGroupState => ({
  name: change.name?.trim() ?? current.name,
  status: change.status ?? current.status,
  base_bid: change.base_bid === undefined ? current.base_bid : microsOf(change.base_bid),
  ...budgetAfter(change, current, usualPeriod),
  pacing: change.pacing === undefined ? current.pacing : change.pacing,
  start_date: change.start_date === undefined ? current.start_date : change.start_date,
  end_date: endAfter(change, current.end_date),
  targeting: change.targeting ?? current.targeting,
})

const newState = ({ name, base_bid, ...fields }: NewAdGroup, usualPeriod: string): AdGroupState =>
  stateAfter(
    {
      name: name.trim(),
      status: 'pending',
      base_bid: microsOf(base_bid),
      targeting: noTargeting,
      budget: null,
      budget_period: null,
      pacing: null,
      start_date: null,
      end_date: null,
    },
    fields,
    usualPeriod,
  )

export const columnsOf = ({ base_bid, budget, targeting, ...state }: AdGroupState) => ({
  ...state,
  base_bid,
  budget,
  targeting: JSON.stringify(targeting ?? noTargeting),
})

/** The experience whose targeting dimensions apply, or the client's. */
const targetingScopeOf = (memberGroupId: number, { experience_id }: CampaignConstraints) => ({
  memberGroupId,
  ...(experience_id !== null && { experienceId: experience_id }),
})

/** The entities of a new ad group with their bids; null means the ad group's bid. */
function initialEntities({ entity_ids = [], entities = [] }: NewAdGroup) {
  const bids = new Map<number, bigint | null>(entity_ids.map((id) => [id, null]))
  for (const [index, { entity_id, bid }] of entities.entries()) {
    if (bids.has(entity_id)) throw refuseField(`entities.${index}.entity_id`, 'Each entity can be listed only once')
    bids.set(entity_id, microsOrNone(bid))
  }
  return bids
}

export async function addAdGroup(context: Context, { memberGroupId, advertiserId }: Ids, newAdGroup: NewAdGroup): Promise<number> {
  const campaignToReview = await lockForReview(context, { memberGroupId, advertiserId, campaignId: newAdGroup.campaign_id })
  const campaign = await campaignWithConstraints(context, memberGroupId, advertiserId, newAdGroup.campaign_id, 'write')
  const { campaign_id } = campaign
  const state = newState(newAdGroup, campaign.budget_period)
  const problem = newAdGroupProblem(state, adGroupConstraints(context, campaign, 0n))
  if (problem) throw adGroupRefusal(problem)
  if (newAdGroup.targeting) await requireValidTargeting(context.database, targetingScopeOf(memberGroupId, campaign), newAdGroup.targeting)
  const entities = initialEntities(newAdGroup)
  requireBidsInLimits([...entities.values()], campaign.limits, (index) => `entities.${index - (newAdGroup.entity_ids?.length ?? 0)}.bid`)
  const ids = { member_group_id: memberGroupId, advertiser_id: advertiserId, campaign_id }
  const { ad_group_id } = await context.database.kysely
    .insertInto('ad_groups')
    .values({ ...ids, ...columnsOf(state), created_at: context.now() })
    .returning('ad_group_id')
    .executeTakeFirstOrThrow()
  const insertedCount = await insertEntities(context, { ...ids, ad_group_id }, entities)
  if (insertedCount < entities.size)
    throw refuseField(newAdGroup.entities ? 'entities' : 'entity_ids', 'Choose entities of this advertiser')
  const after = { ...wireFields(state), entities: insertedCount }
  await recordChange(context, { entity: 'ad_group', entityId: ad_group_id, campaignId: campaign_id, kind: 'created', before: {}, after })
  await requestNewReview(context, campaignToReview)
  return ad_group_id
}

/** Locks an ad group and its campaign. For a change that may need a new review, `campaignToReview` is the campaign to review. */
export async function lockAdGroup(
  context: Context,
  { memberGroupId, advertiserId, adGroupId }: AdGroupPathIds,
  { mayNeedReview = false } = {},
) {
  const [unlocked] = await storedAdGroups(context, memberGroupId, [adGroupId], 'read')
  if (unlocked?.advertiser_id !== advertiserId) throw notFound('Ad group')
  const campaignToReview = mayNeedReview
    ? await lockForReview(context, { memberGroupId, advertiserId, campaignId: unlocked.campaign_id })
    : undefined
  const campaign = await campaignWithConstraints(context, memberGroupId, advertiserId, unlocked.campaign_id, 'write')
  const [adGroup] = await storedAdGroups(context, memberGroupId, [adGroupId], 'write')
  if (!adGroup) throw notFound('Ad group')
  return { adGroup, campaign, campaignToReview }
}

/** Writes the next version of an ad group. */
export async function writeNextVersion(
  { database: { kysely } }: Context,
  memberGroupId: number,
  { ad_group_id, version }: StoredAdGroup,
  state: AdGroupState,
) {
  if (state.targeting === unparsedTargeting) throw targetingParseError()
  const { numUpdatedRows } = await kysely
    .updateTable('ad_groups')
    .set({ ...columnsOf(state), version: version + 1 })
    .where('member_group_id', '=', memberGroupId)
    .where('ad_group_id', '=', ad_group_id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (Number(numUpdatedRows) === 0) throw staleVersion('Ad group')
}

/** Changes one ad group. Throws a `stale` refusal if the caller has an older version. */
export async function writeAdGroup(context: Context, path: AdGroupPathIds, change: AdGroupChange) {
  const { adGroup, campaign, campaignToReview } = await lockAdGroup(context, path, { mayNeedReview: change.targeting !== undefined })
  if (context.version !== adGroup.version) throw staleVersion('Ad group')
  const after = stateAfter(adGroup, change, campaign.budget_period)
  const spent = await spentOfAdGroups(context, path.memberGroupId, [adGroup.ad_group_id])
  const before = stateAfter(adGroup, {}, campaign.budget_period)
  const problem = adGroupProblem(before, after, adGroupConstraints(context, campaign, spent.get(adGroup.ad_group_id) ?? 0n))
  if (problem) throw adGroupRefusal(problem)
  const isTargeted = changedFields(before, after).includes('targeting')
  if (change.targeting && isTargeted)
    await requireValidTargeting(context.database, targetingScopeOf(path.memberGroupId, campaign), change.targeting, {
      before: adGroup.targeting,
    })
  const fields = fieldChanges(wireFields(before), wireFields(after))
  if (fields.length === 0) return
  await writeNextVersion(context, path.memberGroupId, adGroup, after)
  const { campaign_id, ad_group_id } = adGroup
  await recordChange(context, {
    entity: 'ad_group',
    entityId: ad_group_id,
    campaignId: campaign_id,
    kind: 'changed',
    ...beforeAndAfter(fields),
  })
  if (isTargeted) await requestNewReview(context, campaignToReview)
}

/** Soft-deletes an ad group; its statistics stay. An active ad group must be paused first, because it may be spending. */
export async function removeAdGroup(context: Context, path: AdGroupPathIds, expectedVersion?: number) {
  const { adGroup, campaign } = await lockAdGroup(context, path)
  if (expectedVersion !== undefined && expectedVersion !== adGroup.version) throw staleVersion('Ad group')
  if (adGroup.status === 'active' && campaign.status === 'active') throw conflict('Ad group', 'Pause the ad group before you remove it')
  const { campaign_id, ad_group_id } = adGroup
  await softDelete(context, 'ad_groups', { key: { member_group_id: path.memberGroupId, ad_group_id } })
  const before = { name: adGroup.name, status: adGroup.status }
  await recordChange(context, { entity: 'ad_group', entityId: ad_group_id, campaignId: campaign_id, kind: 'removed', before, after: {} })
}

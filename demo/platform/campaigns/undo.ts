import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type CampaignEdit, type CampaignFields, editableFields } from './edit.rules.ts'
import { type CampaignProblemCode, needsNewReview, withReviewPending } from '../../../src/contract/campaigns/campaigns.rules.ts'
import type {
  CampaignUndo,
  ChangedCampaign,
  ChangeKind,
  LaterChange,
  UndoneCampaign,
  UndoneChanges,
} from '../../../src/contract/campaigns/edits.ts'
import { type AdGroupWrite, type LockedAdGroup, lockAdGroups, planRestoredAdGroup, writeAdGroups } from '../ad-groups/batch-write.ts'
import { bulkRow, countsOf, bulkRefusal } from './bulk-rows.ts'
import {
  type EntityUndos,
  entityTargets,
  entityUndos,
  isEntityChange,
  planEntityUndo,
  undoEntityChanges,
} from '../ad-groups/entity-undo.ts'
import { changedSince, restoredFields } from '../changes/conflicts.ts'
import { userOf } from '../changes/read.ts'
import { type ChangedTarget, writtenChanges, type WrittenChange } from './history.ts'
import { applyCampaignEdit, type LockedCampaign, lockCampaigns, writeCampaigns, type CampaignWrite } from './write.ts'
import type { Context } from '../context/context.ts'
import { requirePermissionAtAdvertisers } from '../access/require-at.ts'
import { grouped } from '../collections/grouped.ts'
import { anyOf } from '../sql/pieces.ts'
import { notFound, refuseField } from '../context/refusal.ts'

const undoable: readonly ChangeKind[] = ['changed', 'bulk', 'sheet', 'undone']
/** Images and insertion orders cannot be undone; the user replaces the image or links another order instead. */
const isUndoable = ({ kind, before }: WrittenChange) =>
  undoable.includes(kind) && !Object.hasOwn(before, 'pictures') && !Object.hasOwn(before, 'insertion_order')

const targetKey = ({ campaign_id, ad_group_id }: WrittenChange) => `${campaign_id}/${ad_group_id ?? ''}`
/** Entity changes of an ad group are undone separately from its field changes. */
const targetKeyOfChange = (change: WrittenChange) => `${targetKey(change)}${isEntityChange(change) ? '/entities' : ''}`
const isTargeting = ({ field }: { readonly field: string }) => field === 'targeting'
const keyOf = ({ campaign_id, ad_group }: ChangedTarget) => `${campaign_id}/${ad_group?.ad_group_id ?? ''}`

const targetOf = (changes: readonly WrittenChange[]): ChangedTarget[] => {
  const [first] = changes
  if (!first) return []
  const { campaign_id, ad_group_id, ad_group_name } = first
  return [{ campaign_id, changes, ad_group: ad_group_id === null ? null : { ad_group_id, name: ad_group_name ?? '' } }]
}

const laterChange = ({ field, change }: ReturnType<typeof changedSince<WrittenChange>>[number]): LaterChange => ({
  field,
  campaign_change_id: change.change_id,
  at: change.at.toISOString(),
  user: userOf(change),
  value: change.after[field] ?? null,
})

/** The changes that the request names. A batch is undone as a whole; its size has no limit. */
async function requestedChanges(context: Context, memberGroupId: number, { campaign_change_ids, batch }: CampaignUndo) {
  if ((campaign_change_ids === undefined) === (batch === undefined))
    throw refuseField('campaign_change_ids', 'Send change IDs or a batch, not both')
  const ids = [...new Set(campaign_change_ids ?? [])]
  const query = writtenChanges(context).where('h.member_group_id', '=', memberGroupId).orderBy('h.change_id')
  const filtered =
    batch === undefined ? query.where('h.change_id', '=', sql<number>`any(${ids}::bigint[])`) : query.where('h.batch', '=', batch)
  const changes = await filtered.execute()
  if (changes.length < Math.max(ids.length, 1)) throw notFound('Change')
  return changes
}

interface UndoConstraints {
  readonly campaigns: ReadonlyMap<number, LockedCampaign>
  readonly adGroups: ReadonlyMap<number, LockedAdGroup>
  readonly later: ReadonlyMap<string, WrittenChange[]>
  /** Later changes up to this id may be overwritten; 0 unless `force` is set. */
  readonly forcedUpTo: number
}
interface PlannedUndo {
  readonly row: UndoneCampaign
  readonly campaign?: CampaignWrite
  readonly adGroup?: AdGroupWrite
}

/** The edit that restores the campaign's earlier values. */
function restoringEdit(target: ChangedTarget): CampaignEdit {
  const restored = restoredFields(target.changes)
  const fields = editableFields.filter((field) => Object.hasOwn(restored, field)).map((field) => [field, restored[field]] as const)
  return Object.fromEntries(fields) as Partial<CampaignFields> // history stores each value with the type of its field
}

/** The undo of a target, regardless of later changes. */
function planWithoutConflicts(
  target: ChangedTarget,
  campaign: LockedCampaign,
  adGroup: LockedAdGroup | undefined,
): Omit<PlannedUndo, 'row'> & { row: ChangedCampaign } {
  const undo_of = target.changes.at(-1)?.change_id ?? null
  if (adGroup) {
    const { row, after } = planRestoredAdGroup(campaign, adGroup, restoredFields(target.changes))
    return { row, adGroup: { locked: adGroup, after, undo_of } }
  }
  const result = applyCampaignEdit(campaign, restoringEdit(target))
  return { row: bulkRow(campaign, result), campaign: { campaign, after: result.after, undo_of } }
}

function planUndo(target: ChangedTarget, { campaigns, adGroups, later, forcedUpTo }: UndoConstraints): PlannedUndo {
  const { ad_group, changes, campaign_id } = target
  const campaign = campaigns.get(campaign_id)
  const adGroup = ad_group ? adGroups.get(ad_group.ad_group_id) : undefined
  const refused = (code: CampaignProblemCode, changed_since: LaterChange[] = []) => ({
    row: { ...bulkRefusal(campaign_id, code, campaign), ad_group, changed_since },
  })
  if (!campaign || (ad_group && !adGroup)) return refused('not_found')
  if (!changes.every(isUndoable)) return refused('not_undoable')
  const since = changedSince(changes, later.get(keyOf(target)) ?? [], adGroup?.current ?? campaign.current).map(laterChange)
  if (since.some(({ campaign_change_id }) => campaign_change_id > forcedUpTo)) return refused('changed_since', since)
  const { row, ...write } = planWithoutConflicts(target, campaign, adGroup)
  const result = { ...row, ad_group, changed_since: since }
  return row.fields.length > 0 ? { row: result, ...write } : { row: result }
}

/** The same as `planUndo`, for the entities of an ad group. */
function planUndoOfEntities(
  target: ChangedTarget,
  undos: EntityUndos,
  { campaigns, adGroups, later, forcedUpTo }: UndoConstraints,
): PlannedUndo {
  const { campaign_id, ad_group } = target
  const id = ad_group?.ad_group_id ?? 0
  const constraints = { campaign: campaigns.get(campaign_id), adGroup: adGroups.get(id), later: later.get(keyOf(target)) ?? [], forcedUpTo }
  return { row: planEntityUndo(target, undos.get(id), constraints) }
}

/** Undo needs the same permission as the change: `campaigns.change`, or `ad_groups.change` for ad groups and their entities. */
async function requireUndoPermissions(
  context: Context,
  memberGroupId: number,
  targets: readonly ChangedTarget[],
  campaigns: UndoConstraints['campaigns'],
) {
  const ownersOf = (isOfGroups: boolean) =>
    targets.flatMap(({ campaign_id, ad_group }) =>
      (ad_group !== null) === isOfGroups ? (campaigns.get(campaign_id)?.advertiser_id ?? []) : [],
    )
  await requirePermissionAtAdvertisers(context, memberGroupId, ownersOf(false), 'campaigns.change')
  await requirePermissionAtAdvertisers(context, memberGroupId, ownersOf(true), 'ad_groups.change')
}

/** Locks campaigns and ad groups until the transaction ends, and reads later changes. */
async function lockUndoConstraints(
  context: Context,
  memberGroupId: number,
  requested: readonly WrittenChange[],
  targets: readonly ChangedTarget[],
) {
  const ids = [...new Set(targets.map(({ campaign_id }) => campaign_id))]
  const locked = await lockCampaigns(context, memberGroupId, ids, 'One Time')
  const groupIds = targets.flatMap(({ ad_group }) => ad_group?.ad_group_id ?? [])
  const adGroups = await lockAdGroups(context, memberGroupId, [...new Set(groupIds)])
  const firstId = requested.reduce((minId, { change_id: id }) => Math.min(minId, id), Number.MAX_SAFE_INTEGER)
  const laterChanges = await writtenChanges(context)
    .where('h.member_group_id', '=', memberGroupId)
    .where('h.campaign_id', '=', anyOf(ids))
    .where('h.change_id', '>', firstId)
    .orderBy('h.change_id')
    .execute()
  const newestId = [...requested, ...laterChanges].reduce((maxId, { change_id: id }) => Math.max(maxId, id), firstId)
  const later = grouped(laterChanges, targetKey)
  return { campaigns: new Map(locked.map((campaign) => [campaign.campaign_id, campaign])), adGroups, later, newest: newestId }
}

/** Undoes changes, or previews the result in a dry run. */
export async function undoChanges(context: Context, memberGroupId: number, request: CampaignUndo): Promise<UndoneChanges> {
  const requested = await requestedChanges(context, memberGroupId, request)
  const targets = [...grouped(requested, targetKeyOfChange).values()].flatMap(targetOf)
  const forcedUpTo = request.force ? (request.seen_up_to ?? Number.MAX_SAFE_INTEGER) : 0
  const constraints = { ...(await lockUndoConstraints(context, memberGroupId, requested, targets)), forcedUpTo }
  await requireUndoPermissions(context, memberGroupId, targets, constraints.campaigns)
  const ofEntities = new Set(await entityTargets(context, memberGroupId, targets))
  const undos = await entityUndos(context, memberGroupId, [...ofEntities])
  const planned = targets.map((target) =>
    ofEntities.has(target) ? planUndoOfEntities(target, undos, constraints) : planUndo(target, constraints),
  )
  const rows = planned.map(({ row }) => row)
  const changedTargets = targets.filter((target, index) => ofEntities.has(target) && (rows[index]?.fields.length ?? 0) > 0)
  const addsEntities = ({ ad_group }: ChangedTarget) => (undos.get(ad_group?.ad_group_id ?? 0)?.toRestore ?? 0) > 0
  const grownCampaignIds = changedTargets.filter(addsEntities).map(({ campaign_id }) => campaign_id)
  const toReview = campaignsToReview(planned, constraints, grownCampaignIds)
  const isDryRun = request.dry_run ?? false
  const { changed, refused } = countsOf(rows)
  const batch = isDryRun || changed === 0 ? null : randomUUID()
  if (batch !== null) {
    await writeUndo(context, { planned, toReview, batch })
    await undoEntityChanges(context, memberGroupId, changedTargets, undos, batch)
  }
  const reviewed_again = toReview.map(({ campaign_id }) => campaign_id)
  return { rows, changed, refused, batch, is_dry_run: isDryRun, reviewed_again, seen_up_to: constraints.newest }
}

/** Campaigns that need another review, because the undo changes targeting or adds entities. */
function campaignsToReview(
  planned: readonly PlannedUndo[],
  { campaigns }: Pick<UndoConstraints, 'campaigns'>,
  grownCampaignIds: readonly number[],
): LockedCampaign[] {
  const ids = new Set([
    ...grownCampaignIds,
    ...planned.flatMap(({ row, adGroup }) => (adGroup && row.fields.some(isTargeting) ? row.campaign_id : [])),
  ])
  return [...ids]
    .flatMap((id) => campaigns.get(id) ?? [])
    .filter(({ current, constraints }) => needsNewReview(current, constraints.clientReviewsCampaigns))
}

interface UndoWrites {
  readonly planned: readonly PlannedUndo[]
  /** Campaigns that go back to review. */
  readonly toReview: readonly LockedCampaign[]
  readonly batch: string
}

async function writeUndo(context: Context, { planned, toReview, batch }: UndoWrites) {
  const reason = { kind: 'undone' as const, batch }
  const fieldWrites = planned.flatMap(({ campaign }) => campaign ?? [])
  const reviewed = new Set(toReview)
  const changed = new Set(fieldWrites.map(({ campaign }) => campaign))
  const writes = [
    ...fieldWrites.map((write) => (reviewed.has(write.campaign) ? { ...write, after: withReviewPending(write.after) } : write)),
    ...toReview.flatMap((campaign) => (changed.has(campaign) ? [] : [{ campaign, after: withReviewPending(campaign.current) }])),
  ]
  await writeCampaigns(context, writes, reason)
  await writeAdGroups(
    context,
    planned.flatMap(({ adGroup }) => adGroup ?? []),
    reason,
  )
}

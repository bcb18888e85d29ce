import { sql } from 'kysely'
import { adGroupProblem, type AdGroupState } from './edit.rules.ts'
import type { ChangedCampaign } from '../../../src/contract/campaigns/edits.ts'
import type { FieldChange } from '../../../src/contract/changes/fields.ts'
import { microsOf } from '../../../src/contract/money/money.ts'
import { campaignConstraints, adGroupConstraints, type StoredAdGroup, storedAdGroups, spentOfAdGroups } from './constraints.ts'
import { columnsOf, wireFields } from './write.ts'
import { type Fields, fieldChanges, recordChanges, beforeAndAfter } from '../changes/record.ts'
import type { LockedCampaign, HistoryReason } from '../campaigns/write.ts'
import type { Context } from '../context/context.ts'
import { updateManyVersioned } from '../sql/versioned.ts'

/** An ad group locked until the transaction ends, and the constraints that its changes must meet. */
export interface LockedAdGroup {
  readonly adGroup: StoredAdGroup
  readonly state: AdGroupState
  readonly current: Fields
  readonly constraints: ReturnType<typeof adGroupConstraints>
}
export interface AdGroupWrite {
  readonly locked: LockedAdGroup
  readonly after: AdGroupState
  readonly undo_of: number | null
}

const stateOf = ({ ad_group_id: _, advertiser_id: __, campaign_id: ___, version: ____, ...state }: StoredAdGroup): AdGroupState => state

/** Locks ad groups of campaigns that are locked already. Removed ad groups are omitted. */
export async function lockAdGroups(context: Context, memberGroupId: number, ids: readonly number[]) {
  const storedGroups = ids.length === 0 ? [] : await storedAdGroups(context, memberGroupId, ids, 'write')
  const campaignIds = storedGroups.map(({ campaign_id }) => campaign_id)
  const campaigns = await campaignConstraints(context, memberGroupId, campaignIds, 'write')
  const spent = await spentOfAdGroups(context, memberGroupId, ids)
  const locked = storedGroups.flatMap((stored): LockedAdGroup[] => {
    const campaign = campaigns.get(stored.campaign_id)
    const state = stateOf(stored)
    const constraints = campaign && adGroupConstraints(context, campaign, spent.get(stored.ad_group_id) ?? 0n)
    return constraints ? [{ adGroup: stored, state, current: wireFields(state), constraints }] : []
  })
  return new Map(locked.map((locked) => [locked.adGroup.ad_group_id, locked] as const))
}

/** The state of an ad group from the API values that history stores. */
function stateFrom(fields: Fields): AdGroupState {
  const { base_bid, budget, ...otherFields } = fields
  const state = { ...otherFields, base_bid: microsOf(String(base_bid)), budget: budget === null ? null : microsOf(String(budget)) }
  return state as AdGroupState // history stores each value with the type of its field
}

/** An ad group with restored values, validated with the rules for direct edits. */
export function planRestoredAdGroup(
  { campaign_id, currency_code, current, constraints }: LockedCampaign,
  locked: LockedAdGroup,
  restored: Fields,
) {
  const hasKnownFields = Object.keys(restored).every((field) => Object.hasOwn(locked.current, field))
  const after = hasKnownFields ? stateFrom({ ...locked.current, ...restored }) : locked.state
  const problem = hasKnownFields ? adGroupProblem(locked.state, after, locked.constraints) : { field: null, violation: { code: 'field' } }
  const fields: FieldChange[] = problem ? [] : fieldChanges(locked.current, wireFields(after))
  const isChanged = fields.length > 0
  const row: ChangedCampaign = {
    campaign_id,
    name: current.name,
    currency_code,
    currency_digits: constraints.digits,
    version: locked.adGroup.version + (isChanged ? 1 : 0),
    fields,
    ad_groups: isChanged ? 1 : 0,
    problem: problem && { code: 'not_undoable', field: problem.field, values: { reason: problem.violation.code } },
  }
  return { row, after }
}

/** The columns of an ad group that an undo restores, besides its targeting. */
const writtenColumns = {
  name: 'text',
  status: 'text',
  base_bid: 'bigint',
  budget: 'bigint?',
  budget_period: 'text?',
  pacing: 'text?',
  start_date: 'date?',
  end_date: 'date?',
} as const

/** `is_targeted` keeps the stored targeting unless it is restored, because stored targeting may be unreadable. */
const rowOf = ({ locked, after }: AdGroupWrite) => {
  const { base_bid, budget, targeting: _, ...columns } = columnsOf(after)
  const money = { base_bid: String(base_bid), budget: budget === null ? null : String(budget) }
  const is_targeted = fieldChanges(locked.current, wireFields(after)).some(({ field }) => field === 'targeting')
  return { id: locked.adGroup.ad_group_id, ...columns, ...money, new_targeting: after.targeting, is_targeted }
}

/** Writes locked ad groups. Each gets its next version and a history entry. */
export async function writeAdGroups(context: Context, writes: readonly AdGroupWrite[], reason: HistoryReason) {
  if (writes.length === 0) return
  await updateManyVersioned(context, 'ad_groups', {
    columns: writtenColumns,
    flags: { new_targeting: 'jsonb', is_targeted: 'boolean' },
    rows: writes.map(rowOf),
    computed: { targeting: sql`case when r.is_targeted then r.new_targeting else t.targeting end` },
  })
  await recordChanges(
    context,
    writes.map(({ locked: { adGroup, current }, after, undo_of }) => ({
      entity: 'ad_group' as const,
      entityId: adGroup.ad_group_id,
      campaignId: adGroup.campaign_id,
      ...reason,
      undoOf: undo_of,
      ...beforeAndAfter(fieldChanges(current, wireFields(after))),
    })),
  )
}

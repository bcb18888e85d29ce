import { type Kysely, sql } from 'kysely'
import { type BidLimits, bidLimitsRule } from '../../../src/contract/bids/bids.rules.ts'
import { adGroupAllowedRule, adGroupFieldRule } from '../../../src/contract/ad-groups/ad-groups.rules.ts'
import type { ChangeKind, LaterChange, UndoneCampaign } from '../../../src/contract/campaigns/edits.ts'
import type { FieldChange } from '../../../src/contract/changes/fields.ts'
import type { RuleResult } from '../../../src/contract/reply.ts'
import { storeEntityStates } from './entity-write.ts'
import { bulkRefusal } from '../campaigns/bulk-rows.ts'
import { userOf } from '../changes/read.ts'
import type { ChangedTarget, WrittenChange } from '../campaigns/history.ts'
import { recordChanges, beforeAndAfter } from '../changes/record.ts'
import type { LockedAdGroup } from './batch-write.ts'
import type { LockedCampaign } from '../campaigns/write.ts'
import type { Context } from '../context/context.ts'
import type { Tables } from '../tables/index.ts'

const entityKinds: readonly ChangeKind[] = ['entities_added', 'entities_removed', 'entities_bid']
/** True for a change of an ad group's entities or of their bids, and for its undo. */
export const isEntityChange = ({ kind, after }: WrittenChange) =>
  entityKinds.includes(kind) || (kind === 'undone' && (Object.hasOwn(after, 'entities') || Object.hasOwn(after, 'bids')))

/** The effect of undoing entity changes in one ad group. */
export interface EntityUndo {
  readonly ad_group_id: number
  /** Number of entities in the ad group now. */
  readonly entities: number
  /** Number of entities that another change touched later: their current state is neither the one before nor the one after the changes. */
  readonly changedLater: number
  /** Number of entities that the undo adds again, removes again, and whose bid it resets. */
  readonly toRestore: number
  readonly toRemove: number
  readonly bidsToReset: number
  /** Lowest and highest bid that the undo restores. */
  readonly least_bid: string | null
  readonly most_bid: string | null
}

export type EntityUndos = ReadonlyMap<number, EntityUndo>

/** Like `anyOf`, for bigint ids. */
const anyBigIdOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::bigint[])`

/** Queries over `state`: each entity's state before the oldest change (`was_*`), after the newest change (`is_*`), and now (`now_*`). */
const withEntityStates = (kysely: Kysely<Tables>, memberGroupId: number, changeIds: readonly number[]) =>
  kysely
    .with('chosen', (db) =>
      db
        .selectFrom('changes as h')
        .innerJoin('ad_group_entity_changes as p', (join) =>
          join
            .onRef('p.member_group_id', '=', 'h.member_group_id')
            .onRef('p.batch', '=', 'h.batch')
            .onRef('p.ad_group_id', '=', 'h.ad_group_id'),
        )
        .select(['p.ad_group_id', 'p.entity_id', 'p.was_in', 'p.was_bid', 'p.is_in', 'p.is_bid', 'h.change_id'])
        .where('h.member_group_id', '=', memberGroupId)
        .where('h.change_id', '=', anyBigIdOf(changeIds)),
    )
    .with('folded', (db) =>
      db
        .selectFrom('chosen')
        .select([
          'ad_group_id',
          'entity_id',
          sql<boolean>`(array_agg(was_in order by change_id))[1]`.as('was_in'),
          sql<number | null>`(array_agg(was_bid order by change_id))[1]`.as('was_bid'),
          sql<boolean>`(array_agg(is_in order by change_id desc))[1]`.as('is_in'),
          sql<number | null>`(array_agg(is_bid order by change_id desc))[1]`.as('is_bid'),
        ])
        .groupBy(['ad_group_id', 'entity_id']),
    )
    .with('state', (db) =>
      db
        .selectFrom('folded as f')
        .leftJoin('ad_group_entities as x', (join) =>
          join
            .onRef('x.ad_group_id', '=', 'f.ad_group_id')
            .onRef('x.entity_id', '=', 'f.entity_id')
            .on('x.member_group_id', '=', memberGroupId),
        )
        .selectAll('f')
        .select([sql<boolean>`x.entity_id is not null`.as('now_in'), 'x.bid as now_bid']),
    )

const idsOf = (targets: readonly ChangedTarget[]) => targets.flatMap(({ changes }) => changes.map(({ change_id }) => change_id))

/** Targets whose changes all have stored entity states. */
export async function entityTargets({ database: { kysely } }: Context, memberGroupId: number, targets: readonly ChangedTarget[]) {
  const rows = await kysely
    .selectFrom('changes as h')
    .select('h.change_id')
    .where('h.member_group_id', '=', memberGroupId)
    .where('h.change_id', '=', anyBigIdOf(idsOf(targets)))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('ad_group_entity_changes as p')
          .select('p.entity_id')
          .whereRef('p.member_group_id', '=', 'h.member_group_id')
          .whereRef('p.batch', '=', 'h.batch')
          .whereRef('p.ad_group_id', '=', 'h.ad_group_id'),
      ),
    )
    .execute()
  const undoableIds = new Set(rows.map(({ change_id }) => change_id))
  return targets.filter(({ changes }) => changes.every(({ change_id }) => undoableIds.has(change_id)))
}

export async function entityUndos({ database: { kysely } }: Context, memberGroupId: number, targets: readonly ChangedTarget[]) {
  const rows = await withEntityStates(kysely, memberGroupId, idsOf(targets))
    .selectFrom('state')
    .select(({ selectFrom }) => [
      'ad_group_id',
      sql<number>`(count(*) filter (where
        (now_in <> is_in or (now_in and now_bid is distinct from is_bid))
        and (now_in <> was_in or (was_in and now_bid is distinct from was_bid))
      ))::int`.as('changedLater'),
      sql<number>`(count(*) filter (where was_in and not now_in))::int`.as('toRestore'),
      sql<number>`(count(*) filter (where now_in and not was_in))::int`.as('toRemove'),
      sql<number>`(count(*) filter (where was_in and now_in and was_bid is distinct from now_bid))::int`.as('bidsToReset'),
      sql<string | null>`(min(was_bid) filter (where was_bid is distinct from now_bid))::text`.as('least_bid'),
      sql<string | null>`(max(was_bid) filter (where was_bid is distinct from now_bid))::text`.as('most_bid'),
      selectFrom('ad_group_entities as x')
        .select(({ fn }) => fn.countAll<number>().as('entities'))
        .where('x.member_group_id', '=', memberGroupId)
        .whereRef('x.ad_group_id', '=', 'state.ad_group_id')
        .$asScalar()
        .$notNull()
        .as('entities'),
    ])
    .groupBy('ad_group_id')
    .execute()
  return new Map(rows.map((row): [number, EntityUndo] => [row.ad_group_id, row]))
}

/** Later entity changes of the ad group. */
const laterChanges = ({ changes }: ChangedTarget, later: readonly WrittenChange[]): LaterChange[] => {
  const lastId = changes.at(-1)?.change_id ?? 0
  const chosenIds = new Set(changes.map(({ change_id }) => change_id))
  return later
    .filter((change) => change.change_id > lastId && !chosenIds.has(change.change_id) && isEntityChange(change))
    .map((change) => {
      const field = Object.hasOwn(change.after, 'bids') ? 'bids' : 'entities'
      const { change_id, after } = change
      // `campaign_change_id` is the wire name, also for changes of ad groups.
      return { field, campaign_change_id: change_id, at: change.at.toISOString(), user: userOf(change), value: after[field] ?? null }
    })
}

const bidRule = (limits: BidLimits, bid: string | null): RuleResult => bid === null || bidLimitsRule(BigInt(bid), limits)

/** The rules for adding entities and setting bids, which the undo must meet. Entity bids close together with the ad group's base bid. */
function undoRule(
  { toRestore, bidsToReset, least_bid, most_bid }: EntityUndo,
  { campaign, limits }: LockedAdGroup['constraints'],
): RuleResult {
  const results = [
    toRestore === 0 || adGroupAllowedRule(campaign),
    bidsToReset === 0 || adGroupFieldRule('base_bid', undefined, campaign),
    bidRule(limits, least_bid),
    bidRule(limits, most_bid),
  ]
  return results.find((ruleResult) => ruleResult !== true) ?? true
}

const fieldChangesOf = ({ entities, toRestore, toRemove, bidsToReset }: EntityUndo): FieldChange[] => [
  ...(toRestore + toRemove > 0 ? [{ field: 'entities', before: entities, after: entities + toRestore - toRemove }] : []),
  ...(bidsToReset > 0 ? [{ field: 'bids', before: null, after: bidsToReset }] : []),
]

export interface EntityUndoConstraints {
  readonly campaign: LockedCampaign | undefined
  readonly adGroup: LockedAdGroup | undefined
  readonly later: readonly WrittenChange[]
  /** Later changes up to this id are overwritten; 0 for none. */
  readonly forcedUpTo: number
}

/** The result row of undoing an ad group's entity changes. Its `problem` tells what prevents the undo. */
export function planEntityUndo(
  target: ChangedTarget,
  undo: EntityUndo | undefined,
  { campaign, adGroup, later, forcedUpTo }: EntityUndoConstraints,
): UndoneCampaign {
  const { campaign_id, ad_group } = target
  // A row without changes has the fields of a refusal, but no problem.
  const result = (values: Partial<UndoneCampaign>): UndoneCampaign => ({
    ...bulkRefusal(campaign_id, 'not_found', campaign),
    problem: null,
    ad_group,
    changed_since: [],
    ...values,
  })
  if (!campaign || !adGroup || !undo) return { ...bulkRefusal(campaign_id, 'not_found', campaign), ad_group, changed_since: [] }
  const since = undo.changedLater > 0 ? laterChanges(target, later) : []
  const isForced = forcedUpTo > 0 && !since.some(({ campaign_change_id }) => campaign_change_id > forcedUpTo)
  if (undo.changedLater > 0 && !isForced) return { ...bulkRefusal(campaign_id, 'changed_since', campaign), ad_group, changed_since: since }
  const ruleResult = undoRule(undo, adGroup.constraints)
  if (ruleResult !== true) return result({ problem: { code: 'not_undoable', field: 'entities', values: { reason: ruleResult.code } } })
  const fields = fieldChangesOf(undo)
  return result({ fields, ad_groups: fields.length > 0 ? 1 : 0, changed_since: since })
}

/** Undoes entity changes of locked ad groups, with one history entry for each ad group. */
export async function undoEntityChanges(
  context: Context,
  memberGroupId: number,
  targets: readonly ChangedTarget[],
  undos: EntityUndos,
  batch: string,
) {
  if (targets.length === 0) return
  const { kysely } = context.database
  await withEntityStates(kysely, memberGroupId, idsOf(targets))
    .with('stored_states', (db) =>
      storeEntityStates(
        kysely,
        memberGroupId,
        batch,
        db
          .selectFrom('state')
          .select(['ad_group_id', 'entity_id', 'now_in as was_in', 'now_bid as was_bid', 'was_in as is_in', 'was_bid as is_bid'])
          .where(sql<boolean>`now_in <> was_in or (was_in and now_bid is distinct from was_bid)`),
      ),
    )
    .with('deleted', (db) =>
      db
        .deleteFrom('ad_group_entities as x')
        .using('state as s')
        .where('x.member_group_id', '=', memberGroupId)
        .whereRef('x.ad_group_id', '=', 's.ad_group_id')
        .whereRef('x.entity_id', '=', 's.entity_id')
        .where('s.was_in', '=', false),
    )
    .with('inserted', (db) =>
      db
        .insertInto('ad_group_entities')
        .columns(['member_group_id', 'advertiser_id', 'campaign_id', 'ad_group_id', 'added_at', 'entity_id', 'bid'])
        .expression(({ selectFrom }) =>
          selectFrom('state as s')
            .innerJoin('ad_groups as g', 'g.ad_group_id', 's.ad_group_id')
            .select([
              'g.member_group_id',
              'g.advertiser_id',
              'g.campaign_id',
              'g.ad_group_id',
              sql<Date>`${context.now()}::timestamptz`.as('added_at'),
              's.entity_id',
              's.was_bid',
            ])
            .where('g.member_group_id', '=', memberGroupId)
            .where('s.was_in', '=', true)
            .where('s.now_in', '=', false),
        ),
    )
    .updateTable('ad_group_entities as x')
    .from('state as s')
    .set(({ ref }) => ({ bid: ref('s.was_bid') }))
    .where('x.member_group_id', '=', memberGroupId)
    .whereRef('x.ad_group_id', '=', 's.ad_group_id')
    .whereRef('x.entity_id', '=', 's.entity_id')
    .where('s.was_in', '=', true)
    .where('x.bid', 'is distinct from', ({ ref }) => ref('s.was_bid'))
    .execute()
  const changes = targets.map(({ campaign_id, ad_group, changes: chosenChanges }) => {
    const ad_group_id = ad_group?.ad_group_id ?? 0
    const undo = undos.get(ad_group_id)
    const fields = undo ? fieldChangesOf(undo) : []
    return {
      entity: 'ad_group' as const,
      entityId: ad_group_id,
      campaignId: campaign_id,
      kind: 'undone' as const,
      batch,
      undoOf: chosenChanges.at(-1)?.change_id ?? null,
      ...beforeAndAfter(fields),
    }
  })
  await recordChanges(context, changes)
}

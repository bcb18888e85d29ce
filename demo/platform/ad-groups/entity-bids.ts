import { randomUUID } from 'node:crypto'
import { type Expression, sql } from 'kysely'
import type { adGroupEntities } from '../../../src/contract/ad-groups/entities.ts'
import { adGroupFieldRule } from '../../../src/contract/ad-groups/ad-groups.rules.ts'
import { bidLimitsRule } from '../../../src/contract/bids/bids.rules.ts'
import type { Call } from '../../../src/contract/endpoint.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { storeEntityStates, requireBidsInLimits, requireExistingPairs, pairKey } from './entity-write.ts'
import { groupIds, type LockedGroups, lockGroups, lockSelection, isInSelection, type Pair, pairTable } from './entity-pairs.ts'
import { adGroupRefusal } from './constraints.ts'
import { type RecordedChange, recordChanges } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { grouped } from '../collections/grouped.ts'
import type { Handlers } from '../http/implement.ts'
import { refuseField, staleVersion } from '../context/refusal.ts'
import { anyOf, recordset } from '../sql/pieces.ts'

type EntityHandlers = Handlers<typeof adGroupEntities>
type Bids = Call<typeof adGroupEntities.bid>['body']['entities']

/** A history entry lists at most this many bids. With more bids it stores only their number. */
const maxListedBids = 100
interface BidChange extends Pair {
  readonly before: string | null
  readonly after: string | null
}
/** A history entry with the number of changed bids in an ad group. */
const bidCount = (groups: LockedGroups, ad_group_id: number, count: number): RecordedChange => ({
  entity: 'ad_group',
  entityId: ad_group_id,
  campaignId: groups.get(ad_group_id)?.campaign_id ?? 0,
  kind: 'entities_bid',
  before: { bids: null },
  after: { bids: count },
})

function bidHistory(groups: LockedGroups, changes: readonly BidChange[], batch: string): RecordedChange[] {
  return [...grouped(changes, ({ ad_group_id }) => ad_group_id)].map(([ad_group_id, groupChanges]) => {
    const bidsById = (when: 'before' | 'after') =>
      Object.fromEntries(groupChanges.map((change) => [change.entity_id, change[when] && decimalOf(BigInt(change[when]))]))
    const listed = { before: { bids: bidsById('before') }, after: { bids: bidsById('after') } }
    return { ...bidCount(groups, ad_group_id, groupChanges.length), batch, ...(groupChanges.length <= maxListedBids && listed) }
  })
}

/** Bids in ended campaigns cannot change. */
function requireBidsOpen(groups: LockedGroups) {
  for (const { campaign } of groups.values()) {
    const result = adGroupFieldRule('base_bid', undefined, campaign)
    if (result !== true) throw adGroupRefusal({ field: 'bid', violation: result })
  }
}

/** Locks the rows and returns their current bids. Throws a `stale` refusal if a bid differs from its `seen_bid`. */
async function lockBids({ database: { kysely } }: Context, memberGroupId: number, entities: Bids) {
  const rows = await kysely
    .selectFrom('ad_group_entities as x')
    .innerJoin(pairTable(entities), (join) =>
      join.onRef('x.ad_group_id', '=', 'pair.ad_group_id').onRef('x.entity_id', '=', 'pair.entity_id'),
    )
    .select(['x.ad_group_id', 'x.entity_id', sql<string | null>`x.bid::text`.as('bid')])
    .where('x.member_group_id', '=', memberGroupId)
    .orderBy('x.ad_group_id')
    .orderBy('x.entity_id')
    .forUpdate('x')
    .execute()
  const currentBids = new Map(rows.map((row) => [pairKey(row), row.bid] as const))
  requireExistingPairs(entities, new Set(currentBids.keys()))
  const isStale = entities.some((entity) => {
    const expected = entity.seen_bid
    return expected !== undefined && (expected === null ? null : String(microsOf(expected))) !== currentBids.get(pairKey(entity))
  })
  if (isStale) throw staleVersion('Bid')
  return currentBids
}

/** Refuses a request that sets two bids for one entity. */
function requireUniquePairs(pairs: readonly Pair[]) {
  const keys = new Set<string>()
  pairs.forEach((pair, index) => {
    if (keys.has(pairKey(pair))) throw refuseField(`entities.${index}.entity_id`, 'Each entity can be listed only once')
    keys.add(pairKey(pair))
  })
}

/** Sets bids of entities, or resets them to the ad group's bid. */
export const bid: EntityHandlers['bid'] = async ({ body: { entities } }, context) => {
  requireUniquePairs(entities)
  const { memberGroupId, groups } = await lockGroups(context, groupIds(entities))
  requireBidsOpen(groups)
  const bids = entities.map((entity) => (entity.bid === undefined ? null : microsOf(entity.bid)))
  for (const [index, { ad_group_id }] of entities.entries()) {
    const limits = groups.get(ad_group_id)?.campaign.limits
    if (limits) requireBidsInLimits([bids[index] ?? null], limits, () => `entities.${index}.bid`)
  }
  const currentBids = await lockBids(context, memberGroupId, entities)
  const changes = entities.flatMap(({ ad_group_id, entity_id }, index): BidChange[] => {
    const before = currentBids.get(pairKey({ ad_group_id, entity_id })) ?? null
    const after = bids[index]?.toString() ?? null
    return before === after ? [] : [{ ad_group_id, entity_id, before, after }]
  })
  return writeBids(context, { memberGroupId, groups }, changes)
}

/** The state of each entity `x` before and after its bid changes, with the names of the stored columns (see EntityState). */
const bidStates = (newBid: Expression<number | null>) =>
  [
    'x.ad_group_id',
    'x.entity_id',
    sql<boolean>`true`.as('was_in'),
    'x.bid as was_bid',
    sql<boolean>`true`.as('is_in'),
    sql<number | null>`${newBid}`.as('is_bid'),
  ] as const

/** Writes bids of locked ad groups, with one history entry for each ad group. */
async function writeBids(
  context: Context,
  { memberGroupId, groups }: Awaited<ReturnType<typeof lockGroups>>,
  changes: readonly BidChange[],
) {
  if (changes.length === 0) return { changed: 0, batch: null }
  const batch = randomUUID()
  const { kysely } = context.database
  const rows = changes.map(({ ad_group_id, entity_id, after }) => ({ ad_group_id, entity_id, bid: after }))
  const bids = recordset('pair', { ad_group_id: 'int', entity_id: 'int', bid: 'bigint?' }, rows)
  const states = kysely
    .selectFrom('ad_group_entities as x')
    .innerJoin(bids, (join) => join.onRef('x.ad_group_id', '=', 'pair.ad_group_id').onRef('x.entity_id', '=', 'pair.entity_id'))
    .select(({ ref }) => bidStates(ref('pair.bid')))
    .where('x.member_group_id', '=', memberGroupId)
  await kysely
    .with('stored_states', () => storeEntityStates(kysely, memberGroupId, batch, states))
    .updateTable('ad_group_entities as x')
    .from(bids)
    .set(({ ref }) => ({ bid: ref('pair.bid') }))
    .where('x.member_group_id', '=', memberGroupId)
    .whereRef('x.ad_group_id', '=', 'pair.ad_group_id')
    .whereRef('x.entity_id', '=', 'pair.entity_id')
    .execute()
  await recordChanges(context, bidHistory(groups, changes, batch))
  return { changed: changes.length, batch }
}

/** Sets one bid for all matching entities of an ad group or a campaign. */
export const bidAll: EntityHandlers['bidAll'] = async ({ body }, context) => {
  const locked = await lockSelection(context, body)
  const { memberGroupId, groups } = locked
  requireBidsOpen(groups)
  const micros = body.bid === undefined ? null : microsOf(body.bid)
  for (const { campaign } of groups.values()) {
    const result = micros === null ? true : bidLimitsRule(micros, campaign.limits)
    if (result !== true) throw adGroupRefusal({ field: 'bid', violation: result })
  }
  const batch = randomUUID()
  const { kysely } = context.database
  const newBid = sql<number | null>`${micros}::bigint`
  const states = kysely
    .selectFrom(['ad_group_entities as x', 'entities as e'])
    .select(bidStates(newBid))
    .where(isInSelection(locked, body))
    .where('x.bid', 'is distinct from', newBid)
  const rows = await kysely
    .with('stored_states', () => storeEntityStates(kysely, memberGroupId, batch, states).returning(['ad_group_id', 'entity_id']))
    .with('updated', (db) =>
      db
        .updateTable('ad_group_entities as x')
        .from('stored_states')
        .set({ bid: newBid })
        .where('x.member_group_id', '=', memberGroupId)
        .whereRef('x.ad_group_id', '=', 'stored_states.ad_group_id')
        .whereRef('x.entity_id', '=', 'stored_states.entity_id')
        .returning('x.ad_group_id'),
    )
    .selectFrom('updated')
    .select(({ fn }) => ['ad_group_id', fn.countAll<number>().as('changed')])
    .groupBy('ad_group_id')
    .orderBy('ad_group_id')
    .execute()
  await recordChanges(context, await selectionHistory(context, locked, rows, batch))
  return { changed: rows.reduce((sum, { changed }) => sum + changed, 0), batch: rows.length > 0 ? batch : null }
}

/** History entries by ad group: the bids if there are at most `maxListedBids`, otherwise their number. */
async function selectionHistory(
  { database: { kysely } }: Context,
  { memberGroupId, groups }: Awaited<ReturnType<typeof lockGroups>>,
  counts: readonly { readonly ad_group_id: number; readonly changed: number }[],
  batch: string,
): Promise<RecordedChange[]> {
  const listedGroups = counts.filter(({ changed }) => changed <= maxListedBids).map(({ ad_group_id }) => ad_group_id)
  const rows = await kysely
    .selectFrom('ad_group_entity_changes')
    .select(['ad_group_id', 'entity_id', sql<string | null>`was_bid::text`.as('before'), sql<string | null>`is_bid::text`.as('after')])
    .where('member_group_id', '=', memberGroupId)
    .where('batch', '=', batch)
    .where('ad_group_id', '=', anyOf(listedGroups))
    .execute()
  const countedGroups = counts.flatMap(({ ad_group_id, changed }): RecordedChange[] =>
    changed <= maxListedBids ? [] : [{ ...bidCount(groups, ad_group_id, changed), batch }],
  )
  return [...bidHistory(groups, rows, batch), ...countedGroups]
}

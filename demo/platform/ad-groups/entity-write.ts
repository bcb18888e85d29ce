import { sql, type Expression, type Kysely } from 'kysely'
import { type BidLimits, bidLimitsRule } from '../../../src/contract/bids/bids.rules.ts'
import { adGroupRefusal } from './constraints.ts'
import type { Context } from '../context/context.ts'
import { refuseField } from '../context/refusal.ts'
import { recordset, type SqlCondition } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

export interface AdGroupIds {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly campaign_id: number
  readonly ad_group_id: number
}

/** Throws for the first bid outside the client's limits. */
export function requireBidsInLimits(bids: readonly (bigint | null)[], limits: BidLimits, pathOf: (index: number) => string) {
  bids.forEach((bid, index) => {
    const result = bid === null ? true : bidLimitsRule(bid, limits)
    if (result !== true) throw adGroupRefusal({ field: pathOf(index), violation: result })
  })
}

const columns = ['member_group_id', 'advertiser_id', 'campaign_id', 'ad_group_id', 'added_at', 'entity_id', 'bid'] as const
/** The columns that all entities of one insertion share, in the order of `columns`. */
const sharedValues = ({ member_group_id, advertiser_id, campaign_id, ad_group_id }: AdGroupIds, now: Date) =>
  [
    sql<number>`${member_group_id}::int`.as('member_group_id'),
    sql<number>`${advertiser_id}::int`.as('advertiser_id'),
    sql<number>`${campaign_id}::int`.as('campaign_id'),
    sql<number>`${ad_group_id}::int`.as('ad_group_id'),
    sql<Date>`${now}::timestamptz`.as('added_at'),
  ] as const

/** Inserts entities into an ad group. Entities of other advertisers are skipped; returns the number inserted. */
export async function insertEntities(
  { database: { kysely }, now }: Context,
  adGroup: AdGroupIds,
  bids: ReadonlyMap<number, bigint | null>,
) {
  if (bids.size === 0) return 0
  const newRows = recordset(
    'new_rows',
    { entity_id: 'int', bid: 'bigint?' },
    [...bids].map(([entity_id, bid]) => ({ entity_id, bid: bid === null ? null : String(bid) })),
  )
  const { numInsertedOrUpdatedRows = 0n } = await kysely
    .insertInto('ad_group_entities')
    .columns(columns)
    .expression(({ selectFrom }) =>
      selectFrom(newRows)
        .innerJoin('entities as e', 'e.entity_id', 'new_rows.entity_id')
        .select([...sharedValues(adGroup, now()), 'e.entity_id', 'new_rows.bid'])
        .where('e.member_group_id', '=', adGroup.member_group_id)
        .where('e.advertiser_id', '=', adGroup.advertiser_id),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}

/**
 * Adds the matching entities that are not in the ad group yet, at the ad group's bid. Returns the number of matches and of new
 * entities.
 */
export async function addEntities({ database: { kysely }, now }: Context, adGroup: AdGroupIds, condition: SqlCondition, batch: string) {
  const matching = kysely
    .selectFrom('entities as e')
    .where('e.member_group_id', '=', adGroup.member_group_id)
    .where('e.advertiser_id', '=', adGroup.advertiser_id)
    .where(condition)
  const noBid = sql<null>`null::bigint`
  const insertion = kysely
    .insertInto('ad_group_entities')
    .columns(columns)
    .expression(matching.select([...sharedValues(adGroup, now()), 'e.entity_id', noBid.as('bid')]))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['ad_group_id', 'entity_id'])
  return kysely
    .with('inserted', () => insertion)
    .with('stored_states', (db) =>
      storeEntityStates(
        kysely,
        adGroup.member_group_id,
        batch,
        db
          .selectFrom('inserted')
          .select([
            'ad_group_id',
            'entity_id',
            sql<boolean>`false`.as('was_in'),
            noBid.as('was_bid'),
            sql<boolean>`true`.as('is_in'),
            noBid.as('is_bid'),
          ]),
      ),
    )
    .selectNoFrom(({ selectFrom }) => [
      matching
        .select(({ fn }) => fn.countAll<number>().as('entities'))
        .$asScalar()
        .$notNull()
        .as('matching'),
      selectFrom('inserted')
        .select(({ fn }) => fn.countAll<number>().as('entities'))
        .$asScalar()
        .$notNull()
        .as('added'),
    ])
    .executeTakeFirstOrThrow()
}

/** Throws for the first pair that does not exist. */
export function requireExistingPairs(pairs: readonly { ad_group_id: number; entity_id: number }[], existing: ReadonlySet<string>) {
  const missing = pairs.findIndex((pair) => !existing.has(pairKey(pair)))
  if (missing >= 0) throw refuseField(`entities.${missing}.entity_id`, 'Choose an entity of this ad group')
}
/** Map key of a pair. */
export const pairKey = ({ ad_group_id, entity_id }: { readonly ad_group_id: number; readonly entity_id: number }) =>
  `${ad_group_id} ${entity_id}`

/** An entity of an ad group before and after a change, with the names of the stored columns. */
export interface EntityState {
  readonly ad_group_id: number
  readonly entity_id: number
  /** Whether the ad group had the entity before the change. */
  readonly was_in: boolean
  /** The bid before the change in micros; null is the ad group's bid. */
  readonly was_bid: number | null
  /** Whether the ad group has the entity after the change. */
  readonly is_in: boolean
  /** The bid after the change in micros; null is the ad group's bid. */
  readonly is_bid: number | null
}

/** Stores each entity's state before and after a change, so that the change can be undone. `states` is a query. */
export const storeEntityStates = (kysely: Kysely<Tables>, memberGroupId: number, batch: string, states: Expression<EntityState>) =>
  kysely
    .insertInto('ad_group_entity_changes')
    .columns(['member_group_id', 'batch', 'ad_group_id', 'entity_id', 'was_in', 'was_bid', 'is_in', 'is_bid'])
    .expression(({ selectFrom }) =>
      selectFrom(sql<EntityState>`${states}`.as('states')).select([
        sql<number>`${memberGroupId}::int`.as('member_group_id'),
        sql<string>`${batch}::text`.as('batch'),
        'states.ad_group_id',
        'states.entity_id',
        'states.was_in',
        'states.was_bid',
        'states.is_in',
        'states.is_bid',
      ]),
    )

/** Deletes stored states of batches older than `changedBefore`. The recursive query jumps from one batch to the next in the index. */
export const sweepEntityChanges = (kysely: Kysely<Tables>, changedBefore: Date) =>
  sql`
    with recursive batches as (
      (select member_group_id, batch from ad_group_entity_changes order by member_group_id, batch limit 1)
      union all
      select next.member_group_id, next.batch
      from batches
      cross join lateral (
        select p.member_group_id, p.batch from ad_group_entity_changes p
        where (p.member_group_id, p.batch) > (batches.member_group_id, batches.batch)
        order by p.member_group_id, p.batch limit 1
      ) as next
    ),
    old as (
      select batches.* from batches
      where not exists (
        select from changes h
        where h.member_group_id = batches.member_group_id and h.batch = batches.batch and h.at >= ${changedBefore}::timestamptz
      )
    )
    delete from ad_group_entity_changes p
    using old
    where p.member_group_id = old.member_group_id and p.batch = old.batch`.execute(kysely)

import { type Expression, type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/index.ts'

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

import { type Kysely, sql } from 'kysely'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import type { JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'
import { isOverSql } from './orders.ts'
import { limitInForceSql } from './raised.ts'

/** SQL: the advertiser of the order `o` has spent its limit with all that was approved. */
const isSpentSql = sql<boolean>`exists (select from spend_limits l join advertiser_balances b using (member_group_id, advertiser_id)
  where l.member_group_id = o.member_group_id and l.advertiser_id = o.advertiser_id and b.spent - b.invoiced >= ${limitInForceSql})`

/** Ends approved orders that are spent, and orders whose campaign is over. */
export async function endSpendOrders(kysely: Kysely<Tables>, now: Date): Promise<void> {
  await kysely
    .updateTable('pending_spend_orders as o')
    .set(({ eb }) => ({ status_id: orderStatusIds.ended, closed_at: now, version: eb('o.version', '+', 1) }))
    .where('o.status_id', '<=', orderStatusIds.approved)
    .where(({ eb, or, and }) => or([isOverSql, and([eb('o.status_id', '=', orderStatusIds.approved), isSpentSql])]))
    .execute()
}

export const spendOrdersJob: JobKind = {
  everyMs: 60_000,
  run: (_, { database, now }) => endSpendOrders(database.kysely, now()),
}

import { expressionBuilder, type Kysely, sql } from 'kysely'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import type { JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'
import { bookCreditLines } from './credit-line.ts'
import { raisedLimitSql } from './raised.ts'

const order = expressionBuilder<Tables & { o: Tables['pending_spend_orders'] }, 'o'>()

/** SQL: the campaign of the order `o` is over or removed. */
const isOverSql = order.not(
  order.exists(
    order
      .selectFrom('campaigns as c')
      .select('c.campaign_id')
      .whereRef('c.member_group_id', '=', 'o.member_group_id')
      .whereRef('c.campaign_id', '=', 'o.campaign_id')
      .where('c.deleted_at', 'is', null)
      .where('c.status', 'not in', ['ended', 'archived']),
  ),
)

/** SQL: the advertiser of the order `o` has spent its limit with all that was approved. */
const isSpentSql = order.exists(
  order
    .selectFrom('spend_limits as l')
    .innerJoin('advertiser_balances as b', sameAdvertiser('b', 'l'))
    .select('l.spend_limit_id')
    .whereRef('l.member_group_id', '=', 'o.member_group_id')
    .whereRef('l.advertiser_id', '=', 'o.advertiser_id')
    .where(sql<boolean>`b.spent - b.invoiced >= ${raisedLimitSql}`),
)

/** Ends the orders of an advertiser whose limit is removed, so that a later limit is not raised by them. */
export async function endOrdersOf(kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey, now: Date): Promise<void> {
  await kysely
    .updateTable('pending_spend_orders')
    .set(({ eb }) => ({ status_id: orderStatusIds.ended, closed_at: now, version: eb('version', '+', 1) }))
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('status_id', '<=', orderStatusIds.approved)
    .execute()
}

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
  run: async (_, { database, now }) => {
    await endSpendOrders(database.kysely, now())
    await bookCreditLines(database.kysely, now())
  },
}

import { expressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import type { Tables } from '../tables/index.ts'

const approvedOver = expressionBuilder<Tables & { l: Tables['spend_limits'] }, 'l'>()
  .selectFrom('pending_spend_orders as so')
  .select(({ fn }) => fn.sum('so.over').as('over'))
  .whereRef('so.member_group_id', '=', 'l.member_group_id')
  .whereRef('so.advertiser_id', '=', 'l.advertiser_id')
  .where('so.status_id', '=', sql.lit(orderStatusIds.approved))

/** SQL: what approved spend orders raise the limit with the alias `l` by, in micros. */
export const raisedSql: RawBuilder<number> = sql<number>`coalesce(${approvedOver}, 0)::bigint`

/** SQL: the limit with what was approved, also while an overdue invoice sets it to 0. */
export const raisedLimitSql: RawBuilder<number | null> = sql<number | null>`(l.amount + ${raisedSql})`

/** SQL: the limit in force; null without a limit. */
export const limitInForceSql: RawBuilder<number | null> = sql<
  number | null
>`case when l.overdue_invoice_id is null then ${raisedLimitSql} else 0 end`

/** SQL: what the limit `l` has left, with the balance `b` of its advertiser; below 0 if it is exceeded. */
export const limitLeftSql: RawBuilder<string> = sql<string>`(${limitInForceSql} - coalesce(b.spent - b.invoiced, 0))`

/** SQL: what is left of the credit of the limit `l` in the balance `b`. */
export const creditLeftSql: RawBuilder<string> = sql<string>`greatest(least(l.credit - (b.spent - b.invoiced), b.balance), 0)`

const limitFrom = (kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey) =>
  kysely
    .selectFrom('spend_limits as l')
    .leftJoin('advertiser_balances as b', sameAdvertiser('b', 'l'))
    .where('l.member_group_id', '=', member_group_id)
    .where('l.advertiser_id', '=', advertiser_id)

/** What an advertiser’s limit has left; null without a limit. */
export async function limitLeftOf(kysely: Kysely<Tables>, key: AdvertiserKey): Promise<bigint | null> {
  const limit = await limitFrom(kysely, key).select(sql<string>`${limitLeftSql}::text`.as('left')).executeTakeFirst()
  return limit === undefined ? null : BigInt(limit.left)
}

/** What is left of an advertiser’s credit line in its balance; 0 without a limit. */
export async function creditLeftOf(kysely: Kysely<Tables>, key: AdvertiserKey): Promise<bigint> {
  const limit = await limitFrom(kysely, key).select(sql<string>`${creditLeftSql}::text`.as('left')).executeTakeFirst()
  return BigInt(limit?.left ?? 0)
}

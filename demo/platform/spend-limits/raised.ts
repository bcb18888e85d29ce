import { type RawBuilder, sql } from 'kysely'
import { orderStatusIds } from '../../../src/contract/statuses.ts'

/** SQL: what approved spend orders raise the limit with the alias `l` by, in micros. */
export const raisedSql: RawBuilder<number> = sql<number>`coalesce((select sum(so."over") from pending_spend_orders so
  where so.member_group_id = l.member_group_id and so.advertiser_id = l.advertiser_id
    and so.status_id = ${sql.lit(orderStatusIds.approved)}), 0)::bigint`

/** SQL: the limit in force, with what was approved; null without a limit. */
export const limitInForceSql: RawBuilder<number | null> = sql<number | null>`(l.amount + ${raisedSql})`

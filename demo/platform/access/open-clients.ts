import { type RawBuilder, sql } from 'kysely'
import { closedClientStatuses } from '../../../src/contract/statuses.ts'

const isClosed = sql`status = any(${[...closedClientStatuses]}::text[])`

/** Whether a client is there, and its people are let in. */
export const isOpenClient = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from member_groups where member_groups.member_group_id = ${id} and not (${isClosed}))`

const clientOf = (table: string, column: string) =>
  sql`(select member_group_id from ${sql.table(table)} listed where ${sql.ref(`listed.${column}`)} = thing_id)`

/** Whether what somebody's list names lies in such a client. */
export const isOpenThing = isOpenClient(
  sql`case kind when 'client' then thing_id when 'advertiser_group' then ${clientOf('advertiser_groups', 'advertiser_group_id')} else ${clientOf('advertisers', 'advertiser_id')} end`,
)

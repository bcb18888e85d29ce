import { type RawBuilder, sql } from 'kysely'
import type { Access } from '../../../src/contract/access/access.rules.ts'
import type { Result } from '../../../src/contract/endpoint.ts'
import type { users } from '../../../src/contract/users/users.ts'
import { opensRow } from '../access/advertiser-scope.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { type ListQuery, type ListFields, listOrder, listPage, listWhere } from '../sql/list.ts'
import { accessFor } from '../access/user-scope.ts'
import { userWithin, usersWithin } from './read.ts'

type Reports = Pick<Handlers<typeof users>, 'report' | 'clientReport' | 'advertiserReport' | 'advertisersReport'>

const listed = (condition: RawBuilder<unknown>) =>
  sql`exists (select from user_access here where here.user_id = users.user_id and (${condition}))`

/** Users whose access lists name the client, or an advertiser or group of it. */
const atClient = (id: number) =>
  listed(sql`(kind = 'client' and thing_id = ${id})
    or (kind = 'advertiser_group' and thing_id in (select advertiser_group_id from advertiser_groups where member_group_id = ${id}))
    or (kind = 'advertiser' and thing_id in (select advertiser_id from advertisers where member_group_id = ${id}))`)

/** Users whose access lists name the advertiser or its group. */
const atAdvertiser = (id: number) =>
  listed(sql`(kind = 'advertiser' and thing_id = ${id})
    or (kind = 'advertiser_group' and thing_id = (select advertiser_group_id from advertisers where advertiser_id = ${id}))`)

const fields: ListFields = {
  advertiser_id: { column: sql.ref('a.advertiser_id'), type: 'integer' },
  name: { column: sql.ref('a.name'), type: 'text' },
  status: { column: sql.ref('a.status'), type: 'text' },
  member_group_id: { column: sql.ref('a.member_group_id'), type: 'integer' },
  member_group_name: { column: sql.ref('m.name'), type: 'text' },
  advertiser_group_id: { column: sql.ref('a.advertiser_group_id'), type: 'integer' },
}

type Reached = Result<typeof users.advertisersReport>

/** Advertisers that every one of the access lists covers. */
async function advertisersOf({ database: { kysely } }: Context, lists: readonly Access[], asked: ListQuery): Promise<Reached> {
  const open = sql.join(
    lists.map((access) => opensRow(access)),
    sql` and `,
  )
  const where = sql`from advertisers a join member_groups m on m.member_group_id = a.member_group_id where a.deleted_at is null and ${open} and (${listWhere(fields, asked.filters)})`
  const order = listOrder(fields, asked.sort, sql.ref('a.advertiser_id'))
  const { rows } = await sql<Reached['advertisers'][number]>`
    select a.advertiser_id, a.name, a.status, a.member_group_id, m.name as member_group_name, a.advertiser_group_id
    ${where} order by ${order} ${listPage(asked.pagination)}`.execute(kysely)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${where}`.execute(kysely)
  return { advertisers: rows, total: counted.rows[0]?.total ?? 0 }
}

/** Lists of users and of their advertisers, limited to the caller's own access. */
export const userReports: Reports = {
  report: async ({ body }, { database, caller }) => usersWithin(database, await accessFor(database, caller, 'users.read'), body),
  clientReport: async ({ path, body }, { database, caller }) =>
    usersWithin(database, await accessFor(database, caller, 'users.read'), body, atClient(path.memberGroupId)),
  advertiserReport: async ({ path, body }, { database, caller }) =>
    usersWithin(database, await accessFor(database, caller, 'users.read'), body, atAdvertiser(path.advertiserId)),
  advertisersReport: async ({ body: { user_id, ...asked } }, context) => {
    const own = await accessFor(context.database, context.caller, 'users.read')
    if (user_id === undefined || user_id === context.caller.person?.user_id) return advertisersOf(context, [own], asked)
    const { access } = await userWithin(context.database, own, user_id)
    return advertisersOf(context, [own, access], asked)
  },
}

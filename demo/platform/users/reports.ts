import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Access } from '../../../src/contract/access/access.rules.ts'
import type { Result } from '../../../src/contract/endpoint.ts'
import type { users } from '../../../src/contract/users/users.ts'
import { advertiserAccessibleSql } from '../access/advertiser-scope.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import type { ListQuery, ListFields } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'
import { accessFor } from '../access/user-scope.ts'
import { userWithin, usersWithin } from './read.ts'
import type { Tables } from '../tables/index.ts'

type Reports = Pick<Handlers<typeof users>, 'report' | 'clientReport' | 'advertiserReport' | 'groupReport' | 'advertisersReport'>

const user = expressionBuilder<Tables, 'users'>()
const entry = expressionBuilder<Tables & { entry: Tables['user_access'] }, 'entry'>()

/** SQL condition: one of the user's access list entries meets the condition. */
const hasEntry = (...conditions: readonly Expression<SqlBool>[]) =>
  user.exists(
    user
      .selectFrom('user_access as entry')
      .whereRef('entry.user_id', '=', 'users.user_id')
      .where(({ or }) => or([...conditions])),
  )

/** Users whose access lists name the client, or an advertiser or group of it. */
const atClient = (id: number) => {
  const groups = entry.selectFrom('advertiser_groups').select('advertiser_group_id').where('member_group_id', '=', id)
  const advertisers = entry.selectFrom('advertisers').select('advertiser_id').where('member_group_id', '=', id)
  return hasEntry(
    entry('entry.kind', '=', 'client').and('entry.thing_id', '=', id),
    entry('entry.kind', '=', 'advertiser_group').and('entry.thing_id', 'in', groups),
    entry('entry.kind', '=', 'advertiser').and('entry.thing_id', 'in', advertisers),
  )
}

/** Users whose access lists name the group. */
const atGroup = (id: number) => hasEntry(entry('entry.kind', '=', 'advertiser_group').and('entry.thing_id', '=', id))

/** Users whose access lists name the advertiser or its group. */
const atAdvertiser = (id: number) => {
  const group = entry.selectFrom('advertisers').select('advertiser_group_id').where('advertiser_id', '=', id)
  return hasEntry(
    entry('entry.kind', '=', 'advertiser').and('entry.thing_id', '=', id),
    entry('entry.kind', '=', 'advertiser_group').and('entry.thing_id', '=', group),
  )
}

const fields: ListFields = {
  advertiser_id: { column: sql.ref('a.advertiser_id'), type: 'integer' },
  name: { column: sql.ref('a.name'), type: 'text' },
  status: { column: sql.ref('a.status'), type: 'text' },
  member_group_id: { column: sql.ref('a.member_group_id'), type: 'integer' },
  member_group_name: { column: sql.ref('m.name'), type: 'text' },
  advertiser_group_id: { column: sql.ref('a.advertiser_group_id'), type: 'integer' },
}

type UserAdvertisers = Result<typeof users.advertisersReport>

/** Advertisers that every one of the access lists covers. */
async function advertisersOf({ database: { kysely } }: Context, lists: readonly Access[], query: ListQuery): Promise<UserAdvertisers> {
  const { rows, total } = await pageOf({
    from: kysely
      .selectFrom('advertisers as a')
      .innerJoin('member_groups as m', 'm.member_group_id', 'a.member_group_id')
      .where('a.deleted_at', 'is', null)
      .where(({ and }) => and(lists.map(advertiserAccessibleSql))),
    columns: (from) =>
      from
        .select(['a.advertiser_id', 'a.name', 'a.status', 'a.member_group_id'])
        .select(['m.name as member_group_name', 'a.advertiser_group_id']),
    fields,
    id: sql.ref('a.advertiser_id'),
    where: query,
    row: (row): UserAdvertisers['advertisers'][number] => row,
  })
  return { advertisers: rows, total }
}

/** Lists of users and of their advertisers, limited to the caller's own access. */
export const userReports: Reports = {
  report: async ({ body }, { database, caller }) => usersWithin(database, await accessFor(database, caller, 'users.read'), body),
  clientReport: async ({ path, body }, { database, caller }) =>
    usersWithin(database, await accessFor(database, caller, 'users.read'), body, atClient(path.memberGroupId)),
  advertiserReport: async ({ path, body }, { database, caller }) =>
    usersWithin(database, await accessFor(database, caller, 'users.read'), body, atAdvertiser(path.advertiserId)),
  groupReport: async ({ path, body }, { database, caller }) =>
    usersWithin(database, await accessFor(database, caller, 'users.read'), body, atGroup(path.advertiserGroupId)),
  advertisersReport: async ({ body: { user_id, ...query } }, context) => {
    const callerAccess = await accessFor(context.database, context.caller, 'users.read')
    if (user_id === undefined || user_id === context.caller.person?.user_id) return advertisersOf(context, [callerAccess], query)
    const { access } = await userWithin(context.database, callerAccess, user_id)
    return advertisersOf(context, [callerAccess, access], query)
  },
}

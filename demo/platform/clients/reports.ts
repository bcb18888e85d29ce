import { expressionBuilder, sql } from 'kysely'
import type { Access } from '../../../src/contract/access/access.rules.ts'
import type { Result } from '../../../src/contract/endpoint.ts'
import type { memberGroups, UserMemberGroup } from '../../../src/contract/clients/clients.ts'
import { clientAccessibleSql } from '../access/client-scope.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import type { ListQuery, ListFields } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'
import type { Tables } from '../tables/index.ts'
import { accessFor } from '../access/user-scope.ts'
import { userWithin } from '../users/read.ts'

const fields: ListFields = {
  member_group_id: { column: sql.ref('m.member_group_id'), type: 'integer' },
  name: { column: sql.ref('m.name'), type: 'text' },
  status: { column: sql.ref('m.status'), type: 'text' },
  host_name: { column: sql.ref('m.host_name'), type: 'text' },
  currency_code: { column: sql`m.default_currency_code::text`, type: 'text' },
  registration_enabled: { column: sql.ref('m.registration_enabled'), type: 'boolean' },
  created_at: { column: sql.ref('m.created_at'), type: 'moment' },
}

const client = expressionBuilder<Tables & { m: Tables['member_groups'] }, 'm'>()
const advertisers = client
  .selectFrom('advertisers as a')
  .select(({ fn }) => fn.countAll<number>().as('count'))
  .whereRef('a.member_group_id', '=', 'm.member_group_id')
  .where('a.deleted_at', 'is', null)
const activeCampaigns = client
  .selectFrom('campaigns as c')
  .select(({ fn }) => fn.countAll<number>().as('count'))
  .whereRef('c.member_group_id', '=', 'm.member_group_id')
  .where('c.status', '=', 'active')
  .where('c.deleted_at', 'is', null)

type Listed = Result<typeof memberGroups.report>

/** Clients that every one of the access lists covers. */
async function clientsOf({ database: { kysely } }: Context, lists: readonly Access[], query: ListQuery): Promise<Listed> {
  const { rows, total } = await pageOf({
    from: kysely.selectFrom('member_groups as m').where(({ and }) => and(lists.map(clientAccessibleSql))),
    columns: (from) =>
      from
        .select(['m.member_group_id', 'm.name', 'm.status', 'm.host_name'])
        .select(['m.default_currency_code as currency_code', 'm.created_at', 'm.registration_enabled', 'm.sso_connection_id'])
        .select([advertisers.$asScalar().as('advertisers'), activeCampaigns.$asScalar().as('active_campaigns')]),
    fields,
    id: sql.ref('m.member_group_id'),
    where: query,
    row: ({ sso_connection_id, ...row }): UserMemberGroup => ({
      ...row,
      has_sso: sso_connection_id !== null,
      advertisers: row.advertisers ?? 0,
      active_campaigns: row.active_campaigns ?? 0,
      created_at: row.created_at.toISOString(),
    }),
  })
  return { member_groups: rows, total }
}

/** Clients that both the user and the caller may access. Another user's list needs `users.read`. */
export const clientReports: Pick<Handlers<typeof memberGroups>, 'report'> = {
  report: async ({ path: { userId }, body }, context) => {
    const { database, caller } = context
    const callerAccess = await accessFor(database, caller, 'member_groups.read')
    if (userId === caller.person?.user_id) return clientsOf(context, [callerAccess], body)
    const { access } = await userWithin(database, await accessFor(database, caller, 'users.read'), userId)
    return clientsOf(context, [callerAccess, access], body)
  },
}

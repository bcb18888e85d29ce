import { sql } from 'kysely'
import type { Access } from '../../../src/contract/access/access.rules.ts'
import type { Result } from '../../../src/contract/endpoint.ts'
import type { memberGroups } from '../../../src/contract/clients/clients.ts'
import { opensRow } from '../access/client-scope.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { type ListQuery, type ListFields, listOrder, listPage, listWhere } from '../sql/list.ts'
import { accessFor } from '../access/user-scope.ts'
import { userWithin } from '../users/read.ts'

const fields: ListFields = {
  member_group_id: { column: sql.ref('m.member_group_id'), type: 'integer' },
  name: { column: sql.ref('m.name'), type: 'text' },
  status: { column: sql.ref('m.status'), type: 'text' },
  host_name: { column: sql.ref('m.host_name'), type: 'text' },
  currency_code: { column: sql`m.default_currency_code::text`, type: 'text' },
  created_at: { column: sql.ref('m.created_at'), type: 'moment' },
}

type Listed = Result<typeof memberGroups.report>
type Row = Omit<Listed['member_groups'][number], 'created_at'> & { readonly created_at: Date }

/** Clients that every one of the access lists covers. */
async function clientsOf({ database: { kysely } }: Context, lists: readonly Access[], asked: ListQuery): Promise<Listed> {
  const open = sql.join(lists.map(opensRow), sql` and `)
  const where = sql`from member_groups m where ${open} and (${listWhere(fields, asked.filters)})`
  const order = listOrder(fields, asked.sort, sql.ref('m.member_group_id'))
  const { rows } = await sql<Row>`
    select m.member_group_id, m.name, m.status, m.host_name, m.default_currency_code as currency_code, m.created_at
    ${where} order by ${order} ${listPage(asked.pagination)}`.execute(kysely)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${where}`.execute(kysely)
  return {
    member_groups: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    total: counted.rows[0]?.total ?? 0,
  }
}

/** Clients that both the user and the caller may access. Another user's list needs `users.read`. */
export const clientReports: Pick<Handlers<typeof memberGroups>, 'report'> = {
  report: async ({ path: { userId }, body }, context) => {
    const { database, caller } = context
    const own = await accessFor(database, caller, 'member_groups.read')
    if (userId === caller.person?.user_id) return clientsOf(context, [own], body)
    const { access } = await userWithin(database, await accessFor(database, caller, 'users.read'), userId)
    return clientsOf(context, [own, access], body)
  },
}

import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { memberGroups, MemberGroup } from '../../src/contract/member-groups.ts'
import { pageDefault } from '../../src/contract/list.ts'
import { decimalOf } from '../../src/contract/money.ts'
import { clientLookups } from './client-lookups.ts'
import { opensRow } from './client-reach.ts'
import { clientReports } from './client-reports.ts'
import { makeClient, writeClient } from './client-writes.ts'
import type { Caller, Context } from './context.ts'
import type { Database } from './database/open.ts'
import type { Handlers } from './implement.ts'
import { noPermission, notFound } from './refusal.ts'

/** The clients that somebody sees, wholly or by one of their advertisers. */
const reachable = ({ kysely }: Database, { access }: Caller) => kysely.selectFrom('member_groups as m').where(opensRow(access))

async function groupsOf(database: Database, caller: Caller, page: { start: number; count: number }, only?: number): Promise<MemberGroup[]> {
  const mine = reachable(database, caller)
  const rows = await (only === undefined ? mine : mine.where('m.member_group_id', '=', only))
    .selectAll('m')
    .select((client) =>
      jsonArrayFrom(
        client
          .selectFrom('member_group_currencies')
          .innerJoin('currencies', 'currencies.currency_id', 'member_group_currencies.currency_id')
          .selectAll('currencies')
          .whereRef('member_group_currencies.member_group_id', '=', 'm.member_group_id')
          .orderBy('currencies.currency_id'),
      ).as('currencies'),
    )
    .orderBy('m.member_group_id')
    .offset(page.start)
    .limit(page.count)
    .execute()
  return rows.map((row) => ({
    member_group_id: row.member_group_id,
    name: row.name,
    status: row.status,
    default_currency: { currency_code: row.default_currency_code, min_bid: decimalOf(BigInt(row.min_bid)) },
    currencies: row.currencies,
    host_name: row.host_name,
    label: { singular: row.label_singular, plural: row.label_plural },
    registration_enabled: row.registration_enabled,
    created_at: row.created_at.toISOString(),
    version: row.version,
  }))
}

async function oneOf({ database, caller }: Context, memberGroupId: number): Promise<MemberGroup> {
  const [found] = await groupsOf(database, caller, { start: 0, count: 1 }, memberGroupId)
  if (!found) throw notFound('Client')
  return found
}

/** Clients. */
export const memberGroupHandlers: Handlers<typeof memberGroups> = {
  list: async ({ query }, { database, caller }) => {
    const page = { start: query?.start ?? pageDefault.start, count: query?.count ?? pageDefault.count }
    const { total } = await reachable(database, caller)
      .select((where) => where.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return { member_groups: await groupsOf(database, caller, page), total }
  },
  one: async ({ path }, context) => oneOf(context, path.memberGroupId),
  create: async ({ body }, context) => {
    if (!context.caller.access.all) throw noPermission()
    return oneOf(context, await makeClient(context, body))
  },
  change: async ({ path, body }, context) => {
    await writeClient(context, path.memberGroupId, body)
    return oneOf(context, path.memberGroupId)
  },
  ...clientReports,
  ...clientLookups,
}

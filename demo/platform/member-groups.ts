import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { memberGroups, MemberGroup } from '../../src/contract/member-groups.ts'
import { pageDefault } from '../../src/contract/list.ts'
import { decimalOf } from '../../src/contract/money.ts'
import type { Caller } from './context.ts'
import type { Database } from './database/open.ts'
import type { Handlers } from './implement.ts'
import { notFound } from './refusal.ts'

/** The clients that somebody sees, wholly or by one of their advertisers. */
const reachable = ({ kysely }: Database, { access }: Caller) => {
  const all = kysely.selectFrom('member_groups')
  if (access.all) return all
  return all.where((where) =>
    where.or([
      where('member_group_id', 'in', [0, ...access.clients]),
      where(
        'member_group_id',
        'in',
        kysely
          .selectFrom('advertisers')
          .select('member_group_id')
          .where('deleted_at', 'is', null)
          .where((inner) =>
            inner.or([
              inner('advertiser_id', 'in', [0, ...access.advertisers]),
              inner('advertiser_group_id', 'in', [0, ...access.advertiser_groups]),
            ]),
          ),
      ),
    ]),
  )
}

async function groupsOf(database: Database, caller: Caller, page: { start: number; count: number }, only?: number): Promise<MemberGroup[]> {
  const mine = reachable(database, caller)
  const rows = await (only === undefined ? mine : mine.where('member_group_id', '=', only))
    .selectAll()
    .select((client) =>
      jsonArrayFrom(
        client
          .selectFrom('member_group_currencies')
          .innerJoin('currencies', 'currencies.currency_id', 'member_group_currencies.currency_id')
          .selectAll('currencies')
          .whereRef('member_group_currencies.member_group_id', '=', 'member_groups.member_group_id')
          .orderBy('currencies.currency_id'),
      ).as('currencies'),
    )
    .orderBy('member_group_id')
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

/** Clients. */
export const memberGroupHandlers: Handlers<typeof memberGroups> = {
  list: async ({ query }, { database, caller }) => {
    const page = { start: query?.start ?? pageDefault.start, count: query?.count ?? pageDefault.count }
    const { total } = await reachable(database, caller)
      .select((where) => where.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return { member_groups: await groupsOf(database, caller, page), total }
  },
  one: async ({ path }, { database, caller }) => {
    const [found] = await groupsOf(database, caller, { start: 0, count: 1 }, path.memberGroupId)
    if (!found) throw notFound('Client')
    return found
  },
  channels: async ({ path }, { database }) => ({
    channels: await database.kysely
      .selectFrom('channels')
      .select(['channel_id', 'name'])
      .where('member_group_id', '=', path.memberGroupId)
      .orderBy('channel_id')
      .execute(),
  }),
}

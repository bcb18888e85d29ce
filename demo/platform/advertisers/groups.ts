import { type RawBuilder, sql } from 'kysely'
import { type Access, canAccessClient } from '../../../src/contract/access/access.rules.ts'
import { type AdvertiserGroup, type advertiserGroups, defaultGroupClients } from '../../../src/contract/advertisers/groups.ts'
import { opensGroupRow, opensRow } from '../access/advertiser-scope.ts'
import { advertiserFields, advertisersFrom } from './read.ts'
import { paginationOf } from '../sql/page.ts'
import type { Context } from '../context/context.ts'
import type { Database } from '../database/open.ts'
import type { Handlers } from '../http/implement.ts'
import { type ListQuery, type ListFields, listOrder, listPage, listWhere } from '../sql/list.ts'
import { conflict, noPermission, notFound, staleVersion } from '../context/refusal.ts'
import { accessFor } from '../access/user-scope.ts'
import { userWithin } from '../users/read.ts'
import { lockRow } from '../sql/lock.ts'

type Parts = Handlers<typeof advertiserGroups>
type Writing = Pick<Parts, 'create' | 'change' | 'remove' | 'addAdvertisers' | 'addAll'>

const advertisersIn = sql`(select count(*)::int from advertisers a
  where a.member_group_id = g.member_group_id and a.advertiser_group_id = g.advertiser_group_id and a.deleted_at is null)`
const fields: ListFields = {
  id: { column: sql.ref('g.advertiser_group_id'), type: 'integer' },
  name: { column: sql.ref('g.name'), type: 'text' },
  member_group_id: { column: sql.ref('g.member_group_id'), type: 'integer' },
  member_group_name: { column: sql.ref('m.name'), type: 'text' },
  advertisers: { column: advertisersIn, type: 'integer' },
}
const columns = sql`g.advertiser_group_id as id, g.name, g.member_group_id, m.name as member_group_name, ${advertisersIn} as advertisers, g.version`
const groups = sql`from advertiser_groups g join member_groups m on m.member_group_id = g.member_group_id`

/** A page of groups that match the condition, and their total. */
async function groupsAt({ kysely }: Database, place: RawBuilder<unknown>, asked: ListQuery) {
  const where = sql`${groups} where ${place} and (${listWhere(fields, asked.filters)})`
  const order = listOrder(fields, asked.sort, fields.id?.column ?? sql`1`)
  const { rows } = await sql<AdvertiserGroup>`select ${columns} ${where} order by ${order} ${listPage(asked.pagination)}`.execute(kysely)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${where}`.execute(kysely)
  return { advertiser_groups: rows, total: counted.rows[0]?.total ?? 0 }
}

async function groupOf({ kysely }: Database, id: number): Promise<AdvertiserGroup> {
  const { rows } = await sql<AdvertiserGroup>`select ${columns} ${groups} where g.advertiser_group_id = ${id}`.execute(kysely)
  if (!rows[0]) throw notFound('Advertiser group')
  return rows[0]
}

/** Refuses a name that another group of the client has. The lock makes concurrent requests wait. */
async function checkName({ kysely }: Database, memberGroupId: number, name: string, self = 0) {
  await lockRow(kysely, 'advertiserGroupNamesOfClient', memberGroupId)
  const { rows } = await sql`
    select from advertiser_groups where member_group_id = ${memberGroupId} and lower(name) = lower(${name}) and advertiser_group_id <> ${self}`.execute(
    kysely,
  )
  if (rows.length > 0) throw conflict('Advertiser group', 'Another group of this client has this name')
}

/** Moves the matching advertisers into a group. It raises their version, so that a change based on an older version is refused. */
async function moveAdvertisers({ kysely }: Database, groupId: number, place: RawBuilder<unknown>) {
  const counted = await sql<{ total: number }>`select count(*)::int as total ${advertisersFrom} and ${place}`.execute(kysely)
  const { numAffectedRows = 0n } = await sql`
    update advertisers set advertiser_group_id = ${groupId}, version = advertisers.version + 1
    where advertiser_id in (select a.advertiser_id ${advertisersFrom} and ${place}) and advertiser_group_id is distinct from ${groupId}`.execute(
    kysely,
  )
  const changed = Number(numAffectedRows)
  return { changed, unchanged: (counted.rows[0]?.total ?? 0) - changed }
}

/** Refuses to delete a group that users' access lists name, because these users would silently lose access. */
async function checkUnused({ kysely }: Database, groupId: number) {
  const used = await kysely
    .selectFrom('user_access')
    .select('user_id')
    .where('kind', '=', 'advertiser_group')
    .where('thing_id', '=', groupId)
    .executeTakeFirst()
  if (used) throw conflict('Advertiser group', 'People reach their advertisers by this group; change their lists first')
}

const writing: Writing = {
  create: async ({ path: { memberGroupId }, body }, { database, caller }) => {
    // Access to a part of the client is not enough to create a group.
    if (!canAccessClient(caller.access, memberGroupId)) throw noPermission()
    const name = body.name.trim()
    await checkName(database, memberGroupId, name)
    const made = await database.kysely
      .insertInto('advertiser_groups')
      .values({ member_group_id: memberGroupId, name })
      .returning('advertiser_group_id')
      .executeTakeFirstOrThrow()
    return groupOf(database, made.advertiser_group_id)
  },
  change: async ({ path: { memberGroupId, advertiserGroupId }, body }, { database, version = 0 }) => {
    const name = body.name.trim()
    await checkName(database, memberGroupId, name, advertiserGroupId)
    const { numUpdatedRows } = await database.kysely
      .updateTable('advertiser_groups')
      .set({ name, version: version + 1 })
      .where('member_group_id', '=', memberGroupId)
      .where('advertiser_group_id', '=', advertiserGroupId)
      .where('version', '=', version)
      .executeTakeFirst()
    if (Number(numUpdatedRows) === 0) throw staleVersion('Advertiser group')
    return groupOf(database, advertiserGroupId)
  },
  remove: async ({ path: { memberGroupId, advertiserGroupId } }, { database }) => {
    await checkUnused(database, advertiserGroupId)
    await database.kysely
      .updateTable('advertisers')
      .set({ advertiser_group_id: null, version: sql`version + 1` })
      .where('member_group_id', '=', memberGroupId)
      .where('advertiser_group_id', '=', advertiserGroupId)
      .execute()
    await database.kysely
      .deleteFrom('advertiser_groups')
      .where('member_group_id', '=', memberGroupId)
      .where('advertiser_group_id', '=', advertiserGroupId)
      .execute()
    return 'success'
  },
  addAdvertisers: ({ path, body }, { database }) =>
    moveAdvertisers(
      database,
      path.advertiserGroupId,
      sql`a.member_group_id = ${body.member_group_id} and a.advertiser_id = any(${[...body.advertiser_ids]}::int[])`,
    ),
  addAll: async ({ path, body }, { database, caller }) => {
    const open = opensRow(await accessFor(database, caller, 'advertiser_groups.change'))
    const fitting = listWhere(advertiserFields, body.filters)
    return moveAdvertisers(database, path.advertiserGroupId, sql`a.member_group_id = ${body.member_group_id} and ${open} and (${fitting})`)
  },
}

/** Callers with access to all clients get the groups of the first two clients, unless they filter by client. */
const defaultClients = (access: Access, { filters = [] }: ListQuery) =>
  access.all && !filters.some(({ field }) => field === 'member_group_id')
    ? sql`g.member_group_id = any(${[...defaultGroupClients]}::int[])`
    : sql`true`

/** Groups that both the user and the caller may access. */
async function reportOf({ database, caller }: Context, userId: number, asked: ListQuery) {
  const own = await accessFor(database, caller, 'advertiser_groups.read')
  const isSelf = userId === caller.person?.user_id
  const { access } = isSelf ? { access: own } : await userWithin(database, await accessFor(database, caller, 'users.read'), userId)
  return groupsAt(database, sql`${opensGroupRow(own)} and ${opensGroupRow(access)} and ${defaultClients(access, asked)}`, asked)
}

/** Groups of advertisers. Access to a single advertiser does not include its group. */
export const advertiserGroupHandlers: Parts = {
  list: async ({ path, query }, { database, caller }) => {
    const open = opensGroupRow(await accessFor(database, caller, 'advertiser_groups.read'))
    const asked: ListQuery = { pagination: paginationOf(query), sort: [{ field: 'name', order: 'asc' }] }
    return groupsAt(database, sql`g.member_group_id = ${path.memberGroupId} and ${open}`, asked)
  },
  one: ({ path }, { database }) => groupOf(database, path.advertiserGroupId),
  report: ({ path, body }, context) => reportOf(context, path.userId, body),
  ...writing,
}

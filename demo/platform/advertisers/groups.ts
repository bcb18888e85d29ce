import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Access } from '../../../src/contract/access/access.rules.ts'
import {
  type AdvertiserGroup,
  type advertiserGroups,
  defaultGroupClients,
  type GroupRefusal,
} from '../../../src/contract/advertisers/groups.ts'
import type { manyAdvertiserGroups } from '../../../src/contract/advertisers/many-groups.ts'
import { groupAccessibleSql, advertiserAccessibleSql, inGroupSql } from '../access/advertiser-scope.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import type { UndoCause } from '../changes/nouns.ts'
import { recordChange, recordDifference } from '../changes/record.ts'
import { createManyGroups } from './many-groups.ts'
import { moveToGroup } from './moves.ts'
import { advertiserFields } from './read.ts'
import { pageOf, paginationOf } from '../sql/page.ts'
import type { Context } from '../context/context.ts'
import type { Database } from '../database/database.ts'
import type { Handlers } from '../http/implement.ts'
import { type ListQuery, type ListFields, listWhere } from '../sql/list.ts'
import { anyOf, lower } from '../sql/pieces.ts'
import { updateVersioned } from '../sql/versioned.ts'
import type { Tables } from '../tables/index.ts'
import { conflict, notFound } from '../context/refusal.ts'
import { accessFor } from '../access/user-scope.ts'
import { userWithin } from '../users/read.ts'
import { lockRow } from '../sql/lock.ts'

type GroupHandlers = Handlers<typeof advertiserGroups>
type Writing = Pick<GroupHandlers, 'create' | 'change' | 'remove' | 'addAdvertisers' | 'addAll'>

const groupSql = expressionBuilder<Tables & { g: Tables['advertiser_groups'] }, 'g'>()
const advertiserSql = expressionBuilder<{ a: Tables['advertisers'] }, 'a'>()
const advertiserCount = groupSql
  .selectFrom('advertisers as a')
  .select(({ fn }) => fn.countAll<number>().as('count'))
  .whereRef('a.member_group_id', '=', 'g.member_group_id')
  .whereRef('a.advertiser_group_id', '=', 'g.advertiser_group_id')
  .where('a.deleted_at', 'is', null)
const fields: ListFields = {
  id: { column: sql.ref('g.advertiser_group_id'), type: 'integer' },
  name: { column: sql.ref('g.name'), type: 'text' },
  member_group_id: { column: sql.ref('g.member_group_id'), type: 'integer' },
  member_group_name: { column: sql.ref('m.name'), type: 'text' },
  advertisers: { column: sql`${advertiserCount}`, type: 'integer' },
}
const groupsFrom = ({ kysely }: Database) =>
  kysely.selectFrom('advertiser_groups as g').innerJoin('member_groups as m', 'm.member_group_id', 'g.member_group_id')
const withAdvertiserCount = (from: ReturnType<typeof groupsFrom>) =>
  from
    .select(['g.advertiser_group_id as id', 'g.name', 'g.member_group_id', 'm.name as member_group_name', 'g.version'])
    .select(advertiserCount.$asScalar().$notNull().as('advertisers'))

/** A page of groups that match the condition, and their total. */
async function groupsAt(database: Database, condition: Expression<SqlBool>, query: ListQuery) {
  const { rows, total } = await pageOf({
    from: groupsFrom(database).where(condition),
    columns: withAdvertiserCount,
    fields,
    id: sql.ref('g.advertiser_group_id'),
    where: query,
    row: (row): AdvertiserGroup => row,
  })
  return { advertiser_groups: rows, total }
}

const refusalTexts: Readonly<Record<GroupRefusal, string>> = {
  name_taken: 'Another group of this client already has this name',
  users_have_access: 'Users have access through this group; change their access first',
}
const refuseGroup = (code: GroupRefusal, path: string) =>
  conflict('Advertiser group', refusalTexts[code], [{ path, rule: refusalTexts[code], code }])

export async function groupOf(database: Database, id: number): Promise<AdvertiserGroup> {
  const found = await withAdvertiserCount(groupsFrom(database)).where('g.advertiser_group_id', '=', id).executeTakeFirst()
  if (!found) throw notFound('Advertiser group')
  return found
}

/**
 * Refuses a name that a group of the client has already, except the renamed group itself. The lock makes concurrent requests wait.
 */
export async function requireFreeName({ kysely }: Database, memberGroupId: number, name: string, exceptGroupId = 0) {
  await lockRow(kysely, 'advertiserGroupNamesOfClient', memberGroupId)
  const found = await kysely
    .selectFrom('advertiser_groups')
    .select('advertiser_group_id')
    .where('member_group_id', '=', memberGroupId)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['name']), '=', lower(name)))
    .where('advertiser_group_id', '!=', exceptGroupId)
    .executeTakeFirst()
  if (found) throw refuseGroup('name_taken', 'name')
}

/** Refuses to delete a group that is in a user's access list, because the user would lose access without notice. */
async function requireUnused({ kysely }: Database, groupId: number) {
  const used = await kysely
    .selectFrom('user_access')
    .select('user_id')
    .where('kind', '=', 'advertiser_group')
    .where('thing_id', '=', groupId)
    .executeTakeFirst()
  if (used) throw refuseGroup('users_have_access', 'advertiser_group')
}

/** Renames a group, and returns the id of the change; null if the name is the same. */
export async function renameGroup(
  context: Context,
  { id, member_group_id, name: before }: AdvertiserGroup,
  newName: string,
  cause: UndoCause | { readonly kind: 'changed' } = { kind: 'changed' },
) {
  const name = newName.trim()
  await requireFreeName(context.database, member_group_id, name, id)
  await updateVersioned(context, 'advertiser_groups', {
    key: { member_group_id, advertiser_group_id: id },
    change: { name },
    subject: 'Advertiser group',
  })
  return recordDifference(context, { entity: 'advertiser_group', entityId: id, ...cause }, { name: before }, { name })
}

const ofClient = (id: number) => advertiserSql('a.member_group_id', '=', id)

const writing: Writing = {
  create: async ({ path: { memberGroupId }, body }, context) => {
    const { database } = context
    requireWholeClient(context, memberGroupId)
    const name = body.name.trim()
    await requireFreeName(database, memberGroupId, name)
    const { advertiser_group_id: entityId } = await database.kysely
      .insertInto('advertiser_groups')
      .values({ member_group_id: memberGroupId, name })
      .returning('advertiser_group_id')
      .executeTakeFirstOrThrow()
    await recordChange(context, { entity: 'advertiser_group', entityId, kind: 'created', before: { name: null }, after: { name } })
    return groupOf(database, entityId)
  },
  change: async ({ path, body }, context) => {
    await renameGroup(context, await groupOf(context.database, path.advertiserGroupId), body.name)
    return groupOf(context.database, path.advertiserGroupId)
  },
  remove: async ({ path: { memberGroupId, advertiserGroupId } }, context) => {
    const { database } = context
    await requireUnused(database, advertiserGroupId)
    await moveToGroup(context, null, inGroupSql(advertiserGroupId))
    // Archived advertisers leave the group, too, without a version of their own.
    await database.kysely
      .updateTable('advertisers')
      .set({ advertiser_group_id: null })
      .where('member_group_id', '=', memberGroupId)
      .where('advertiser_group_id', '=', advertiserGroupId)
      .execute()
    const { name } = await groupOf(database, advertiserGroupId)
    await database.kysely
      .deleteFrom('advertiser_groups')
      .where('member_group_id', '=', memberGroupId)
      .where('advertiser_group_id', '=', advertiserGroupId)
      .execute()
    const removed = { entity: 'advertiser_group', entityId: advertiserGroupId, kind: 'removed' } as const
    await recordChange(context, { ...removed, before: { name }, after: { name: null } })
    return 'success'
  },
  addAdvertisers: ({ path, body }, context) =>
    moveToGroup(context, path.advertiserGroupId, ofClient(body.member_group_id).and('a.advertiser_id', '=', anyOf(body.advertiser_ids))),
  addAll: async ({ path, body }, context) => {
    const accessible = advertiserAccessibleSql(await accessFor(context.database, context.caller, 'advertiser_groups.change'))
    const matchesFilters = listWhere(advertiserFields, body.filters)
    return moveToGroup(context, path.advertiserGroupId, ofClient(body.member_group_id).and(accessible).and(matchesFilters))
  },
}

/** For a user with access to all clients: only the groups of the first two clients, unless the query filters by client. */
const defaultClients = (access: Access, { filters = [] }: ListQuery) =>
  access.all && !filters.some(({ field }) => field === 'member_group_id')
    ? groupSql('g.member_group_id', '=', anyOf(defaultGroupClients))
    : groupSql.lit(true)

/** Groups that both the user and the caller may access. */
async function groupsOfUser({ database, caller }: Context, userId: number, query: ListQuery) {
  const callerAccess = await accessFor(database, caller, 'advertiser_groups.read')
  const isSelf = userId === caller.person?.user_id
  const { access } = isSelf ? { access: callerAccess } : await userWithin(database, await accessFor(database, caller, 'users.read'), userId)
  return groupsAt(
    database,
    groupSql.and([groupAccessibleSql(callerAccess), groupAccessibleSql(access), defaultClients(access, query)]),
    query,
  )
}

/** Groups of advertisers. Access to a single advertiser does not include its group. */
export const advertiserGroupHandlers: GroupHandlers = {
  list: async ({ path, query }, { database, caller }) => {
    const accessible = groupAccessibleSql(await accessFor(database, caller, 'advertiser_groups.read'))
    const listQuery: ListQuery = { pagination: paginationOf(query), sort: [{ field: 'name', order: 'asc' }] }
    return groupsAt(database, groupSql('g.member_group_id', '=', path.memberGroupId).and(accessible), listQuery)
  },
  one: ({ path }, { database }) => groupOf(database, path.advertiserGroupId),
  report: ({ path, body }, context) => groupsOfUser(context, path.userId, body),
  ...writing,
}

export const manyAdvertiserGroupHandlers: Handlers<typeof manyAdvertiserGroups> = {
  createMany: ({ path, body }, context) => {
    requireWholeClient(context, path.memberGroupId)
    return createManyGroups(context, path.memberGroupId, body)
  },
  removeAdvertisers: ({ path, body }, context) =>
    moveToGroup(
      context,
      null,
      ofClient(body.member_group_id).and(inGroupSql(path.advertiserGroupId)).and('a.advertiser_id', '=', anyOf(body.advertiser_ids)),
    ),
}

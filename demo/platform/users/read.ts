import { type RawBuilder, sql } from 'kysely'
import type { Access } from '../../../src/contract/access/access.rules.ts'
import { hasAnyRole, roleGroups, builtInRoleIds } from '../../../src/contract/access/roles.ts'
import type { UserRow } from '../../../src/contract/users/users.ts'
import type { Database } from '../database/open.ts'
import { type GrantedRole, toAssignedRole, roleNamesOf } from '../access/assigned-roles.ts'
import { type ListQuery, type ListFields, listOrder, listPage, listWhere } from '../sql/list.ts'
import { notFound } from '../context/refusal.ts'
import { isWithin } from '../access/user-scope.ts'

interface Row extends Omit<UserRow, 'roles' | 'access' | 'created_at'> {
  readonly held: Pick<GrantedRole, 'role_id' | 'name' | 'base_role_id'>[]
  readonly lists: { readonly kind: string; readonly thing_id: number }[]
  readonly created_at: Date
}

const column = (name: string) => sql.ref(`users.${name}`)
const mainRole = sql`(select min(base_role_id) from user_roles held join roles using (role_id) where held.user_id = users.user_id)`
const isSetUp = sql`(password_hash <> '')`

/** Fields for filters and sort. `role_id` is the user's highest built-in role. */
const fields: ListFields = {
  user_id: { column: column('user_id'), type: 'integer' },
  email: { column: column('email'), type: 'text' },
  user_name: { column: column('user_name'), type: 'text' },
  first_name: { column: column('first_name'), type: 'text' },
  last_name: { column: column('last_name'), type: 'text' },
  status: { column: column('status'), type: 'text' },
  role_id: { column: mainRole, type: 'integer' },
  is_set_up: { column: isSetUp, type: 'boolean' },
  created_at: { column: column('created_at'), type: 'moment' },
}

const agg = (what: RawBuilder<unknown>, table: string) =>
  sql`(select coalesce(json_agg(${what}), '[]') from ${sql.table(table)} own where own.user_id = users.user_id)`
const everyone = sql`from users join locales on locales.id = users.locale_id where users.deleted_at is null`
const columns = sql`users.user_id, email, user_name, first_name, last_name, users.status, users.created_at, users.version, ${isSetUp} as is_set_up,
  json_build_object('id', locales.id, 'code', locales.code) as locale, ${roleNamesOf(column('user_id'))} as held,
  ${agg(sql`json_build_object('kind', kind, 'thing_id', thing_id)`, 'user_access')} as lists`

function rowOf({ held, lists, created_at, ...row }: Row): UserRow {
  const ids = (kind: string) => lists.flatMap((one) => (one.kind === kind ? one.thing_id : [])).toSorted((one, other) => one - other)
  return {
    ...row,
    created_at: created_at.toISOString(),
    roles: held.map(toAssignedRole),
    access: {
      all: hasAnyRole(builtInRoleIds(held), roleGroups.internalAndAbove),
      clients: ids('client'),
      advertiser_groups: ids('advertiser_group'),
      advertisers: ids('advertiser'),
    },
  }
}

/** One user without a scope check. Removed users are not found. */
export async function userRow({ kysely }: Database, userId: number): Promise<UserRow | undefined> {
  const { rows } = await sql<Row>`select ${columns} ${everyone} and users.user_id = ${userId}`.execute(kysely)
  return rows[0] && rowOf(rows[0])
}

/** One user within the access, otherwise not found. */
export async function userWithin({ kysely }: Pick<Database, 'kysely'>, access: Access, userId: number): Promise<UserRow> {
  const { rows } = await sql<Row>`select ${columns} ${everyone} and users.user_id = ${userId} and ${isWithin(access)}`.execute(kysely)
  if (!rows[0]) throw notFound('User')
  return rowOf(rows[0])
}

/** A page of the users within the access, and their total. */
export async function usersWithin({ kysely }: Database, access: Access, asked: ListQuery, at: RawBuilder<unknown> = sql`true`) {
  const where = sql`${everyone} and ${isWithin(access)} and ${at} and (${listWhere(fields, asked.filters)})`
  const order = listOrder(fields, asked.sort, column('user_id'))
  const { rows } = await sql<Row>`select ${columns} ${where} order by ${order} ${listPage(asked.pagination)}`.execute(kysely)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${where}`.execute(kysely)
  return { users: rows.map(rowOf), total: counted.rows[0]?.total ?? 0 }
}

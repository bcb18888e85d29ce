import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { Access } from '../../../src/contract/access/access.rules.ts'
import { hasAnyRole, roleGroups, builtInRoleIds } from '../../../src/contract/access/permissions.ts'
import type { UserRow } from '../../../src/contract/users/users.ts'
import type { Database } from '../database/database.ts'
import { listsByLimitedRole, listsOf } from '../access/access-entries.ts'
import type { AccessEntry } from '../access/users.rules.ts'
import { type GrantedRole, toAssignedRole, roleNamesOfUser } from '../access/assigned-roles.ts'
import type { ListQuery, ListFields } from '../sql/list.ts'
import { compiledOnce } from '../sql/compiled.ts'
import { pageOf } from '../sql/page.ts'
import { notFound } from '../context/refusal.ts'
import { isWithin } from '../access/user-scope.ts'
import type { Tables } from '../tables/index.ts'

interface Row extends Omit<UserRow, 'roles' | 'access' | 'role_access' | 'created_at' | 'last_seen_at'> {
  readonly assignedRoles: Pick<GrantedRole, 'role_id' | 'name' | 'base_role_id'>[]
  readonly entries: AccessEntry[]
  readonly created_at: Date
  readonly last_seen_at: Date | null
}

const column = (name: string) => sql.ref(`users.${name}`)
const user = expressionBuilder<Tables, 'users'>()
const mainRole = user
  .selectFrom('user_roles as held')
  .innerJoin('roles as r', 'r.role_id', 'held.role_id')
  .select(({ fn }) => fn.min('r.base_role_id').as('base_role_id'))
  .whereRef('held.user_id', '=', 'users.user_id')
const isSetUp = user('users.password_hash', '!=', '')

/** Fields for filters and sort. `role_id` is the user's highest built-in role. */
const fields: ListFields = {
  user_id: { column: column('user_id'), type: 'integer' },
  email: { column: column('email'), type: 'text' },
  user_name: { column: column('user_name'), type: 'text' },
  first_name: { column: column('first_name'), type: 'text' },
  last_name: { column: column('last_name'), type: 'text' },
  status: { column: column('status'), type: 'text' },
  role_id: { column: sql`${mainRole}`, type: 'integer' },
  is_set_up: { column: sql`(${isSetUp})`, type: 'boolean' },
  created_at: { column: column('created_at'), type: 'moment' },
  last_seen_at: { column: column('last_seen_at'), type: 'moment' },
}

const usersFrom = ({ kysely }: Pick<Database, 'kysely'>) =>
  kysely.selectFrom('users').innerJoin('locales', 'locales.id', 'users.locale_id').where('users.deleted_at', 'is', null)
const accessEntries = compiledOnce(() =>
  jsonArrayFrom(
    user.selectFrom('user_access as own').select(['own.kind', 'own.thing_id', 'own.role_id']).whereRef('own.user_id', '=', 'users.user_id'),
  ),
)({})
const withLists = (from: ReturnType<typeof usersFrom>) =>
  from
    .select(['users.user_id', 'users.email', 'users.user_name', 'users.first_name', 'users.last_name', 'users.status'])
    .select(({ ref }) => [
      'users.created_at',
      'users.last_seen_at',
      'users.version',
      isSetUp.$castTo<boolean>().as('is_set_up'),
      jsonBuildObject({ id: ref('locales.id'), code: ref('locales.code') }).as('locale'),
      roleNamesOfUser.as('assignedRoles'),
      accessEntries.as('entries'),
    ])

function rowOf({ assignedRoles, entries, created_at, last_seen_at, ...row }: Row): UserRow {
  return {
    ...row,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at?.toISOString() ?? null,
    roles: assignedRoles.map((role) => toAssignedRole(role, entries)),
    access: {
      all: hasAnyRole(builtInRoleIds(assignedRoles), roleGroups.internalAndAbove),
      ...listsOf(entries),
    },
    role_access: listsByLimitedRole(entries),
  }
}

/** One user without a scope check. Removed users are not found. */
export async function userRow(database: Database, userId: number): Promise<UserRow | undefined> {
  const row = await withLists(usersFrom(database)).where('users.user_id', '=', userId).executeTakeFirst()
  return row && rowOf(row)
}

/** One user within the access, otherwise not found. */
export async function userWithin(database: Pick<Database, 'kysely'>, access: Access, userId: number): Promise<UserRow> {
  const query = usersFrom(database).where('users.user_id', '=', userId).where(isWithin(access))
  const row = await withLists(query).executeTakeFirst()
  if (!row) throw notFound('User')
  return rowOf(row)
}

/** A page of the users within the access, and their total. */
export async function usersWithin(database: Database, access: Access, query: ListQuery, condition: Expression<SqlBool> = user.lit(true)) {
  const { rows, total } = await pageOf({
    from: usersFrom(database).where(isWithin(access)).where(condition),
    columns: withLists,
    fields,
    id: column('user_id'),
    where: query,
    row: rowOf,
  })
  return { users: rows, total }
}

import { sql } from 'kysely'
import { type Permission, roleGroups } from '../../../src/contract/access/permissions.ts'
import type { RoleRow } from '../../../src/contract/access/role-endpoints.ts'
import type { UserRow } from '../../../src/contract/users/users.ts'
import type { UserRefusal } from '../../../src/contract/users/users.rules.ts'
import { listsOfRole } from '../access/access-entries.ts'
import { grantedRoles } from '../access/assigned-roles.ts'
import type { AccessEntry } from '../access/users.rules.ts'
import type { Context } from '../context/context.ts'
import { conflict } from '../context/refusal.ts'
import type { Database } from '../database/database.ts'
import { lock, lockRow } from '../sql/lock.ts'
import { allOf, anyOf } from '../sql/pieces.ts'

const superRole = roleGroups.superUserOnly[0]
const clientAdminRole = 3
/** The permission without which a user administers nothing. */
const changesUsers: Permission = 'users.change'

const refusalTexts: Readonly<Record<UserRefusal, string>> = {
  above_you: 'The user has a role above yours',
  own_account: 'You can’t change your own roles, access or status',
  last_super_user: 'The last super user can’t be removed',
  last_client_admin: 'The last administrator of a client can’t be removed',
  not_found: 'Not found, or you don’t have access to it',
}

/** The error of a change of a user that a rule forbids. */
export const refuseUser = (code: UserRefusal, rule = refusalTexts[code]) => conflict('User', rule, [{ path: 'user', rule, code }])

/** The tenants that a user administers: the platform, and clients. */
interface Administration {
  readonly isSuper: boolean
  readonly clients: readonly number[]
}

const nothing: Administration = { isSuper: false, clients: [] }

function administrationOf({ status, roles }: UserRow): Administration {
  if (status !== 'active') return nothing
  const adminRoles = roles.filter(({ role_id, base_role_id = role_id }) => base_role_id === clientAdminRole)
  return {
    isSuper: roles.some(({ role_id }) => role_id === superRole),
    clients: [...new Set(adminRoles.flatMap(({ access }) => access.clients))],
  }
}

/** The tenants that a user with these roles and entries administers. */
export async function administrationWith(
  database: Database,
  roleIds: readonly number[],
  entries: readonly AccessEntry[],
): Promise<Administration> {
  const adminRoles = (await grantedRoles(database, roleIds)).filter(({ base_role_id }) => base_role_id === clientAdminRole)
  return {
    isSuper: roleIds.includes(superRole),
    clients: adminRoles.flatMap(({ role_id }) => listsOfRole(entries, role_id).clients),
  }
}

/** Active users with their roles. Invited users who never signed in are left out, because they may never accept. */
const signedInWithRoles = ({ kysely }: Database, without: readonly number[]) =>
  kysely
    .selectFrom('users')
    .innerJoin('user_roles as held', 'held.user_id', 'users.user_id')
    .innerJoin('roles as r', 'r.role_id', 'held.role_id')
    .select('users.user_id')
    .where('users.status', '=', 'active')
    .where('users.user_id', '!=', allOf(without))
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('users.password_hash', '!=', ''),
        eb('users.last_seen_at', 'is not', null),
        exists(
          selectFrom('identity_subjects').select('identity_subjects.user_id').whereRef('identity_subjects.user_id', '=', 'users.user_id'),
        ),
      ]),
    )

async function hasOtherSuperUser(database: Database, without: readonly number[]) {
  const other = await signedInWithRoles(database, without).where('r.role_id', '=', superRole).executeTakeFirst()
  return other !== undefined
}

/** Users who administer clients: the role applies at the client, and its permissions allow to change users. */
const administrators = (database: Database, without: readonly number[] = []) =>
  signedInWithRoles(database, without)
    .innerJoin('user_access as own', 'own.user_id', 'users.user_id')
    .where('r.base_role_id', '=', clientAdminRole)
    .where('own.kind', '=', 'client')
    .where(({ eb, ref }) => eb('own.role_id', 'is', null).or('own.role_id', '=', ref('held.role_id')))
    .where(({ eb, ref }) => eb('r.member_group_id', 'is', null).or('r.member_group_id', '=', ref('own.thing_id')))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('role_permissions as given')
          .innerJoin('activities as a', 'a.activity_id', 'given.activity_id')
          .innerJoin('permissions as p', 'p.permission_id', 'given.permission_id')
          .select('given.role_id')
          .whereRef('given.role_id', '=', 'r.role_id')
          .where(({ eb, fn }) => eb(fn<string>('concat', ['a.name', sql.lit('.'), 'p.name']), '=', changesUsers)),
      ),
    )

async function hasOtherAdmin(database: Database, memberGroupId: number, without: readonly number[]) {
  const other = await administrators(database, without).where('own.thing_id', '=', memberGroupId).executeTakeFirst()
  return other !== undefined
}

/** Whether a client would have no administrator once these permissions are taken from a role. */
export async function lastAdminOfRole(
  { database }: Pick<Context, 'database'>,
  { role_id, base_role_id }: Pick<RoleRow, 'role_id' | 'base_role_id'>,
  revoked: readonly string[],
): Promise<boolean> {
  if (base_role_id !== clientAdminRole || !revoked.includes(changesUsers)) return false
  const ofRole = await administrators(database).where('r.role_id', '=', role_id).clearSelect().select('own.thing_id').distinct().execute()
  const clients = ofRole.map(({ thing_id }) => thing_id).toSorted(ascending)
  for (const id of clients) await lockRow(database.kysely, 'adminsOfClient', id)
  const others = await administrators(database)
    .where('r.role_id', '!=', role_id)
    .where('own.thing_id', '=', anyOf(clients))
    .clearSelect()
    .select('own.thing_id')
    .distinct()
    .execute()
  return others.length < clients.length
}

const ascending = (left: number, right: number) => left - right
const superUsers = 0

/** The locks of what users administer, in the order in which they are taken: that of the platform first, then those of clients. */
const locksOf = (users: readonly UserRow[]) =>
  users
    .map(administrationOf)
    .flatMap(({ isSuper, clients }) => [...(isSuper ? [superUsers] : []), ...clients])
    .toSorted(ascending)

/**
 * Reads users and makes concurrent requests wait that change who administers the same tenants. A request that was waiting may have
 * changed the users meanwhile, so they are read again until nothing is left to lock. Call it before any of the users is written.
 */
export async function readLocked(
  { database: { kysely } }: Pick<Context, 'database'>,
  read: () => Promise<readonly UserRow[]>,
): Promise<readonly UserRow[]> {
  const held = new Set<number>()
  for (;;) {
    const users = await read()
    const missing = new Set(locksOf(users).filter((id) => !held.has(id)))
    if (missing.size === 0) return users
    for (const id of missing) {
      if (id === superUsers) await lock(kysely, 'superUsers')
      else await lockRow(kysely, 'adminsOfClient', id)
      held.add(id)
    }
  }
}

/**
 * Why a user cannot stop administering a tenant or the platform: they are the last one who does. Needs `readLocked`. `deactivatedBefore`
 * are users whom the same request deactivates; they no longer count.
 */
export async function lastAdminProblem(
  { database }: Pick<Context, 'database'>,
  user: UserRow,
  after: Administration = nothing,
  deactivatedBefore: readonly number[] = [],
): Promise<UserRefusal | undefined> {
  const before = administrationOf(user)
  const without = [user.user_id, ...deactivatedBefore]
  if (before.isSuper && !after.isSuper && !(await hasOtherSuperUser(database, without))) return 'last_super_user'
  const left = before.clients.filter((id) => !after.clients.includes(id))
  for (const memberGroupId of left) if (!(await hasOtherAdmin(database, memberGroupId, without))) return 'last_client_admin'
  return undefined
}

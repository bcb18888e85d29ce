import { roleGroups } from '../../../src/contract/access/permissions.ts'
import type { UserRow } from '../../../src/contract/users/users.ts'
import type { UserRefusal } from '../../../src/contract/users/users.rules.ts'
import { listsOfRole } from '../access/access-entries.ts'
import { grantedRoles } from '../access/assigned-roles.ts'
import type { AccessEntry } from '../access/users.rules.ts'
import type { Context } from '../context/context.ts'
import { conflict } from '../context/refusal.ts'
import type { Database } from '../database/database.ts'
import { lock, lockRow } from '../sql/lock.ts'

const superRole = roleGroups.superUserOnly[0]
const clientAdminRole = 3

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

const activeWithRoles = ({ kysely }: Database, without: readonly number[]) =>
  kysely
    .selectFrom('users')
    .innerJoin('user_roles as held', 'held.user_id', 'users.user_id')
    .innerJoin('roles as r', 'r.role_id', 'held.role_id')
    .select('users.user_id')
    .where('users.status', '=', 'active')
    .where('users.user_id', 'not in', [...without])

async function hasOtherSuperUser(database: Database, without: readonly number[]) {
  const other = await activeWithRoles(database, without).where('r.role_id', '=', superRole).executeTakeFirst()
  return other !== undefined
}

async function hasOtherAdmin(database: Database, memberGroupId: number, without: readonly number[]) {
  const other = await activeWithRoles(database, without)
    .innerJoin('user_access as own', 'own.user_id', 'users.user_id')
    .where('r.base_role_id', '=', clientAdminRole)
    .where('own.kind', '=', 'client')
    .where('own.thing_id', '=', memberGroupId)
    .where(({ eb, ref }) => eb('own.role_id', 'is', null).or('own.role_id', '=', ref('held.role_id')))
    .executeTakeFirst()
  return other !== undefined
}

const ascending = (left: number, right: number) => left - right

/** Makes concurrent requests wait that change who administers the same tenants. Call it before any of the users is written. */
export async function lockAdministration({ database: { kysely } }: Pick<Context, 'database'>, users: readonly UserRow[]) {
  const administrations = users.map(administrationOf)
  if (administrations.some(({ isSuper }) => isSuper)) await lock(kysely, 'superUsers')
  const clients = new Set(administrations.flatMap(({ clients }) => clients))
  for (const memberGroupId of [...clients].toSorted(ascending)) await lockRow(kysely, 'adminsOfClient', memberGroupId)
}

/**
 * Why a user cannot stop administering something: they are the last one who does. Needs `lockAdministration`. `others` are users who stop
 * in the same request.
 */
export async function lastAdminProblem(
  { database }: Pick<Context, 'database'>,
  user: UserRow,
  after: Administration = nothing,
  others: readonly number[] = [],
): Promise<UserRefusal | undefined> {
  const before = administrationOf(user)
  const without = [user.user_id, ...others]
  if (before.isSuper && !after.isSuper && !(await hasOtherSuperUser(database, without))) return 'last_super_user'
  const left = before.clients.filter((id) => !after.clients.includes(id))
  for (const memberGroupId of left) if (!(await hasOtherAdmin(database, memberGroupId, without))) return 'last_client_admin'
  return undefined
}

import { builtInRoleIds } from '../../../src/contract/access/permissions.ts'
import type { NewUserDetails, Profile, UserChange, UserRow } from '../../../src/contract/users/users.ts'
import { manageUserRule } from '../../../src/contract/users/users.rules.ts'
import { entriesOf, listsByLimitedRole, type RoleLists, tenantKeyOf } from '../access/access-entries.ts'
import { type AccessEntry, ownAccessRule, type UserAccessLists, type AccessFields, userNameOf } from '../access/users.rules.ts'
import type { UndoCause } from '../changes/nouns.ts'
import { queueInvitation, endSessions, revokeLinks } from './accounts.ts'
import { recordUser } from './history.ts'
import { administrationWith, lastAdminProblem, readLocked, refuseUser } from './last-admin.ts'
import type { Context } from '../context/context.ts'
import type { Database } from '../database/database.ts'
import { requireAssignable } from './role-assignment.ts'
import { conflict, noPermission, notFound, refuseField } from '../context/refusal.ts'
import { claimUnconfirmed } from './unconfirmed.ts'
import { softDelete, updateVersioned } from '../sql/versioned.ts'

const roleIdsOf = ({ roles }: Pick<UserRow, 'roles'>) => roles.map(({ role_id }) => role_id)
const entriesOfUser = ({ access, role_access }: Pick<UserRow, 'access' | 'role_access'>) => entriesOf(access, role_access)
const accessFieldsOf = (user: UserRow): AccessFields => ({ role_ids: roleIdsOf(user), entries: entriesOfUser(user), status: user.status })
const noLists: UserAccessLists = { clients: [], advertiser_groups: [], advertisers: [] }

/** Built-in role ids of the user. */
const builtInRoles = ({ roles }: Pick<UserRow, 'roles'>) => builtInRoleIds(roles)
const callerBuiltInRoles = ({ caller }: Context) => builtInRoles(caller.person ?? { roles: [] })

/** The user and the caller, as the rules of users take them. */
export const managedUser = (user: UserRow) => ({ userId: user.user_id, roles: builtInRoles(user) })
export const callerAsManaged = (context: Context) => ({
  ...(context.caller.person && { userId: context.caller.person.user_id }),
  roles: callerBuiltInRoles(context),
})

async function requireLocale({ kysely }: Database, id: number) {
  const locale = await kysely.selectFrom('locales').select('id').where('id', '=', id).executeTakeFirst()
  if (!locale) throw refuseField('locale_id', 'Choose a valid locale ID')
}

/** Replaces the roles and access lists of a user. */
async function writeAccess({ kysely }: Database, user_id: number, roleIds: readonly number[], entries: readonly AccessEntry[]) {
  await kysely.deleteFrom('user_roles').where('user_id', '=', user_id).execute()
  await kysely.deleteFrom('user_access').where('user_id', '=', user_id).execute()
  await kysely
    .insertInto('user_roles')
    .values([...new Set(roleIds)].map((role_id) => ({ user_id, role_id })))
    .execute()
  const access = entries.map((entry) => ({ user_id, ...entry }))
  if (access.length > 0) await kysely.insertInto('user_access').values(access).execute()
}

/** Creates a user with these roles and lists, and queues the invitation. An email can have only one user. */
export async function createUser(context: Context, person: NewUserDetails, lists: UserAccessLists, limited: readonly RoleLists[] = []) {
  const { database, now } = context
  const entries = entriesOf(lists, limited)
  await requireAssignable(context, person.role_ids, entries)
  const email = person.email.toLowerCase()
  const locale_id = person.locale_id ?? context.caller.person?.locale.id ?? 1
  await requireLocale(database, locale_id)
  const { first_name = '', last_name = '' } = person
  const names = { email, user_name: userNameOf(email), first_name, last_name, locale_id }
  // The email may belong to a user of another client. A used up limit refuses free emails too: otherwise it would tell them apart.
  const giveProbeBack = context.caller.access.all ? undefined : context.takeProbe()
  const inserted = await database.kysely
    .insertInto('users')
    .values({ ...names, status: 'active', password_hash: '', created_at: now() })
    .onConflict((builder) => builder.column('email').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  // Anyone can sign up with any email, so an unconfirmed sign-up does not block an invitation.
  const user = inserted ?? (await claimUnconfirmed(database.kysely, names, context))
  if (!user) throw conflict('Email', 'This email is already in use')
  giveProbeBack?.()
  await writeAccess(database, user.user_id, person.role_ids, entries)
  await queueInvitation(database.kysely, user.user_id, context.machineNow())
  await recordUser(context, { userId: user.user_id, cause: { kind: 'created' } })
  return user.user_id
}

type Cause = UndoCause | { readonly kind: 'changed' }

/** Throws if the user is the last who administers something that they would stop administering. Needs `readLocked`. */
async function requireOtherAdmin(context: Context, user: UserRow, after?: Parameters<typeof lastAdminProblem>[2]) {
  const problem = await lastAdminProblem(context, user, after)
  if (problem) throw refuseUser(problem)
}

const isSelf = ({ caller }: Context, user: UserRow) => caller.person?.user_id === user.user_id

/** Throws if the caller's role is below the user's. */
export function requireHigherRole(context: Context, user: UserRow) {
  if (manageUserRule(callerBuiltInRoles(context), builtInRoles(user)) !== true) throw noPermission()
}

/** Writes the next version of a user. Throws a `stale` refusal if the caller has an older version. */
async function nextVersion(context: Context, userId: number, change: object) {
  await updateVersioned(context, 'users', {
    key: { user_id: userId },
    change,
    subject: 'User',
  })
}

/** Writes names and locale, which do not affect access, in the next version of a user. */
async function writeNames(context: Context, userId: number, { first_name, last_name, locale_id }: Profile) {
  await requireLocale(context.database, locale_id)
  await nextVersion(context, userId, { first_name, last_name, locale_id })
}

/** Changes names and locale. */
export async function writeProfile(context: Context, user: UserRow, profile: Profile) {
  await writeNames(context, user.user_id, profile)
  await recordUser(context, { userId: user.user_id, before: user, cause: { kind: 'changed' } })
}

/**
 * The entries of a change that names no `role_access`. Limits to one role stay while the change keeps the tenant and the role. A tenant
 * that was limited to removed roles goes to the added roles, or leaves if there are none, so that no role which stays gets more.
 */
function entriesAfter({ roles, role_access }: UserRow, { role_ids, access }: Pick<UserChange, 'role_ids' | 'access'>): AccessEntry[] {
  const listed = new Set(entriesOf(access, []).map(tenantKeyOf))
  const limits = entriesOf(noLists, role_access).filter((entry) => listed.has(tenantKeyOf(entry)))
  const staying = limits.filter(({ role_id }) => role_id !== null && role_ids.includes(role_id))
  const entries = entriesOf(access, listsByLimitedRole(staying))
  const held = roles.map(({ role_id }) => role_id)
  if (!role_ids.some((id) => held.includes(id))) return entries
  const stayingTenants = new Set(staying.map(tenantKeyOf))
  const freed = new Set(limits.map(tenantKeyOf).filter((tenant) => !stayingTenants.has(tenant)))
  const added = role_ids.filter((id) => !held.includes(id))
  return entries.flatMap((entry) => (freed.has(tenantKeyOf(entry)) ? added.map((role_id) => ({ ...entry, role_id })) : [entry]))
}

/** Changes a user, and returns the id of the change. Lost permissions take effect with the user's next request. */
export async function writeUser(context: Context, user: UserRow, change: UserChange, cause: Cause = { kind: 'changed' }) {
  const { role_ids, access, role_access, status, ...profile } = change
  requireHigherRole(context, user)
  const entries = role_access ? entriesOf(access, role_access) : entriesAfter(user, change)
  const isSame = ownAccessRule(accessFieldsOf(user), { role_ids, entries, status }) === true
  if (isSelf(context, user) && !isSame) throw refuseUser('own_account')
  if (!isSame) {
    await requireAssignable(context, role_ids, entries, user)
    // The version that the caller has seen decides, so what another request changes meanwhile refuses this one.
    await readLocked(context, async () => [user])
    const after = status === 'active' ? await administrationWith(context.database, role_ids, entries) : undefined
    await requireOtherAdmin(context, user, after)
  }
  await writeNames(context, user.user_id, profile)
  if (!isSame) {
    await context.database.kysely.updateTable('users').set({ status }).where('user_id', '=', user.user_id).execute()
    await writeAccess(context.database, user.user_id, role_ids, entries)
    if (status !== 'active') await endSessionsAndLinks(context, user.user_id)
  }
  return recordUser(context, { userId: user.user_id, before: user, cause })
}

/** Activates or deactivates a user. `batch` is the id that the changes of one request share. */
export async function writeStatus(context: Context, user: UserRow, status: UserRow['status'], batch: string) {
  await nextVersion(context, user.user_id, { status })
  if (status !== 'active') await endSessionsAndLinks(context, user.user_id)
  await recordUser(context, { userId: user.user_id, before: user, cause: { kind: 'changed' }, batch })
}

/** Signs a user out everywhere. */
export async function signOut(context: Context, user: UserRow) {
  requireHigherRole(context, user)
  await endSessions(context.database.kysely, user.user_id)
  await recordUser(context, { userId: user.user_id, before: user, cause: { kind: 'signed_out' } })
}

async function endSessionsAndLinks({ database: { kysely }, machineNow }: Context, userId: number) {
  await endSessions(kysely, userId)
  await revokeLinks(kysely, userId, machineNow())
}

/** Soft-deletes a user. The email becomes free; the row stays, because the audit log refers to it. */
export async function removeUser(context: Context, read: () => Promise<UserRow>) {
  const { kysely } = context.database
  const [user] = await readLocked(context, async () => [await read()])
  if (!user) throw notFound('User')
  requireHigherRole(context, user)
  if (isSelf(context, user)) throw refuseUser('own_account', 'You can’t remove your own account')
  await requireOtherAdmin(context, user)
  await softDelete(context, 'users', {
    key: { user_id: user.user_id },
    change: {
      status: 'inactive',
      email: `removed-${user.user_id}@removed.invalid`,
      password_hash: '',
    },
    subject: 'User',
  })
  await endSessionsAndLinks(context, user.user_id)
  for (const table of [
    ...(['user_roles', 'user_access', 'user_activities', 'user_settings', 'user_notifications', 'account_links'] as const),
    'identity_subjects' as const,
  ])
    await kysely.deleteFrom(table).where('user_id', '=', user.user_id).execute()
  await recordUser(context, { userId: user.user_id, before: user, cause: { kind: 'removed' } })
}

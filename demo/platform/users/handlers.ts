import { hasPermission, hasAnyRole, roleGroups, builtInRoleIds } from '../../../src/contract/access/permissions.ts'
import { notificationTypes, type users } from '../../../src/contract/users/users.ts'
import { queueInvitation, queuePasswordReset, canMail, revokeLinks, unbindSubjects } from './accounts.ts'
import type { Context } from '../context/context.ts'
import { entriesOf, listsOf, type RoleLists } from '../access/access-entries.ts'
import { grantedRoles } from '../access/assigned-roles.ts'
import type { UserAccessLists } from '../access/users.rules.ts'
import type { Handlers } from '../http/implement.ts'
import { personOf } from '../access/caller.ts'
import { conflict, noPermission, notFound, refuseField, tooMany } from '../context/refusal.ts'
import { toUserDetail } from '../access/activities.ts'
import { accessFor, requireAccessibleLists } from '../access/user-scope.ts'
import { userReports } from './reports.ts'
import { userRow, userWithin } from './read.ts'
import { recordUser } from './history.ts'
import { sessionsOf } from './sessions.ts'
import { setStatusOfMany } from './set-status.ts'
import { requireHigherRole, createUser, removeUser, signOut, writeProfile, writeUser } from './write.ts'

type UserHandlers = Handlers<typeof users>
type CreateHandlers = Pick<UserHandlers, 'create' | 'createAtClient' | 'createAtAdvertiser'>
type ChangeHandlers = Pick<UserHandlers, 'change' | 'changeProfile' | 'changeOwn' | 'remove'>
type MailHandlers = Pick<UserHandlers, 'resetPassword' | 'resendEmail' | 'notify'>
type SessionHandlers = Pick<UserHandlers, 'sessions' | 'endSessions'>

/** The user, as the caller may see it. */
async function visibleUser({ database, caller }: Context, userId: number) {
  const row = await userRow(database, userId)
  if (!row) throw notFound('User')
  return toUserDetail(database, caller.access, row)
}

/** All tenants that a request names, for any role. */
const allLists = (lists: UserAccessLists, limited: readonly RoleLists[] = []) => listsOf(entriesOf(lists, limited))

const createHandlers: CreateHandlers = {
  create: async ({ body }, context) => {
    const { database, caller } = context
    if (!caller.access.all) throw noPermission()
    const { role_access = [], ...user } = body
    const lists = user.access ?? { clients: [], advertiser_groups: [], advertisers: [] }
    await requireAccessibleLists(database, await accessFor(database, caller, 'users.create'), allLists(lists, role_access))
    return visibleUser(context, await createUser(context, user, lists, role_access))
  },
  createAtClient: async ({ path: { memberGroupId }, body }, context) => {
    const { database, caller } = context
    const { advertiser_groups = [], advertisers = [] } = body.access ?? {}
    const roleIds = builtInRoleIds(await grantedRoles(database, body.role_ids))
    const isBelow = roleIds.every((id) => hasAnyRole([id], roleGroups.advertiserLevel))
    const lists = { clients: isBelow ? [] : [memberGroupId], advertiser_groups, advertisers }
    const tenants = await requireAccessibleLists(database, await accessFor(database, caller, 'users.create'), lists)
    const foreignTenant = tenants.find(({ member_group_id }) => member_group_id !== memberGroupId)
    if (foreignTenant) throw refuseField('access', 'Choose advertisers and groups of this client')
    return visibleUser(context, await createUser(context, body, lists))
  },
  createAtAdvertiser: async ({ path: { advertiserId }, body }, context) => {
    const { database, caller } = context
    const lists = { clients: [], advertiser_groups: [], advertisers: [advertiserId] }
    await requireAccessibleLists(database, await accessFor(database, caller, 'users.create'), lists)
    return visibleUser(context, await createUser(context, body, lists))
  },
}

/** The user, if the caller has the permission for it; otherwise not found. */
const requireUser = async ({ database, caller }: Context, permission: Parameters<typeof accessFor>[2], userId: number) =>
  userWithin(database, await accessFor(database, caller, permission), userId)

const changeHandlers: ChangeHandlers = {
  change: async ({ path: { userId }, body }, context) => {
    const user = await requireUser(context, 'users.change', userId)
    const access = await accessFor(context.database, context.caller, 'users.change')
    await requireAccessibleLists(context.database, access, allLists(body.access, body.role_access))
    await writeUser(context, user, body)
    return visibleUser(context, userId)
  },
  changeProfile: async ({ path: { userId }, body }, context) => {
    const user = await requireUser(context, 'users.change', userId)
    requireHigherRole(context, user)
    await writeProfile(context, user, body)
    return visibleUser(context, userId)
  },
  changeOwn: async ({ body }, context) => {
    const { person } = context.caller
    const user = person && (await userRow(context.database, person.user_id))
    if (!user) throw noPermission()
    await writeProfile(context, user, body)
    return visibleUser(context, user.user_id)
  },
  remove: async ({ path: { userId } }, context) => {
    await removeUser(context, () => requireUser(context, 'users.remove', userId))
    return 'success'
  },
}

/** Account mails, with a limit for each user. */
const mailHandlers: MailHandlers = {
  resetPassword: async ({ body }, { address, database, machineNow }) => {
    await queuePasswordReset(database.kysely, body.email, { networkAddress: address, now: machineNow() })
    return 'success'
  },
  resendEmail: async ({ path: { userId } }, context) => {
    const { database, machineNow } = context
    const user = await requireUser(context, 'users.create', userId)
    requireHigherRole(context, user)
    if (user.is_set_up) throw conflict('User', 'This account is already set up')
    if (user.status !== 'active') throw conflict('User', 'This account is not active')
    if (!(await canMail(database.kysely, { user_id: userId }, machineNow()))) throw tooMany(3600)
    await revokeLinks(database.kysely, userId, machineNow(), ['setup'])
    // A user who is invited again may have a new account at an external issuer.
    await unbindSubjects(database.kysely, userId)
    await queueInvitation(database.kysely, userId, machineNow())
    await recordUser(context, { userId, before: user, cause: { kind: 'invited' } })
    return 'success'
  },
  notify: async ({ path, body: { enabled } }, { database }) => {
    const type = notificationTypes.find((notificationType) => notificationType === path.type)
    if (!type) throw notFound('Notification')
    await database.kysely
      .insertInto('user_notifications')
      .values({ user_id: path.userId, type, enabled })
      .onConflict((builder) => builder.columns(['user_id', 'type']).doUpdateSet({ enabled }))
      .execute()
    return { type, enabled }
  },
}

const sessionHandlers: SessionHandlers = {
  sessions: async ({ path: { userId } }, context) => {
    if (userId !== context.caller.person?.user_id) await requireUser(context, 'users.read', userId)
    return { sessions: await sessionsOf(context.database, userId, context.machineNow()) }
  },
  endSessions: async ({ path: { userId } }, context) => {
    await signOut(context, await requireUser(context, 'users.change', userId))
    return 'success'
  },
}

export const userHandlers: UserHandlers = {
  byEmail: async ({ query }, { database, caller }) => {
    if (query.email.toLowerCase() === caller.person?.email) return caller.person
    const user = hasPermission(caller.permissions, 'users.read') ? await personOf(database, { email: query.email }) : undefined
    if (!user) throw notFound('User')
    await userWithin(database, await accessFor(database, caller, 'users.read'), user.user_id)
    return user
  },
  one: async ({ path: { userId } }, context) => {
    if (userId === context.caller.person?.user_id) return visibleUser(context, userId)
    const access = await accessFor(context.database, context.caller, 'users.read')
    return toUserDetail(context.database, access, await userWithin(context.database, access, userId))
  },
  ...createHandlers,
  ...changeHandlers,
  ...mailHandlers,
  ...sessionHandlers,
  setStatus: ({ body }, context) => setStatusOfMany(context, body),
  ...userReports,
}

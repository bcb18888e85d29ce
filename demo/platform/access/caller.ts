import { type Expression, expressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Access, canAccessClient, type TenantRef, onlyAdvertiserOf } from '../../../src/contract/access/access.rules.ts'
import { type ClientAccess, defaultClientOf, platformAdministrator } from '../../../src/contract/addresses/context.rules.ts'
import { permissionMap, hasAnyRole, roleGroups, builtInRoleIds } from '../../../src/contract/access/permissions.ts'
import type { CurrentUser } from '../../../src/contract/session/sso.ts'
import { closedClientStatuses } from '../../../src/contract/statuses.ts'
import { fullNameOf } from '../../../src/contract/users/users.ts'
import type { Caller, Identity } from '../context/context.ts'
import type { Database } from '../database/database.ts'
import { isLimitedByRole, listsOf, type TenantEntry, roleApplies } from './access-entries.ts'
import { type GrantedRole, toAssignedRole, rolesOfUser } from './assigned-roles.ts'
import { listedAdvertisers } from './listed-advertisers.ts'
import { activitiesAt, activitiesOfRole } from './activities.ts'
import { compiledOnce } from '../sql/compiled.ts'
import { anyTextOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

interface Activity {
  readonly level: string
  readonly thing_id: number
  readonly permission: string
  readonly granted: boolean
}
/** A user with their permissions at each tenant. */
interface ResolvedUser extends Pick<Caller, 'clientActivities' | 'permissions' | 'permissionsAt' | 'rolesAt' | 'variesByAdvertiser'> {
  readonly person: CurrentUser
}
type UserKey = { userId: number; sessionRound?: number | undefined; grant?: string | undefined } | { email: string }

const user = expressionBuilder<Tables, 'users'>()
const entry = expressionBuilder<Tables & { own: Tables['user_access'] }, 'own'>()

/** SQL condition: the client exists and is not closed. */
const isOpenClient = (id: Expression<number | null>) =>
  user.exists(
    user
      .selectFrom('member_groups')
      .where('member_groups.member_group_id', '=', id)
      .where(({ eb, not }) => not(eb('member_groups.status', '=', anyTextOf(closedClientStatuses)))),
  )

/** The client of the access list entry of the row `own`. */
const clientOfEntry = entry
  .case('own.kind')
  .when('client')
  .then(entry.ref('own.thing_id'))
  .when('advertiser_group')
  .then(
    entry
      .selectFrom('advertiser_groups as listed')
      .select('listed.member_group_id')
      .whereRef('listed.advertiser_group_id', '=', 'own.thing_id')
      .$asScalar(),
  )
  .else(
    entry
      .selectFrom('advertisers as listed')
      .select('listed.member_group_id')
      .whereRef('listed.advertiser_id', '=', 'own.thing_id')
      .$asScalar(),
  )
  .end()

/** The advertiser group of the access list entry of the row `own`; null for a client. */
const groupOfEntry = entry
  .case('own.kind')
  .when('advertiser_group')
  .then(entry.ref('own.thing_id'))
  .when('advertiser')
  .then(
    entry
      .selectFrom('advertisers as listed')
      .select('listed.advertiser_group_id')
      .whereRef('listed.advertiser_id', '=', 'own.thing_id')
      .$asScalar(),
  )
  .end()

interface UserRow {
  readonly user_id: number
  readonly email: string
  readonly user_name: string
  readonly first_name: string
  readonly last_name: string
  readonly locale_id: number
  readonly code: string
  readonly held: GrantedRole[]
  readonly entries: TenantEntry[]
  readonly activities: Activity[]
}

/** The access entries of the row of `users` with the client and group of each, as one JSON column. Those of closed clients are left out. */
export const tenantEntriesOfUser = compiledOnce(() =>
  jsonArrayFrom(
    user
      .selectFrom('user_access as own')
      .select(['own.kind', 'own.thing_id', 'own.role_id'])
      .select([clientOfEntry.as('member_group_id'), groupOfEntry.as('advertiser_group_id')])
      .whereRef('own.user_id', '=', 'users.user_id')
      .where(isOpenClient(clientOfEntry)),
  ),
)({})
/** The permissions that are granted or denied to the row of `users` at all tenants, as one JSON column. */
export const baseActivitiesOfUser = compiledOnce(() =>
  jsonArrayFrom(
    user
      .selectFrom('user_activities as own')
      .select('own.permission')
      .whereRef('own.user_id', '=', 'users.user_id')
      .where('own.level', '=', 'base'),
  ),
)({})
const activities = compiledOnce(() =>
  jsonArrayFrom(
    user
      .selectFrom('user_activities as own')
      .select(['own.level', 'own.thing_id', 'own.permission', 'own.granted'])
      .whereRef('own.user_id', '=', 'users.user_id'),
  ),
)({})

const active = expressionBuilder<Tables>()
  .selectFrom('users')
  .innerJoin('locales', 'locales.id', 'users.locale_id')
  .select([
    'users.user_id',
    'users.email',
    'users.user_name',
    'users.first_name',
    'users.last_name',
    'locales.id as locale_id',
    'locales.code',
  ])
  .select([rolesOfUser.as('held'), tenantEntriesOfUser.as('entries'), activities.as('activities')])
  .where('users.status', '=', 'active')

const userByEmail = compiledOnce<{ readonly email: string }, UserRow>((parameter) => active.where('users.email', '=', parameter('email')))

interface SessionOf {
  readonly userId: number
  readonly sessionRound: number | null
  readonly grant: string | null
}
/** A user in a session. Without a session round or a grant, any of the user's sessions will do. */
const userById = compiledOnce<SessionOf, UserRow>((parameter) => {
  const sessionRound = user.cast<number>(parameter('sessionRound'), 'integer')
  const grant = user.cast<string>(parameter('grant'), 'text')
  return active
    .where('users.user_id', '=', parameter('userId'))
    .where(({ eb }) => eb(sessionRound, 'is', null).or('users.session_round', '=', sessionRound))
    .where(({ eb, exists, selectFrom }) => {
      const signedIn = selectFrom('identity_records').where('kind', '=', 'Grant').where('id', '=', grant)
      return eb(grant, 'is', null).or(exists(signedIn))
    })
})

/** An active user with roles, access lists and activities. One statement, because every request runs it. */
async function activeUser({ kysely }: Database, userKey: UserKey): Promise<UserRow | undefined> {
  const query =
    'email' in userKey
      ? userByEmail({ email: userKey.email.toLowerCase() })
      : userById({ userId: userKey.userId, sessionRound: userKey.sessionRound ?? null, grant: userKey.grant ?? null })
  const { rows } = await query.execute(kysely)
  return rows[0]
}

/** Permissions from roles at a client; a custom role counts only at its own client. */
const grantedAt = (assignedRoles: readonly GrantedRole[], memberGroupId: number) =>
  assignedRoles.filter(({ member_group_id }) => member_group_id === null || member_group_id === memberGroupId).flatMap(({ words }) => words)

/** Combines the permissions of the roles that apply at a tenant with the grants and denials of each of its levels. */
function permissionsBy(rolesAt: (tenant: TenantRef) => readonly GrantedRole[], activities: readonly Activity[]) {
  const entriesAt = (level: string, id: number | null | undefined) =>
    Object.fromEntries(
      activities.filter((row) => row.level === level && row.thing_id === id).map(({ permission, granted }) => [permission, granted]),
    )
  const base = (tenant: TenantRef) => ({
    ...Object.fromEntries(grantedAt(rolesAt(tenant), tenant.member_group_id).map((permission) => [permission, true])),
    ...entriesAt('base', 0),
  })
  return (tenant: TenantRef) =>
    permissionMap({
      base: base(tenant),
      memberGroup: entriesAt('member_group', tenant.member_group_id),
      advertiserGroup: entriesAt('advertiser_group', tenant.advertiser_group_id),
      advertiser: entriesAt('advertiser', tenant.advertiser_id),
    })
}

async function resolveUser(database: Database, userKey: UserKey): Promise<ResolvedUser | undefined> {
  const user = await activeUser(database, userKey)
  if (!user) return undefined
  const { held: assignedRoles, entries, activities } = user
  const all = hasAnyRole(builtInRoleIds(assignedRoles), roleGroups.internalAndAbove)
  const access = { all, ...listsOf(entries) }
  const applies = roleApplies(entries)
  const permissionsAt = permissionsBy((tenant) => assignedRoles.filter((role) => applies(role, tenant)), activities)
  const clients = clientsInOrder(access, activities, permissionsAt)
  const roles = assignedRoles.map(({ role_id }) => role_id)
  const home = await homeTenantOf(database, access, { roles, member_group_activities: clients })
  const { user_id, email, user_name, locale_id, code } = user
  const fullName = fullNameOf(user)
  const person: CurrentUser = {
    user_id,
    email,
    user_name,
    ...(fullName && { full_name: fullName }),
    locale: { id: locale_id, code },
    roles: assignedRoles.map((role) => ({ ...toAssignedRole(role, entries), activities: activitiesOfRole(role.words) })),
    access,
    permissions: permissionsAt(home ?? { member_group_id: 0 }),
    member_group_id: home?.member_group_id ?? null,
  }
  const clientEntries = activitiesAt(activities, 'member_group')
  const clientActivities = clients.map((id) => clientEntries.find((entry) => entry.id === id) ?? { id, activities: [] })
  const isByRole = isLimitedByRole(entries)
  return {
    person,
    permissions: isByRole ? permissionsAnywhere(entries, permissionsAt) : person.permissions,
    permissionsAt,
    rolesAt: (tenant) => person.roles.filter(({ role_id, base_role_id = role_id }) => applies({ role_id, base_role_id }, tenant)),
    clientActivities,
    variesByAdvertiser:
      activities.some(({ level }) => level.startsWith('advertiser')) || (isByRole && entries.some(({ kind }) => kind !== 'client')),
  }
}

/** Permissions that the user has at one or more of their tenants. Handlers of such requests check each tenant. */
function permissionsAnywhere(entries: readonly TenantEntry[], permissionsAt: Caller['permissionsAt']) {
  const tenants = entries.map(({ kind, thing_id, member_group_id, advertiser_group_id }) => ({
    member_group_id,
    advertiser_group_id,
    ...(kind === 'advertiser' && { advertiser_id: thing_id }),
  }))
  const granted = tenants.flatMap((tenant) => Object.entries(permissionsAt(tenant)).filter(([, isGranted]) => isGranted))
  return Object.fromEntries(granted)
}

/** A user's current state; undefined if the user is not active. */
export const personOf = async (database: Database, userKey: UserKey): Promise<CurrentUser | undefined> =>
  (await resolveUser(database, userKey))?.person

/** Clients where the user has any permission: first those with a grant at the client, then the others, each by id. */
function clientsInOrder(access: Access, activities: readonly Activity[], permissionsAt: Caller['permissionsAt']) {
  const isGiven = ({ level, thing_id, granted }: Activity) => level === 'member_group' && granted && canAccessClient(access, thing_id)
  const grantedClients = activities.flatMap((activity) => (isGiven(activity) ? activity.thing_id : []))
  const listed = access.all ? [...access.clients, platformAdministrator.memberGroupId] : access.clients
  const inOrder = (ids: readonly number[]) => ids.toSorted((left, right) => left - right)
  const clients = new Set([...inOrder(grantedClients), ...inOrder(listed)])
  return [...clients].filter((member_group_id) => Object.values(permissionsAt({ member_group_id })).includes(true))
}

/** The user's home: the default client, or the advertiser if the user has only one. */
async function homeTenantOf(
  database: Database,
  access: Access,
  userRoles: Pick<ClientAccess, 'roles' | 'member_group_activities'>,
): Promise<TenantRef | undefined> {
  const [firstAdvertiser] = await listedAdvertisers(database, access, 1)
  const advertiser_member_group = firstAdvertiser ? { [firstAdvertiser.advertiser_id]: firstAdvertiser.member_group_id } : {}
  const member_group_id = defaultClientOf({ ...userRoles, advertiser_member_group })
  if (member_group_id === undefined || !firstAdvertiser || onlyAdvertiserOf(access) === undefined)
    return member_group_id ? { member_group_id } : undefined
  return firstAdvertiser
}

/** The current caller of a token's identity; undefined if the user or partner is not active. */
export async function callerOf(database: Database, identity: Identity): Promise<Caller | undefined> {
  if (identity.kind === 'partner') return partnerOf(database, identity)
  const user = await resolveUser(database, identity)
  if (!user) return undefined
  const { person } = user
  return { ...user, name: `user ${person.user_id}`, access: person.access, defaultClientId: person.member_group_id ?? undefined }
}

/** Limits a partner's token to the partner's current advertisers and permissions. */
async function partnerOf({ kysely }: Database, identity: Extract<Identity, { kind: 'partner' }>): Promise<Caller | undefined> {
  const row = await kysely
    .selectFrom('partner_clients')
    .selectAll()
    .where('client_id', '=', identity.partnerClientId)
    .where(({ ref }) => isOpenClient(ref('partner_clients.member_group_id')))
    .executeTakeFirst()
  if (!row?.active || row.member_group_id !== identity.memberGroupId) return undefined
  const accessibleIds = row.advertiser_ids
  const requestedIds = identity.advertisers
  const advertisers =
    requestedIds === 'all' ? accessibleIds : accessibleIds === null ? requestedIds : requestedIds.filter((id) => accessibleIds.includes(id))
  const permissions = Object.fromEntries(
    row.permissions.filter((permission) => identity.permissions.includes(permission)).map((permission) => [permission, true]),
  )
  return {
    name: `partner ${row.client_id} ${identity.user}`,
    partnerClientId: row.client_id,
    defaultClientId: row.member_group_id,
    access: {
      all: false,
      clients: advertisers === null ? [row.member_group_id] : [],
      advertiser_groups: [],
      advertisers: advertisers ? [...advertisers] : [],
    },
    permissions,
    permissionsAt: () => permissions,
    rolesAt: () => [],
    variesByAdvertiser: false,
  }
}

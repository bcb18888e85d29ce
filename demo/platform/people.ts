import { permissionMap, rolePermissions } from '../../src/contract/permissions.ts'
import { type RoleId, roles } from '../../src/contract/roles.ts'
import type { Person } from '../../src/contract/sso.ts'
import type { Caller, Identity } from './context.ts'
import type { Database } from './database/open.ts'

const isRole = (id: number): id is RoleId => roles.some(({ role_id }) => role_id === id)

async function rowsOf({ kysely }: Database, userId: number) {
  return Promise.all([
    kysely.selectFrom('user_roles').select('role_id').where('user_id', '=', userId).execute(),
    kysely.selectFrom('user_access').select(['kind', 'thing_id']).where('user_id', '=', userId).execute(),
    kysely.selectFrom('user_activities').select(['level', 'permission', 'granted']).where('user_id', '=', userId).execute(),
  ])
}

/** A person as they are now: what was revoked a moment ago is gone. Nobody who is not active. */
export async function personOf(database: Database, by: { userId: number } | { email: string }): Promise<Person | undefined> {
  const user = await database.kysely
    .selectFrom('users')
    .innerJoin('locales', 'locales.id', 'users.locale_id')
    .select(['user_id', 'email', 'user_name', 'status', 'locales.id as locale_id', 'locales.code'])
    .where((where) => ('userId' in by ? where('user_id', '=', by.userId) : where('email', '=', by.email.toLowerCase())))
    .executeTakeFirst()
  if (user?.status !== 'active') return undefined
  const [held, lists, activities] = await rowsOf(database, user.user_id)
  const roleIds = held.map(({ role_id }) => role_id).filter(isRole)
  const ids = (kind: string) => lists.filter((row) => row.kind === kind).map(({ thing_id }) => thing_id)
  const at = (level: string) =>
    Object.fromEntries(activities.filter((row) => row.level === level).map(({ permission, granted }) => [permission, granted]))
  const base = { ...Object.fromEntries(roleIds.flatMap((id) => rolePermissions[id]).map((word) => [word, true])), ...at('base') }
  const access = {
    all: roleIds.some((id) => id <= 2),
    clients: ids('client'),
    advertiser_groups: ids('advertiser_group'),
    advertisers: ids('advertiser'),
  }
  return {
    user_id: user.user_id,
    email: user.email,
    user_name: user.user_name,
    locale: { id: user.locale_id, code: user.code },
    roles: roles.filter(({ role_id }) => roleIds.includes(role_id)).map(({ role_id, name }) => ({ role_id, name })),
    access,
    permissions: permissionMap({
      base,
      memberGroup: at('member_group'),
      advertiserGroup: at('advertiser_group'),
      advertiser: at('advertiser'),
    }),
    member_group_id: await firstClient(database, access),
  }
}

/** Where somebody begins: their first client, or that of their first advertiser. */
async function firstClient({ kysely }: Database, access: Person['access']): Promise<number | null> {
  if (access.clients.length > 0) return Math.min(...access.clients)
  if (access.all) return 1
  const owner = await kysely
    .selectFrom('advertisers')
    .select('member_group_id')
    .where((where) =>
      where.or([
        where('advertiser_id', 'in', [0, ...access.advertisers]),
        where('advertiser_group_id', 'in', [0, ...access.advertiser_groups]),
      ]),
    )
    .orderBy('advertiser_id')
    .executeTakeFirst()
  return owner?.member_group_id ?? null
}

/** Who a token's identity is at this moment. */
export async function callerOf(database: Database, identity: Identity): Promise<Caller | undefined> {
  if (identity.kind === 'partner') return partnerOf(database, identity)
  const person = await personOf(database, { userId: identity.userId })
  return person && { name: `user ${person.user_id}`, access: person.access, permissions: person.permissions, person }
}

/** A partner's token never opens more than its client does today. */
async function partnerOf({ kysely }: Database, identity: Extract<Identity, { kind: 'partner' }>): Promise<Caller | undefined> {
  const row = await kysely.selectFrom('partner_clients').selectAll().where('client_id', '=', identity.partnerClientId).executeTakeFirst()
  if (!row?.active || row.member_group_id !== identity.memberGroupId) return undefined
  const own = row.advertiser_ids
  const asked = identity.advertisers
  const advertisers = asked === 'all' ? own : own === null ? asked : asked.filter((id) => own.includes(id))
  return {
    name: `partner ${row.client_id} ${identity.user}`,
    partnerClientId: row.client_id,
    access: {
      all: false,
      clients: advertisers === null ? [row.member_group_id] : [],
      advertiser_groups: [],
      advertisers: advertisers ?? [],
    },
    permissions: Object.fromEntries(row.permissions.filter((word) => identity.permissions.includes(word)).map((word) => [word, true])),
  }
}

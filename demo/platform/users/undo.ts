import { type Access, canAccessAdvertiser, canAccessClient, internalMemberGroupId } from '../../../src/contract/access/access.rules.ts'
import { administerUserRule } from '../../../src/contract/users/users.rules.ts'
import type { UserChange } from '../../../src/contract/users/users.ts'
import { entriesOf, listsOf } from '../access/access-entries.ts'
import { accessFor, requireAccessibleLists, tenantsOf } from '../access/user-scope.ts'
import type { UserAccessLists } from '../access/users.rules.ts'
import type { NounHistory } from '../changes/nouns.ts'
import type { Fields } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { anyOf } from '../sql/pieces.ts'
import { historyFields } from './history.ts'
import { usersWithin, userWithin } from './read.ts'
import { callerAsManaged, managedUser, writeUser } from './write.ts'

type UserFields = Omit<UserChange, 'access'> & UserAccessLists
const undoableFields: readonly (keyof UserFields)[] = [
  'first_name',
  'last_name',
  'locale_id',
  'status',
  'role_ids',
  'clients',
  'advertiser_groups',
  'advertisers',
  'role_access',
]

const visibleUser = async ({ database, caller }: Context, userId: number) =>
  userWithin(database, await accessFor(database, caller, 'users.read'), userId)

/** Whether the caller may change the user, as far as their access goes. */
async function isWithinReach({ database, caller }: Context, userId: number) {
  const access = await accessFor(database, caller, 'users.change')
  const { users } = await usersWithin(database, access, { filters: [{ field: 'user_id', operation: '=', value: userId }] })
  return users.length > 0
}

/** Returns a function that keeps the tenants of a list that exist and are within the access. */
async function listFilter(database: Context['database'], access: Access, lists: UserAccessLists) {
  const tenants = (await tenantsOf(database, lists)).filter((tenant) => canAccessAdvertiser(access, tenant))
  const advertisers = new Set(tenants.flatMap(({ advertiser_id }) => advertiser_id ?? []))
  const groups = new Set(tenants.flatMap((tenant) => (tenant.advertiser_id === undefined ? (tenant.advertiser_group_id ?? []) : [])))
  return (field: keyof UserAccessLists, ids: readonly number[]) => {
    if (field === 'clients') return ids.filter((id) => canAccessClient(access, id))
    return ids.filter((id) => (field === 'advertisers' ? advertisers : groups).has(id))
  }
}

const mutableLists = ({ clients, advertiser_groups, advertisers }: UserAccessLists) => ({
  clients: [...clients],
  advertiser_groups: [...advertiser_groups],
  advertisers: [...advertisers],
})

const listNames = ['clients', 'advertiser_groups', 'advertisers'] as const
type StoredFields = { readonly [F in keyof UserFields]?: UserFields[F] | null }
const stored = (values: Fields) => values as StoredFields // history stores each value with the type of its field, and null before a creation

/** All tenants that some values name, for any role. */
const allLists = (values: readonly Fields[]) =>
  listsOf(
    values.flatMap((fields) => {
      const { role_access, ...lists } = stored(fields)
      return [lists, ...(role_access ?? []).map(({ access }) => access)].flatMap(({ clients, advertiser_groups, advertisers }) => [
        ...(clients ?? []).map((thing_id) => ({ kind: 'client', thing_id, role_id: null })),
        ...(advertiser_groups ?? []).map((thing_id) => ({ kind: 'advertiser_group', thing_id, role_id: null })),
        ...(advertisers ?? []).map((thing_id) => ({ kind: 'advertiser', thing_id, role_id: null })),
      ])
    }),
  )

const rolesIn = ({ role_ids, role_access }: StoredFields) => [...(role_ids ?? []), ...(role_access ?? []).map(({ role_id }) => role_id)]

/** The roles among `ids` that still exist. */
async function existingRoles({ kysely }: Context['database'], ids: readonly number[]) {
  const rows = await kysely.selectFrom('roles').select('role_id').where('role_id', '=', anyOf(ids)).execute()
  return new Set(rows.map(({ role_id }) => role_id))
}

/** Users: every change of their names, status, roles and access can be undone by callers who may make the change again. */
export const userHistory: NounHistory<{ readonly userId: number }> = {
  subject: 'User',
  entities: ['user'],
  undoableFields,
  recordOf: async (context, { userId }) => {
    const user = await visibleUser(context, userId)
    const isChangeable = administerUserRule(callerAsManaged(context), managedUser(user)) === true && (await isWithinReach(context, userId))
    return {
      memberGroupId: internalMemberGroupId,
      entityId: userId,
      version: user.version,
      fields: historyFields(user),
      isChangeable,
    }
  },
  restore: async (context, { userId }, fields, cause) => {
    const user = await visibleUser(context, userId)
    const { clients, advertiser_groups, advertisers, ...change } = fields as unknown as UserFields // the current fields with restored ones
    const access = mutableLists({ clients, advertiser_groups, advertisers })
    // The change may be that of a caller who has access to more tenants.
    const callerAccess = await accessFor(context.database, context.caller, 'users.change')
    await requireAccessibleLists(context.database, callerAccess, listsOf(entriesOf(access, change.role_access ?? [])))
    return (await writeUser(context, user, { ...change, access }, cause)) ?? 0
  },
  restorable: async ({ database, caller }, values) => {
    const keep = await listFilter(database, await accessFor(database, caller, 'users.change'), allLists(values))
    const roles = await existingRoles(
      database,
      values.flatMap((fields) => rolesIn(stored(fields))),
    )
    const areWithin = (lists: Partial<StoredFields>) =>
      listNames.every((name) => keep(name, lists[name] ?? []).length === (lists[name] ?? []).length)
    return (before) => {
      const fields = stored(before)
      return (
        areWithin(fields) &&
        (fields.role_access ?? []).every(({ access }) => areWithin(access)) &&
        rolesIn(fields).every((id) => roles.has(id))
      )
    }
  },
  redactor: async (context, values) => {
    const redactList = await listFilter(context.database, context.caller.access, allLists(values))
    const redactLists = (fields: Fields): Fields => ({
      ...fields,
      ...Object.fromEntries(
        listNames.flatMap((name) => {
          const ids = stored(fields)[name]
          return ids ? [[name, redactList(name, ids)] as const] : [] // a pair
        }),
      ),
    })
    return (fields) => {
      const { role_access } = stored(fields)
      return {
        ...redactLists(fields),
        ...(role_access && { role_access: role_access.map(({ role_id, access }) => ({ role_id, access: redactLists(access) })) }),
      }
    }
  },
}

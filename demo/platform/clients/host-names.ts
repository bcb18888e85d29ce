import type { HostCheck } from '../../../src/contract/clients/hosts.ts'
import type { MemberGroupChange } from '../../../src/contract/clients/clients.ts'
import type { Database } from '../database/database.ts'
import { conflict, ruleProblem } from '../context/refusal.ts'
import { lock } from '../sql/lock.ts'
import { isReservedKey, lookOf } from './confusables.rules.ts'

type Names = Pick<MemberGroupChange, 'host_name' | 'login_key'>

/** The names of all other clients, also those that wait for a confirmation. */
async function namesOfOthers({ kysely }: Database, memberGroupId: number) {
  const rows = await kysely
    .selectFrom('member_groups')
    .select(['member_group_id', 'name', 'host_name', 'login_key', 'requested_host_name', 'requested_login_key'])
    .where('member_group_id', '!=', memberGroupId)
    .execute()
  return rows.map(({ host_name, login_key, requested_host_name, requested_login_key, ...client }) => ({
    client,
    host_name: [host_name, requested_host_name],
    login_key: [login_key, requested_login_key],
  }))
}
type OtherClient = Awaited<ReturnType<typeof namesOfOthers>>[number]

interface NameConflict {
  readonly code: 'taken' | 'looks_like'
  readonly client: OtherClient['client']
}

function conflictOf(others: readonly OtherClient[], field: keyof Names, name: string): NameConflict | undefined {
  const owner = others.find((other) => other[field].includes(name))
  if (owner) return { code: 'taken', client: owner.client }
  const look = lookOf(name)
  const lookAlike = others.find((other) => other[field].some((one) => one !== null && lookOf(one) === look))
  return lookAlike && { code: 'looks_like', client: lookAlike.client }
}

/** The state of a host name for a client: free, its own, or in conflict with another client. */
export async function hostState(database: Database, memberGroupId: number, hostName: string) {
  const found = conflictOf(await namesOfOthers(database, memberGroupId), 'host_name', hostName)
  if (found) return { state: found.code, client: found.client }
  const own = await database.kysely
    .selectFrom('member_groups')
    .select('member_group_id')
    .where('member_group_id', '=', memberGroupId)
    .where((where) => where.or([where('host_name', '=', hostName), where('requested_host_name', '=', hostName)]))
    .executeTakeFirst()
  const state: HostCheck['state'] = own ? 'own' : 'free'
  return { state, client: null }
}

const rules = {
  taken: 'Already used by another client',
  looks_like: 'Looks like that of another client',
  reserved: 'A word of the platform’s own addresses',
} as const
const subjects = { host_name: 'Host name', login_key: 'Login key' } as const

const refusal = (field: keyof Names, code: keyof typeof rules) =>
  conflict(subjects[field], rules[code], [ruleProblem(field, rules[code], { code })])

/** Throws for a host name or login key that another client has, or that could be confused with one. The lock makes concurrent requests wait. */
export async function requireFreeNames(database: Database, names: Names, exceptId = 0) {
  await lock(database.kysely, 'clientHostsAndLoginKeys')
  const { host_name, login_key } = names
  if (!host_name && !login_key) return
  if (login_key && isReservedKey(login_key)) throw refusal('login_key', 'reserved')
  const others = await namesOfOthers(database, exceptId)
  for (const [field, name] of [['host_name', host_name] as const, ['login_key', login_key] as const]) {
    const found = name ? conflictOf(others, field, name) : undefined
    if (found) throw refusal(field, found.code)
  }
}

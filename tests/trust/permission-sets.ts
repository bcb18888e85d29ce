import { sql } from 'kysely'
import type { TenantRef } from '../../src/contract/access/access.rules.ts'
import { permissions, rolePermissions, type RoleId } from '../../src/contract/access/permissions.ts'
import type { Database } from '../../demo/platform/database/database.ts'
import { callerOf } from '../../demo/platform/access/caller.ts'
import { people, personNames } from '../support/world/people.ts'
import { chance, oneOf } from '../support/walks/random-requests.ts'
import { rehearse } from '../support/walks/rehearsal.ts'
import { seededAdvertisers } from '../support/world/small-seed.ts'
import type { SmallWorld } from '../support/world/small-world.ts'
import type { Run } from './keep.ts'

interface Said {
  readonly level: string
  readonly thing_id: number
  readonly permission: string
  readonly granted: boolean
}
/** Permission levels from the weakest to the strongest, and the id of a tenant that each level refers to. */
const levels: readonly (readonly [string, (tenant: TenantRef) => number | null | undefined])[] = [
  ['base', () => 0],
  ['member_group', (tenant) => tenant.member_group_id],
  ['advertiser_group', (tenant) => tenant.advertiser_group_id],
  ['advertiser', (tenant) => tenant.advertiser_id],
]
const everyTenant: readonly TenantRef[] = seededAdvertisers.map(({ client, group, advertiser }) => ({
  member_group_id: client,
  advertiser_group_id: group,
  advertiser_id: advertiser,
}))

function randomSaid(next: () => number): Said[] {
  const all = Array.from({ length: 1 + Math.floor(next() * 12) }, () => {
    const [level, idOf] = oneOf(levels, next)
    return { level, thing_id: idOf(oneOf(everyTenant, next)) ?? 0, permission: oneOf(permissions, next), granted: next() < 0.5 }
  })
  return [...new Map(all.map((one) => [`${one.level} ${one.thing_id} ${one.permission}`, one])).values()]
}

/** Random edits of a role: the permissions to toggle. */
const randomEdits = (next: () => number) => new Set<string>(Array.from({ length: Math.floor(next() * 6) }, () => oneOf(permissions, next)))

/** Toggles the permissions of a role. */
const edit = ({ kysely }: Database, role: RoleId, words: ReadonlySet<string>) =>
  sql`
    with turned as (
      select activity_id, permission_id from activity_permissions join activities a using (activity_id) join permissions p using (permission_id)
      where a.name || '.' || p.name = any(${[...words]}::text[])),
    taken as (delete from role_permissions using turned where role_id = ${role} and role_permissions.activity_id = turned.activity_id
      and role_permissions.permission_id = turned.permission_id returning role_permissions.activity_id, role_permissions.permission_id)
    insert into role_permissions (role_id, activity_id, permission_id)
    select ${role}::int, activity_id, permission_id from (select * from turned except select * from taken) added`.execute(kysely)

/** The strongest level with an entry decides; without an entry, the edited role decides. */
function expected(role: RoleId, edits: ReadonlySet<string>, said: readonly Said[], tenant: TenantRef, permission: string) {
  const words = levels.flatMap(([level, idOf]) =>
    said.filter((one) => one.level === level && one.permission === permission && one.thing_id === idOf(tenant)),
  )
  return words.at(-1)?.granted ?? rolePermissions[role].some((one) => one === permission) !== edits.has(permission)
}

interface SetsOptions {
  readonly ask?: typeof callerOf
  /** Of the check; a test has none. */
  readonly run?: Run
}

/** Edits roles at random, sets random permissions at random levels, and compares the platform's decisions with the expected ones. */
export async function permissionSets(world: SmallWorld, sets: number, { ask = callerOf, run }: SetsOptions = {}) {
  const next = chance(1)
  const { database, undo, end } = await rehearse(world.database)
  const wrong: string[] = []
  try {
    for (let set = 0; set < sets; set++) {
      run?.signal.throwIfAborted()
      run?.progress('sets', set, sets)
      const { userId, role } = people[oneOf(personNames, next)]
      const said = randomSaid(next)
      const edits = randomEdits(next)
      await edit(database, role, edits)
      await database.kysely
        .insertInto('user_activities')
        .values(said.map((one) => ({ ...one, user_id: userId })))
        .execute()
      const caller = await ask(database, { kind: 'person', userId })
      for (const tenant of everyTenant)
        for (const permission of permissions) {
          if ((caller?.permissionsAt(tenant)[permission] === true) !== expected(role, edits, said, tenant, permission))
            wrong.push(`${permission} of user ${userId} at ${JSON.stringify(tenant)} after ${JSON.stringify(said)}`)
        }
      await undo()
    }
  } finally {
    await end()
  }
  return { compared: sets * everyTenant.length * permissions.length, wrong }
}

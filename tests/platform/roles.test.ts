import { describe, expect, test } from 'vitest'
import { learnPermissions } from '../../demo/platform/tables/learn-permissions.ts'
import { contract } from '../../src/contract/index.ts'
import { areas, type Permission, permissions, rolePermissions, roles as eight } from '../../src/contract/access/permissions.ts'
import type { RecordChange } from '../../src/contract/changes/changes.ts'
import type { Role, RoleSummary } from '../../src/contract/access/role-endpoints.ts'
import { type CallerName, people, personNames } from '../support/world/people.ts'
import { leakMarkers, ownRole } from '../support/world/small-seed.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { roles, users } = contract
const kysely = () => world.database.kysely
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-roles` })
const one = async (name: CallerName, role_id: number) => world.as(name).send(roles.one, { query: { role_id } })
const listed = async (name: CallerName): Promise<number[]> =>
  (await world.as(name).send(roles.list, {})).reply.result.map(({ role_id }: Role) => role_id)
const make = (name: CallerName, memberGroupId: number, base_role_id: number, title = 'Desk') =>
  world.as(name).send(roles.create, { path: { memberGroupId }, body: { name: title, base_role_id } }, keyed())
const rename = (name: CallerName, roleId: number, title: string, version = 1) =>
  world.as(name).send(roles.change, { path: { roleId }, body: { name: title } }, { 'If-Match': String(version) })
const remove = (name: CallerName, roleId: number) => world.as(name).send(roles.remove, { path: { roleId } })

const wordsOf = ({ activities }: Role) =>
  activities.flatMap(({ name, permissions: all }) => all.flatMap((each) => (each.selected ? `${name}.${each.name}` : [])))
async function permissionOf(role_id: number, permission: string) {
  const role: Role = (await one('superUser', role_id)).reply.result
  const [area, action] = permission.split('.')
  const found = role.activities.find(({ name }) => name === area)?.permissions.find(({ name }) => name === action)
  if (!found) throw new Error(`There is no ${permission}`)
  return found
}
async function grant(name: CallerName, role_id: number, permission: string) {
  const { activity_id, permission_id } = await permissionOf(role_id, permission)
  return world.as(name).send(roles.grant, { body: { role_id, activity_id, permission_id } })
}
async function revoke(name: CallerName, role_id: number, permission: string) {
  const { role_permission_id } = await permissionOf(role_id, permission)
  return world.as(name).send(roles.revoke, { path: { rolePermissionId: role_permission_id ?? 0 } })
}
const deny = (name: (typeof personNames)[number], level: string, thing_id: number, permission: string) =>
  kysely().insertInto('user_activities').values({ user_id: people[name].userId, level, thing_id, permission, granted: false }).execute()

describe('the list of roles', () => {
  test('contains the eight with the permissions of the contract, one by one', async () => {
    for (const { role_id, name, level } of eight) {
      const role: Role = (await one('superUser', role_id)).reply.result
      expect(role).toMatchObject({ role_id, id: role_id, name, level, base_role_id: role_id, member_group_id: null })
      expect(wordsOf(role).toSorted()).toEqual([...rolePermissions[role_id]].toSorted())
      const granted = (await world.as('superUser').send(roles.granted, { query: { role_id } })).reply.result
      expect(granted).toHaveLength(rolePermissions[role_id].length)
    }
  })

  test('without an ID, a role is the first of the caller, and permissions are those of all roles of the list', async () => {
    for (const name of ['superUser', 'clientViewer', 'advertiserViewer'] as const) {
      const own = await world.as(name).send(roles.one, { query: {} })
      expect([own.status, own.reply.result.role_id], name).toEqual([200, people[name].role])
      const granted = await world.as(name).send(roles.granted, { query: {} })
      const of = new Set(granted.reply.result.map(({ role_id }: { role_id: number }) => role_id))
      expect([granted.status, [...of].toSorted()], name).toEqual([200, (await listed(name)).toSorted()])
    }
    expect((await world.as('superUser').send(roles.one, { query: { role_id: 'first' as never } })).status).toBe(422) // not a number
  })

  test('groups permissions by activity', async () => {
    const activities = (await world.as('clientViewer').send(roles.activities, {})).reply.result
    const names = (await world.as('clientViewer').send(roles.permissions, {})).reply.result
    const nameOf = (id: number) => names.find((each: { permission_id: number }) => each.permission_id === id).name
    const said = activities.map((each: { name: string; permission_ids: number[] }) => [
      each.name,
      each.permission_ids.map(nameOf).toSorted(),
    ])
    expect(said).toEqual(Object.entries(areas).map(([name, actions]) => [name, [...actions].toSorted()]))
  })

  const own = [1, 2, 3].map((client) => ownRole(client).roleId)
  const seen: readonly [CallerName, number[]][] = [
    ['superUser', [1, 2, 3, 4, 5, 6, 7, 8, ...own]],
    ['internalAdmin', [2, 3, 4, 5, 6, 7, 8, ...own]],
    ['clientAdmin', [3, 4, 5, 6, 7, 8, ...own.slice(0, 1)]],
    ['clientViewer', [3, 4, 5, 6, 7, 8, ...own.slice(0, 1)]],
    ['advertiserAdmin', [5, 6, 7, 8, ...own.slice(0, 1)]],
    ['advertiserViewer', [5, 6, 7, 8, ...own.slice(0, 1)]],
  ]
  test.each(seen)('of %s contains those of their level and their clients', async (name, expected) => {
    expect(await listed(name)).toEqual(expected)
    const { reply } = await world.as(name).send(roles.report, { body: { sort: [{ field: 'role_id', order: 'asc' }] } })
    expect([reply.result.total, reply.result.roles.map(({ role_id }: Role) => role_id)]).toEqual([expected.length, expected])
    for (const id of [1, 2, 3, 8, ...own]) expect([id, (await one(name, id)).status]).toEqual([id, expected.includes(id) ? 200 : 404])
  })
})

describe('editing a role', () => {
  const seesReports = async (name: CallerName) =>
    (await world.as(name).send(contract.memberGroups.one, { path: { memberGroupId: 1 } })).status
  test('applies to its holders at their next request, and to no others', async () => {
    expect((await revoke('superUser', 4, 'member_groups.read')).status).toBe(200)
    expect([await seesReports('clientViewer'), await seesReports('clientAdmin')]).toEqual([403, 200])
    expect((await grant('superUser', 4, 'member_groups.read')).status).toBe(200)
    expect(await seesReports('clientViewer')).toBe(200)
  })

  test('twice the same way changes nothing the second time', async () => {
    const first = await grant('superUser', 4, 'users.create')
    const again = await grant('superUser', 4, 'users.create')
    expect([first.status, again.reply.result]).toEqual([200, first.reply.result])
  })

  test('sets a title, which is unique and shown everywhere', async () => {
    expect((await rename('superUser', 4, 'Client reader')).reply.result).toMatchObject({ name: 'Client reader', version: 2 })
    const { reply } = await world.as('clientViewer').send(users.byEmail, { query: { email: 'clientviewer@placard.example' } })
    expect(reply.result.roles).toMatchObject([{ role_id: 4, id: 4, name: 'Client reader' }])
    expect([(await rename('superUser', 4, 'Stale')).status, (await rename('superUser', 4, 'CLIENT admin', 2)).status]).toEqual([412, 409])
    expect((await rename('superUser', 4, '  ', 2)).status).toBe(422)
  })

  test('is for internal staff when the role is global, and never possible for a higher role', async () => {
    for (const name of personNames.slice(2)) {
      expect([name, (await grant(name, 8, 'currencies.read')).status]).toEqual([name, 403])
      expect([name, (await rename(name, 8, 'Other')).status]).toEqual([name, 403])
    }
    const above = await permissionOf(1, 'users.read')
    const path = { rolePermissionId: above.role_permission_id ?? 0 }
    expect((await world.as('internalAdmin').send(roles.revoke, { path })).status).toBe(404)
    expect((await rename('internalAdmin', 1, 'Other')).status).toBe(404)
  })

  test('grants only permissions that the editor holds wherever the role applies', async () => {
    await deny('internalAdmin', 'base', 0, 'users.create')
    expect((await grant('internalAdmin', 4, 'users.create')).status).toBe(403)
    expect((await grant('internalAdmin', 4, 'users.remove')).status).toBe(200)
    await deny('internalAdmin', 'member_group', 2, 'users.change')
    expect((await grant('internalAdmin', 4, 'users.change')).status).toBe(403)
    expect((await grant('internalAdmin', ownRole(1).roleId, 'users.change')).status).toBe(200)
    expect((await grant('internalAdmin', ownRole(2).roleId, 'users.change')).status).toBe(403)
  })

  test("is refused for the super user role and for the editor's own role", async () => {
    for (const permission of permissions) expect((await revoke('superUser', 1, permission)).status).toBe(409)
    expect((await revoke('internalAdmin', 2, 'reports.read')).status).toBe(409)
    expect((await revoke('superUser', 2, 'reports.read')).status).toBe(200)
    expect((await grant('internalAdmin', 2, 'reports.read')).status).toBe(409)
  })

  test('accepts only permissions that an activity contains', async () => {
    const { activity_id } = await permissionOf(4, 'reports.read')
    const { permission_id } = await permissionOf(4, 'users.remove')
    expect((await world.as('superUser').send(roles.grant, { body: { role_id: 4, activity_id, permission_id } })).status).toBe(422)
  })
})

describe('the counts of roles', () => {
  const report = async (name: CallerName, body: object = {}): Promise<RoleSummary[]> =>
    (await world.as(name).send(roles.report, { body: { sort: [{ field: 'role_id', order: 'asc' }], ...body } })).reply.result.roles

  test('are the permissions of each role, and the users that the caller may see', async () => {
    const shown = (await report('superUser')).map(({ role_id, user_count, permission_count }) => [role_id, user_count, permission_count])
    expect(shown.slice(0, 4)).toEqual([
      [1, 1, permissions.length],
      [2, 1, permissions.length],
      [3, 1, rolePermissions[3].length],
      [4, 1, rolePermissions[4].length],
    ])
    expect(shown.at(-1)).toEqual([ownRole(3).roleId, 0, 1])
    const [admin] = await report('advertiserAdmin', { filters: [{ field: 'role_id', operation: '=', value: 7 }] })
    expect(admin?.user_count).toBe(0)
    const [viewer] = await report('clientViewer', { filters: [{ field: 'role_id', operation: '=', value: 7 }] })
    expect(viewer?.user_count).toBe(1)
    await deny('clientViewer', 'base', 0, 'users.read')
    expect((await report('clientViewer'))[0]?.user_count).toBeNull()
  })

  test('of a client are those that apply there, with its name', async () => {
    const own = (await report('superUser', { member_group_id: 2 })).slice(8)
    expect(own).toMatchObject([{ role_id: ownRole(2).roleId, member_group_id: 2, member_group_name: leakMarkers.client(2) }])
    expect((await world.as('clientAdmin').send(roles.report, { body: { member_group_id: 2 } })).status).toBe(404)
  })

  test('belong to a list of the users, as far as the caller may see them', async () => {
    const holders = async (name: CallerName, roleId: number) => {
      const { status, reply } = await world.as(name).send(roles.usersReport, { path: { roleId }, body: {} })
      return status === 200 ? reply.result.users.map(({ user_id }: { user_id: number }) => user_id) : status
    }
    expect(await holders('superUser', 7)).toEqual([people.advertiserViewer.userId])
    expect(await holders('clientViewer', 7)).toEqual([people.advertiserViewer.userId])
    expect(await holders('advertiserAdmin', 7)).toEqual([])
    expect([await holders('clientAdmin', 1), await holders('clientAdmin', ownRole(2).roleId)]).toEqual([404, 404])
  })
})

describe('the versions of a role', () => {
  const send = async (name: CallerName, word: string, version: number) => {
    const { activity_id, permission_id } = await permissionOf(4, word)
    return world.as(name).send(roles.grant, { body: { role_id: 4, activity_id, permission_id } }, { 'If-Match': String(version) })
  }
  const versionOf = async () => (await one('superUser', 4)).reply.result.version

  test('count each grant, revocation and name, and an outdated one is refused', async () => {
    expect([(await send('superUser', 'users.create', 1)).status, await versionOf()]).toEqual([200, 2])
    expect([(await revoke('superUser', 4, 'reports.read')).status, await versionOf()]).toEqual([200, 3])
    expect([(await rename('superUser', 4, 'Reader', 3)).status, await versionOf()]).toEqual([200, 4])
    expect([(await send('superUser', 'users.remove', 3)).status, (await rename('superUser', 4, 'Other', 3)).status]).toEqual([412, 412])
    expect((await permissionOf(4, 'users.remove')).selected).toBe(false)
  })

  test('stay when nothing changes, and an outdated one is refused even then', async () => {
    const { activity_id, permission_id } = await permissionOf(4, 'users.read')
    const again = (version: number) =>
      world.as('superUser').send(roles.grant, { body: { role_id: 4, activity_id, permission_id } }, { 'If-Match': String(version) })
    expect([(await again(1)).status, (await again(2)).status, await versionOf()]).toEqual([200, 412, 1])
  })
})

describe('the last administrator of a client', () => {
  const setUp = (userId: number) => kysely().updateTable('users').set({ password_hash: 'hash' }).where('user_id', '=', userId).execute()

  test('keeps the permission to change users in its role', async () => {
    const refusal = await revoke('superUser', 3, 'users.change')
    expect([refusal.status, refusal.reply.fields?.[0]?.code]).toEqual([409, 'last_client_admin'])
    expect((await revoke('superUser', 3, 'users.remove')).status).toBe(200)
    const { role_id } = (await make('superUser', 1, 3, 'Head')).reply.result
    const body = { email: 'head@placard.example', role_ids: [role_id] }
    const { user_id } = (await world.as('superUser').send(users.createAtClient, { path: { memberGroupId: 1 }, body }, keyed())).reply.result
    expect((await revoke('superUser', 3, 'users.change')).status).toBe(409)
    await setUp(user_id)
    expect((await revoke('superUser', 3, 'users.change')).status).toBe(200)
    expect((await revoke('superUser', role_id, 'users.change')).status).toBe(409)
  })

  test('is not another one whose role lacks that permission', async () => {
    const { role_id } = (await make('superUser', 1, 3, 'Desk')).reply.result
    const body = { email: 'desk@placard.example', role_ids: [role_id] }
    const { user_id } = (await world.as('superUser').send(users.createAtClient, { path: { memberGroupId: 1 }, body }, keyed())).reply.result
    await setUp(user_id)
    const deactivate = async () => {
      const request = { user_ids: [people.clientAdmin.userId], status: 'inactive' as const, dry_run: true }
      return (await world.as('superUser').send(users.setStatus, { body: request })).reply.result.users[0].code
    }
    expect(await deactivate()).toBeNull()
    expect((await revoke('superUser', role_id, 'users.change')).status).toBe(200)
    expect(await deactivate()).toBe('last_client_admin')
  })
})

describe('the effect of a change of a role', () => {
  const effect = async (name: CallerName, roleId: number, added: Permission[], removed: Permission[]) =>
    (await world.as(name).send(roles.effect, { path: { roleId }, body: { added, removed } })).reply.result
  test('counts the users who gain or lose a permission that nothing else grants', async () => {
    const lose = (permission: string, count: number) => ({ permission, gain: 0, lose: count })
    expect(await effect('superUser', 7, ['campaigns.create'], ['reports.read'])).toEqual({
      users: 1,
      permissions: [{ permission: 'campaigns.create', gain: 1, lose: 0 }, lose('reports.read', 1)],
    })
    await kysely().insertInto('user_roles').values({ user_id: people.advertiserViewer.userId, role_id: 8 }).execute()
    expect((await effect('superUser', 7, [], ['reports.read', 'campaigns.read'])).permissions).toEqual([
      lose('reports.read', 0),
      lose('campaigns.read', 1),
    ])
    await deny('advertiserViewer', 'base', 0, 'campaigns.read')
    expect((await effect('superUser', 7, [], ['campaigns.read'])).permissions).toEqual([lose('campaigns.read', 0)])
    expect(await effect('superUser', 7, ['campaigns.read'], ['users.create'])).toMatchObject({ permissions: [] })
    expect((await effect('advertiserAdmin', 7, [], ['reports.read'])).users).toBe(0)
  })
})

describe('the history of a role', () => {
  const historyOf = async (roleId: number, name: CallerName = 'superUser'): Promise<RecordChange[]> =>
    (await world.as(name).send(contract.changes.role.report, { path: { roleId }, body: {} })).reply.result.changes
  const undo = async (name: CallerName, roleId: number, change_id: number) => {
    const { version } = (await one('superUser', roleId)).reply.result
    return world.as(name).send(contract.changes.role.undo, { path: { roleId }, body: { change_id } }, { 'If-Match': String(version) })
  }

  test('has the creation, each grant, revocation and name, and undoes them', async () => {
    const { role_id } = (await make('clientAdmin', 1, 4)).reply.result
    await grant('clientAdmin', role_id, 'users.create')
    await revoke('clientAdmin', role_id, 'reports.read')
    await rename('clientAdmin', role_id, 'Front desk', 3)
    const changed = await historyOf(role_id, 'clientAdmin')
    expect(changed.map(({ kind, user, fields, is_undoable }) => [kind, user?.user_id, fields, is_undoable])).toEqual([
      ['changed', 3, [{ field: 'name', before: 'Desk', after: 'Front desk' }], true],
      ['changed', 3, [{ field: 'reports.read', before: true, after: false }], true],
      ['changed', 3, [{ field: 'users.create', before: false, after: true }], true],
      [
        'created',
        3,
        [
          { field: 'name', before: null, after: 'Desk' },
          { field: 'base_role_id', before: null, after: 4 },
        ],
        false,
      ],
    ])
    for (const change of changed.slice(0, 3)) expect((await undo('clientAdmin', role_id, change.change_id)).status).toBe(200)
    const role: Role = (await one('clientAdmin', role_id)).reply.result
    expect([role.name, role.version, wordsOf(role).toSorted()]).toEqual(['Desk', 7, [...rolePermissions[4]].toSorted()])
  })

  test('offers no undo that gives a permission which the caller lacks, nor one of the own role', async () => {
    const { roleId } = ownRole(1)
    await grant('clientAdmin', roleId, 'reports.read')
    await revoke('clientAdmin', roleId, 'reports.read')
    const [revoked] = await historyOf(roleId, 'clientAdmin')
    expect(revoked?.is_undoable).toBe(true)
    await deny('clientAdmin', 'base', 0, 'reports.read')
    expect((await historyOf(roleId, 'clientAdmin')).map(({ is_undoable }) => is_undoable)).toEqual([false, true])
    expect((await undo('clientAdmin', roleId, revoked?.change_id ?? 0)).status).toBe(403)
    await grant('superUser', 3, 'fees.read')
    await revoke('superUser', 3, 'fees.read')
    expect((await historyOf(3, 'clientAdmin')).map(({ is_undoable }) => is_undoable)).toEqual([false])
    expect((await historyOf(3, 'superUser')).map(({ is_undoable }) => is_undoable)).toEqual([true])
  })

  test('is open to those who may see the role', async () => {
    const status = async (name: CallerName, roleId: number) =>
      (await world.as(name).send(contract.changes.role.report, { path: { roleId }, body: {} })).status
    expect([await status('clientViewer', 4), await status('clientViewer', 1), await status('clientViewer', ownRole(2).roleId)]).toEqual([
      200, 404, 404,
    ])
    expect(await status('advertiserReporting', 8)).toBe(403)
  })
})

describe('a custom role of a client', () => {
  const holder = { email: 'desk@placard.example', first_name: 'A', last_name: 'B' }
  const assign = (name: CallerName, role_id: number, memberGroupId = 1) =>
    world.as(name).send(users.createAtClient, { path: { memberGroupId }, body: { ...holder, role_ids: [role_id] } }, keyed())

  test('starts with the permissions of its base role, and can be assigned at that client', async () => {
    const { status, reply } = await make('clientAdmin', 1, 4)
    expect(status).toBe(200)
    const role: Role = reply.result
    expect(role).toMatchObject({ level: 'client', base_role_id: 4, member_group_id: 1, access: { clients: [1] } })
    expect(wordsOf(role).toSorted()).toEqual([...rolePermissions[4]].toSorted())
    const user = (await assign('clientAdmin', role.role_id)).reply.result
    expect(user.roles).toMatchObject([{ role_id: role.role_id, name: 'Desk', base_role_id: 4, access: { clients: [1] } }])
    expect(user.access.clients).toEqual([1])
    expect((await remove('clientAdmin', role.role_id)).status).toBe(409)
    await world.as('clientAdmin').send(users.remove, { path: { userId: user.user_id } })
    expect([(await remove('clientAdmin', role.role_id)).status, (await one('superUser', role.role_id)).status]).toEqual([200, 404])
  })

  test('applies at that client only', async () => {
    const { userId } = people.clientViewer
    await kysely().insertInto('user_access').values({ user_id: userId, kind: 'client', thing_id: 2 }).execute()
    await kysely()
      .updateTable('user_roles')
      .set({ role_id: ownRole(2).roleId })
      .where('user_id', '=', userId)
      .execute()
    const at = async (memberGroupId: number) =>
      (await world.as('clientViewer').send(users.clientReport, { path: { memberGroupId }, body: {} })).status
    expect([await at(1), await at(2)]).toEqual([403, 200])
  })

  test('has a base role below internal staff and a unique name', async () => {
    const tried = [await make('superUser', 1, 1), await make('superUser', 1, 2), await make('superUser', 1, ownRole(1).roleId)]
    expect(tried.map(({ status }) => status)).toEqual([422, 422, 422])
    expect([(await make('superUser', 1, 5)).status, (await make('superUser', 1, 6, 'DESK')).status]).toEqual([200, 409])
    expect((await make('superUser', 2, 6)).status).toBe(200)
  })

  test('cannot be seen or used by other clients', async () => {
    const { roleId, rolePermissionId } = ownRole(2)
    expect((await make('clientAdmin', 2, 4)).status).toBe(404)
    expect((await rename('clientAdmin', roleId, 'Other')).status).toBe(404)
    expect((await remove('clientAdmin', roleId)).status).toBe(404)
    expect((await grant('clientAdmin', roleId, 'reports.read')).status).toBe(404)
    expect((await world.as('clientAdmin').send(roles.revoke, { path: { rolePermissionId } })).status).toBe(404)
    expect((await assign('clientAdmin', roleId)).status).toBe(422)
    expect((await assign('clientAdmin', ownRole(1).roleId)).status).toBe(422)
  })

  test('contains only permissions that its author holds', async () => {
    await deny('clientAdmin', 'base', 0, 'reports.read')
    expect((await make('clientAdmin', 1, 4)).status).toBe(403)
    expect((await grant('clientAdmin', ownRole(1).roleId, 'reports.read')).status).toBe(403)
    expect((await grant('clientAdmin', ownRole(1).roleId, 'channels.read')).status).toBe(200)
  })

  test('needs the permission to create roles, and the eight cannot be removed', async () => {
    const made = []
    for (const name of personNames) made.push((await make(name, 1, 8, name)).status)
    expect(made).toEqual([200, 200, 200, 403, 403, 403, 403, 403])
    for (const { role_id } of eight) expect((await remove('superUser', role_id)).status).toBe(409)
  })
})

describe('a permission that a new release adds', () => {
  test('is granted once, and permissions that were revoked stay revoked', async () => {
    await revoke('superUser', 4, 'reports.read')
    const { activity_id, permission_id } = await permissionOf(4, 'channels.read')
    for (const table of ['role_permissions', 'activity_permissions'] as const)
      await kysely().deleteFrom(table).where('activity_id', '=', activity_id).where('permission_id', '=', permission_id).execute()
    expect((await world.as('clientViewer').send(contract.memberGroups.channels, { path: { memberGroupId: 1 } })).status).toBe(403)
    await learnPermissions(kysely())
    expect((await world.as('clientViewer').send(contract.memberGroups.channels, { path: { memberGroupId: 1 } })).status).toBe(200)
    expect((await permissionOf(4, 'reports.read')).selected).toBe(false)
    const before = (await world.as('superUser').send(roles.granted, { query: { role_id: 4 } })).text.length
    await learnPermissions(kysely())
    expect((await world.as('superUser').send(roles.granted, { query: { role_id: 4 } })).text.length).toBe(before)
  })
})

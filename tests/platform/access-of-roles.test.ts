import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { callerOf } from '../../demo/platform/access/caller.ts'
import { rolePermissions, type RoleId } from '../../src/contract/access/permissions.ts'
import { contract } from '../../src/contract/index.ts'
import type { HeldRole } from '../../src/contract/session/sso.ts'
import { noLists, userCalls } from '../support/identity/user-calls.ts'
import { ownToken, people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { factDay, impressionsOf, seededAdvertisers } from '../support/world/small-seed.ts'
import type { SmallWorld } from '../support/world/small-world.ts'
import { adminAndViewer, giveRoles, type RoleEntry } from '../support/world/two-roles.ts'

let world: SmallWorld
const undo = setUpSmallWorld((made) => {
  world = made
})
const me = () => world.as('clientViewer')
const sum = async (memberGroupId: number, more: object = {}) => {
  const body = { member_group_id: memberGroupId, start_date: factDay, end_date: factDay, metrics: ['impressions' as const], ...more }
  return (await me().send(contract.reports.total, { body })).reply.result?.kpis[0].total
}

describe('a client admin of one client who views one advertiser of another', () => {
  test('sees all of the first client, and of the second only the advertiser', async () => {
    await adminAndViewer(world.database)
    expect(await sum(1)).toBe(impressionsOf(1) + impressionsOf(2) + impressionsOf(3))
    expect(await sum(2)).toBe(impressionsOf(4))
    expect((await me().send(contract.advertisers.one, { path: { advertiserId: 5 } })).status).toBe(404)
    expect((await me().send(contract.memberGroups.one, { path: { memberGroupId: 3 } })).status).toBe(404)
  })

  test('manages the first client and its users, and changes nothing at the second', async () => {
    await adminAndViewer(world.database)
    const { makeAtAdvertiser, makeAtClient } = userCalls(() => world)
    expect((await makeAtAdvertiser('clientViewer', 1, 2, [5])).status).toBe(200)
    expect((await makeAtClient('clientViewer', 1, [3])).status).toBe(409)
    await undo()
    await adminAndViewer(world.database)
    expect((await makeAtAdvertiser('clientViewer', 2, 4, [7])).status).toBe(403)
    const group = (memberGroupId: number) =>
      me().send(
        contract.advertiserGroups.create,
        { path: { memberGroupId }, body: { name: 'New' } },
        { 'Idempotency-Key': `group-key-${memberGroupId}` },
      )
    expect([(await group(1)).status, (await group(2)).status]).toEqual([200, 403])
  })

  test('reads their roles, where each applies, and what it allows', async () => {
    await adminAndViewer(world.database)
    const login = async (tenant: object) =>
      (await me().send(contract.sso.login, { body: { access_token: ownToken, ...tenant } })).reply.result
    const { access, roles } = await login({})
    expect(access).toEqual({ all: false, clients: [1], advertiser_groups: [], advertisers: [4] })
    expect(roles).toMatchObject([
      { role_id: 3, id: 3, name: 'client admin', access: { ...noLists, clients: [1] } },
      { role_id: 7, id: 7, name: 'advertiser viewer', access: { ...noLists, advertisers: [4] } },
    ])
    const wordsOf = ({ activities }: HeldRole) =>
      activities.flatMap(({ name, permissions }) => Object.keys(permissions).map((action) => `${name}.${action}`)).toSorted()
    expect(roles.map(wordsOf)).toEqual([[...rolePermissions[3]].toSorted(), [...rolePermissions[7]].toSorted()])
    const idsAt = async (tenant: object) => (await login(tenant)).roles.map(({ role_id }: HeldRole) => role_id)
    expect([await idsAt({ member_group_id: 1 }), await idsAt({ member_group_id: 2 })]).toEqual([[3], [7]])
    const mayCreate = async (tenant: object) => (await login(tenant)).permissions['campaigns.create'] === true
    expect([await mayCreate({ member_group_id: 1 }), await mayCreate({ member_group_id: 2, advertiser_id: 4 })]).toEqual([true, false])
  })

  test('loses what a role gave with the role', async () => {
    await adminAndViewer(world.database)
    const { kysely } = world.database
    await kysely.deleteFrom('user_roles').where('user_id', '=', people.clientViewer.userId).where('role_id', '=', 3).execute()
    expect((await me().send(contract.memberGroups.one, { path: { memberGroupId: 1 } })).status).toBe(404)
    expect(await sum(2)).toBe(impressionsOf(4))
  })
})

describe('a client viewer who manages one advertiser', () => {
  const viewerAndAdmin = (role_id = 5) =>
    giveRoles(
      world.database,
      [4, role_id],
      [
        { kind: 'client', thing_id: 1, role_id: 4 },
        { kind: 'advertiser', thing_id: 1, role_id },
      ],
    )

  test('changes its campaigns and no others', async () => {
    await viewerAndAdmin()
    const pause = (campaignId: number, advertiserId: number) =>
      me().send(
        contract.campaigns.change,
        { path: { memberGroupId: 1, advertiserId, campaignId }, body: { status: 'paused' } },
        { 'If-Match': '"1"' },
      )
    expect([(await pause(10, 1)).status, (await pause(20, 2)).status]).toEqual([200, 403])
    expect(await sum(1)).toBe(impressionsOf(1) + impressionsOf(2) + impressionsOf(3))
  })

  test('does not change the client, even if the advertiser’s role has the permission', async () => {
    await viewerAndAdmin()
    await sql`insert into role_permissions (role_id, activity_id, permission_id)
      select 5, activity_id, permission_id from activity_permissions join activities a using (activity_id) join permissions p using (permission_id)
      where a.name || '.' || p.name in ('advertiser_groups.create', 'advertisers.create', 'targetings.create', 'member_groups.change')
      on conflict do nothing`.execute(world.database.kysely)
    const path = { memberGroupId: 1 }
    const key = (name: string) => ({ 'Idempotency-Key': `key-of-${name}` })
    const replies = [
      await me().send(contract.advertiserGroups.create, { path, body: { name: 'New' } }, key('group')),
      await me().send(contract.advertisers.create, { path, body: { name: 'New' } }, key('advertiser')),
      await me().send(contract.targetings.create, { path, body: { name: 'New', targeting_types: ['include'] } as never }, key('targeting')), // refused before its body matters
      await me().send(contract.memberGroups.change, { path, body: { name: 'New' } }, { 'If-Match': '"1"' }),
    ]
    expect(replies.map(({ status }) => [403, 422].includes(status))).toEqual([true, true, true, true])
    expect([replies[0]?.status, replies[1]?.status, replies[3]?.status]).toEqual([403, 403, 403])
  })
})

describe('the access of roles', () => {
  const { makeAnywhere, change, one } = userCalls(() => world)
  const made = async () => (await makeAnywhere('superUser', [3], { clients: [1] })).reply.result.user_id
  const mixed = {
    role_ids: [3, 7],
    access: { ...noLists, clients: [1], advertisers: [4] },
    role_access: [
      { role_id: 3, access: { ...noLists, clients: [1] } },
      { role_id: 7, access: { ...noLists, advertisers: [4] } },
    ],
  }

  test('is set by an administrator and stays when a change does not name it', async () => {
    const id = await made()
    expect((await change('superUser', id, mixed)).reply.result).toMatchObject({ access: mixed.access, role_access: mixed.role_access })
    expect((await change('superUser', id, { first_name: 'Ada' })).reply.result).toMatchObject({
      first_name: 'Ada',
      role_access: mixed.role_access,
      roles: [{ access: mixed.role_access[0]?.access }, { access: mixed.role_access[1]?.access }],
    })
    const less = await change('superUser', id, { role_ids: [7], access: { ...noLists, advertisers: [4] } })
    expect(less.reply.result).toMatchObject({ access: { clients: [], advertisers: [4] }, role_access: [mixed.role_access[1]] })
  })

  test('goes with its role, to an added role or away, and never to a role that stays', async () => {
    const id = (await makeAnywhere('superUser', [5], { advertisers: [3] })).reply.result.user_id
    const ofRoles = (...pairs: readonly (readonly [number, number])[]) =>
      pairs.map(([role_id, advertiser]) => ({ role_id, access: { ...noLists, advertisers: [advertiser] } }))
    const both = { role_ids: [5, 7], access: { ...noLists, advertisers: [3, 4] } }
    expect((await change('superUser', id, { ...both, role_access: ofRoles([5, 3], [7, 4]) })).status).toBe(200)
    const replaced = await change('superUser', id, { ...both, role_ids: [5, 8] })
    expect(replaced.reply.result.role_access).toEqual(ofRoles([5, 3], [8, 4]))
    const removed = await change('superUser', id, { ...both, role_ids: [5] })
    expect(removed.reply.result).toMatchObject({ access: { ...noLists, advertisers: [3] }, role_access: ofRoles([5, 3]) })
    const another = await change('superUser', id, { role_ids: [7], access: { ...noLists, advertisers: [3] } })
    expect(another.reply.result).toMatchObject({ access: { ...noLists, advertisers: [3] }, role_access: [] })
  })

  test('fits each role, and names roles of the user only', async () => {
    const id = await made()
    const statusOf = async (role_access: object[], more: object = {}) =>
      (await change('superUser', id, { ...mixed, ...more, role_access })).status
    expect(await statusOf([{ role_id: 5, access: { ...noLists, advertisers: [4] } }])).toBe(422)
    expect(await statusOf([{ role_id: 7, access: { ...noLists, clients: [1] } }])).toBe(422)
    expect(await statusOf([{ role_id: 3, access: { ...noLists, clients: [1] } }])).toBe(200)
    expect(await statusOf([{ role_id: 3, access: { ...noLists, clients: [99] } }])).toBe(404)
  })

  test('is given only where the giver has it', async () => {
    const id = await made()
    const inside = { role_ids: [3], access: { ...noLists, clients: [1] } }
    expect(
      (
        await change('clientAdmin', id, {
          ...inside,
          role_ids: [3, 5],
          role_access: [
            { role_id: 3, access: inside.access },
            { role_id: 5, access: { ...noLists, advertisers: [4] } },
          ],
        })
      ).status,
    ).toBe(404)
    expect(
      (
        await change('clientAdmin', id, {
          ...inside,
          role_ids: [3, 5],
          role_access: [
            { role_id: 3, access: inside.access },
            { role_id: 5, access: { ...noLists, advertisers: [2] } },
          ],
        })
      ).status,
    ).toBe(200)
    expect((await one('clientAdmin', id)).reply.result.role_access).toHaveLength(2)
  })

  test('is not widened by its user', async () => {
    await adminAndViewer(world.database)
    const { userId } = people.clientViewer
    const widened = await change('clientViewer', userId, {
      role_access: [{ role_id: 3, access: { ...noLists, clients: [1], advertisers: [4] } }],
    })
    expect(widened.status).toBe(404)
  })
})

test('random roles apply exactly where their entries say', async () => {
  const { database } = world
  let seed = 7
  const next = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % most
  }
  const roleIds = [3, 4, 5, 6, 7, 8] as const
  const wrong: string[] = []
  for (let round = 0; round < 60; round++) {
    const held: RoleId[] = [...new Set([roleIds[next(6)] ?? 3, roleIds[next(6)] ?? 4, roleIds[next(6)] ?? 5])]
    const entries = new Map<string, RoleEntry>()
    for (let made = 0; made < 1 + next(5); made++) {
      const { client, group, advertiser } = seededAdvertisers[next(6)] ?? seededAdvertisers[0]
      const kinds = { client, advertiser_group: group ?? 1, advertiser }
      const kind = (['client', 'advertiser_group', 'advertiser'] as const)[next(3)] ?? 'client'
      const role_id = held[next(held.length)] ?? 3
      entries.set(`${kind} ${kinds[kind]} ${role_id}`, { kind, thing_id: kinds[kind], role_id })
    }
    const list = [...entries.values()]
    await giveRoles(database, held, list)
    const caller = await callerOf(database, { kind: 'person', userId: people.clientViewer.userId })
    for (const { client, group, advertiser } of seededAdvertisers) {
      const covers = ({ kind, thing_id }: RoleEntry) => thing_id === { client, advertiser_group: group, advertiser }[kind]
      const words = new Set(list.filter(covers).flatMap(({ role_id }) => (role_id ? rolePermissions[role_id as RoleId] : []))) // ids of the list above
      const tenant = { member_group_id: client, advertiser_group_id: group, advertiser_id: advertiser }
      const found = Object.entries(caller?.permissionsAt(tenant) ?? {}).flatMap(([permission, isGranted]) => (isGranted ? permission : []))
      if (found.toSorted().join() !== [...words].toSorted().join()) wrong.push(`${JSON.stringify(tenant)} with ${JSON.stringify(list)}`)
    }
  }
  expect(wrong).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { advertiserGroups } = contract
let keys = 0
const make = (name: CallerName, groupName: string, memberGroupId = 1) =>
  world
    .as(name)
    .send(advertiserGroups.create, { path: { memberGroupId }, body: { name: groupName } }, { 'Idempotency-Key': `key-${++keys}-of-groups` })
const rename = (name: CallerName, advertiserGroupId: number, groupName: string, version = 1) =>
  world
    .as(name)
    .send(
      advertiserGroups.change,
      { path: { memberGroupId: 1, advertiserGroupId }, body: { name: groupName } },
      { 'If-Match': String(version) },
    )
const remove = (name: CallerName, advertiserGroupId: number) =>
  world.as(name).send(advertiserGroups.remove, { path: { memberGroupId: 1, advertiserGroupId } })
const groupOf = async (advertiser: number) =>
  (
    await world.database.kysely
      .selectFrom('advertisers')
      .select(['advertiser_group_id', 'version'])
      .where('advertiser_id', '=', advertiser)
      .executeTakeFirstOrThrow()
  ).advertiser_group_id
const ids = ({ reply }: { reply: { result?: { advertiser_groups: { id: number }[] } } }) =>
  reply.result?.advertiser_groups.map(({ id }) => id)

test('a group is created and renamed with a version check, and its name is unique in its client', async () => {
  const { reply } = await make('clientAdmin', ' Breweries ')
  expect(reply.result).toMatchObject({ name: 'Breweries', member_group_id: 1, advertisers: 0, version: 1 })
  const { id } = reply.result
  expect([(await make('clientAdmin', 'breweries')).status, (await make('superUser', 'Breweries', 2)).status]).toEqual([409, 200])
  expect([(await rename('clientAdmin', id, 'Group 1')).status, (await rename('clientAdmin', id, 'BREWERIES')).status]).toEqual([409, 200])
  expect([(await rename('clientAdmin', id, 'Late', 1)).status, (await rename('clientAdmin', id, 'In time', 2)).reply.result.name]).toEqual([
    412,
    'In time',
  ])
  expect([(await make('clientViewer', 'No')).status, (await make('advertiserAdmin', 'No')).status]).toEqual([403, 403])
})

test('removing a group keeps its advertisers, but is refused while users have access through it', async () => {
  expect([(await remove('clientAdmin', 2)).status, (await remove('clientAdmin', 3)).status]).toEqual([409, 404])
  const { status, reply } = await remove('clientAdmin', 1)
  expect([status, reply.status, reply.result]).toEqual([200, 'success', 'success'])
  expect([await groupOf(1), (await remove('clientAdmin', 1)).status]).toEqual([null, 404])
})

describe('adding advertisers to a group', () => {
  const some = (name: CallerName, group: number, advertiser_ids: number[], member_group_id = 1) =>
    world.as(name).send(advertiserGroups.addAdvertisers, { path: { advertiserGroupId: group }, body: { advertiser_ids, member_group_id } })
  const all = (name: CallerName, group: number, filters?: object[], member_group_id = 1) =>
    world.as(name).send(advertiserGroups.addAll, {
      path: { advertiserGroupId: group },
      body: { member_group_id, ...(filters && { filters: filters as never }) }, // each filter is checked by the platform
    })

  test('takes a list of ids, all or none', async () => {
    expect((await some('clientAdmin', 1, [1, 2])).reply.result).toEqual({ changed: 1, unchanged: 1 })
    expect([await groupOf(1), await groupOf(2), await groupOf(3)]).toEqual([1, 1, 2])
    expect([(await some('clientAdmin', 1, [3, 4])).status, (await some('superUser', 1, [3, 99])).status]).toEqual([404, 404])
    expect([(await some('superUser', 3, [3])).status, (await some('superUser', 1, [3], 2)).status, await groupOf(3)]).toEqual([404, 404, 2])
    expect([(await some('advertiserManager', 2, [3])).status, (await some('clientViewer', 1, [2])).status]).toEqual([403, 403])
  })

  test('takes filters, within one client', async () => {
    const filter = { field: 'advertiser_id', operation: '>', value: 2 }
    expect((await all('clientAdmin', 1, [filter])).reply.result).toEqual({ changed: 1, unchanged: 0 })
    expect((await all('clientAdmin', 1)).reply.result).toEqual({ changed: 1, unchanged: 2 })
    expect([await groupOf(2), await groupOf(4), await groupOf(5)]).toEqual([1, 3, null])
    expect([
      (await all('clientAdmin', 1, [{ field: 'nothing', operation: 'IS NULL' }])).status,
      (await all('superUser', 1, [], 2)).status,
    ]).toEqual([422, 404])
  })

  test('leaves out advertisers for which the caller lacks permission', async () => {
    const denied = {
      user_id: people.clientAdmin.userId,
      level: 'advertiser',
      thing_id: 3,
      permission: 'advertiser_groups.change',
      granted: false,
    }
    await world.database.kysely.insertInto('user_activities').values(denied).execute()
    expect((await all('clientAdmin', 1)).reply.result).toEqual({ changed: 1, unchanged: 1 })
    expect([await groupOf(2), await groupOf(3)]).toEqual([1, 2])
  })

  test('gives each of them a new version', async () => {
    await some('clientAdmin', 1, [3])
    const { advertisers } = contract
    const { result } = (await world.as('clientAdmin').send(advertisers.one, { path: { advertiserId: 3 } })).reply
    expect([result.version, result.advertiser_group_id]).toEqual([2, 1])
  })
})

describe('lists of advertiser groups', () => {
  test('contain the groups that the caller may see', async () => {
    const list = async (name: CallerName, memberGroupId = 1) =>
      ids(await world.as(name).send(advertiserGroups.list, { path: { memberGroupId }, query: {} }))
    expect([await list('superUser'), await list('clientViewer'), await list('advertiserManager'), await list('advertiserViewer')]).toEqual([
      [1, 2],
      [1, 2],
      [2],
      [],
    ])
    expect([await list('clientAdmin', 2), await list('superUser', 2)]).toEqual([undefined, [3]])
  })

  test('of a user contain the groups that user and caller may see, and default to two clients for internal staff', async () => {
    const { kysely } = world.database
    const third = { member_group_id: 3, advertiser_group_id: 77, name: 'Third' }
    await kysely.insertInto('advertiser_groups').values(third).execute()
    const of = async (name: CallerName, userId: number, filters: object[] = []) =>
      ids(await world.as(name).send(advertiserGroups.report, { path: { userId }, body: { filters: filters as never } })) // each filter is checked by the platform
    expect(await of('superUser', people.superUser.userId)).toEqual([1, 2, 3])
    expect(await of('superUser', people.internalAdmin.userId, [{ field: 'member_group_id', operation: 'IN', value: [2, 3] }])).toEqual([
      3, 77,
    ])
    expect([await of('superUser', people.advertiserManager.userId), await of('clientAdmin', people.clientAdmin.userId)]).toEqual([
      [2],
      [1, 2],
    ])
    expect([await of('clientAdmin', people.superUser.userId), await of('advertiserManager', people.advertiserViewer.userId)]).toEqual([
      undefined,
      [],
    ])
  })
})

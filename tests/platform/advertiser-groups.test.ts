import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { advertiserGroups, manyAdvertiserGroups } = contract
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

describe('a list of new groups', () => {
  const create = async (names: string[], more: { dry_run?: boolean } = {}, name: CallerName = 'clientAdmin') => {
    const { status, reply } = await world
      .as(name)
      .send(manyAdvertiserGroups.createMany, { path: { memberGroupId: 1 }, body: { names, ...more } })
    return { status, result: reply.result }
  }
  const outcomes = ({ result }: Awaited<ReturnType<typeof create>>) =>
    result.rows.map(({ outcome, problems }: { outcome: string; problems: string[] }) => [outcome, ...problems].join(' '))

  test('creates each name once, also if it is sent again', async () => {
    const names = [' Breweries ', 'GROUP 1', 'breweries', '', 'x'.repeat(121), 'Mills']
    const expected = ['created', 'exists', 'refused duplicate', 'refused name_missing', 'refused name_too_long', 'created']
    const planned = await create(names, { dry_run: true })
    expect([planned.result.created, outcomes(planned)]).toEqual([2, expected])
    const made = await create(names)
    expect([made.result.created, outcomes(made)]).toEqual([2, expected])
    expect(made.result.rows[1].advertiser_group_id).toBe(1)
    const again = await create(names)
    expect([again.result.created, outcomes(again).slice(0, 2)]).toEqual([0, ['exists', 'exists']])
    expect(again.result.rows[0].advertiser_group_id).toBe(made.result.rows[0].advertiser_group_id)
  })

  test('needs the permission at the whole client', async () => {
    expect([(await create(['A'], {}, 'clientViewer')).status, (await create(['A'], {}, 'advertiserManager')).status]).toEqual([403, 403])
  })
})

describe('members of a group', () => {
  test('leave it together, and those of other groups stay', async () => {
    const path = { advertiserGroupId: 2 }
    const body = { advertiser_ids: [1, 2, 3], member_group_id: 1 }
    const removed = await world.as('clientAdmin').send(manyAdvertiserGroups.removeAdvertisers, { path, body })
    expect(removed.reply.result).toEqual({ changed: 2, unchanged: 0 })
    expect([await groupOf(1), await groupOf(2), await groupOf(3)]).toEqual([1, null, null])
    expect((await world.as('clientViewer').send(manyAdvertiserGroups.removeAdvertisers, { path, body })).status).toBe(403)
  })

  test('and users with access to it are listed', async () => {
    const users = async (name: CallerName, advertiserGroupId: number) => {
      const { status, reply } = await world
        .as(name)
        .send(contract.users.groupReport, { path: { memberGroupId: 1, advertiserGroupId }, body: {} })
      return status === 200 ? reply.result.users.map(({ user_id }: { user_id: number }) => user_id) : status
    }
    expect(await users('clientAdmin', 2)).toEqual([people.advertiserManager.userId])
    expect([await users('clientAdmin', 1), await users('clientAdmin', 3)]).toEqual([[], 404])
  })

  test('are found by their group in the list of campaigns', async () => {
    const body = {
      start_date: '2026-11-10',
      end_date: '2026-11-10',
      filters: [{ field: 'advertiser_group_id', operation: '=' as const, value: 2 }],
    }
    const { reply } = await world.as('clientAdmin').send(contract.campaigns.report, { path: { memberGroupId: 1 }, body })
    expect(new Set(reply.result.campaigns.map(({ advertiser_id }: { advertiser_id: number }) => advertiser_id))).toEqual(new Set([2, 3]))
  })
})

describe('the history of a group', () => {
  const path = { memberGroupId: 1, advertiserGroupId: 1 }
  const history = async () =>
    (await world.as('clientAdmin').send(contract.changes.advertiser_group.report, { path, body: {} })).reply.result.changes

  test('names its names, and an undo takes one back', async () => {
    await rename('clientAdmin', 1, 'First')
    const [renamed] = await history()
    expect(renamed).toMatchObject({ kind: 'changed', fields: [{ field: 'name', before: 'Group 1', after: 'First' }], is_undoable: true })
    const body = { change_id: renamed.change_id }
    const undo = (name: CallerName, version: number) =>
      world.as(name).send(contract.changes.advertiser_group.undo, { path, body }, { 'If-Match': String(version) })
    expect([(await undo('clientViewer', 2)).status, (await undo('clientAdmin', 1)).status]).toEqual([403, 412])
    expect((await undo('clientAdmin', 2)).reply.result).toMatchObject({ problem: null, version: 3 })
    expect((await history())[0]).toMatchObject({ kind: 'undone', fields: [{ field: 'name', before: 'First', after: 'Group 1' }] })
  })

  test('an undo gives no name that another group has by now', async () => {
    await rename('clientAdmin', 1, 'First')
    const [renamed] = await history()
    await make('clientAdmin', 'Group 1')
    const undone = await world
      .as('clientAdmin')
      .send(contract.changes.advertiser_group.undo, { path, body: { change_id: renamed.change_id } }, { 'If-Match': '2' })
    expect([undone.status, undone.reply.fields[0].code]).toEqual([409, 'name_taken'])
  })
})

test('the spend of advertisers is listed by its amount, with the sum of each currency', async () => {
  await world.database.kysely.updateTable('facts_daily').set({ cost: 2_500_000 }).where('advertiser_id', '=', 1).execute()
  await world.database.kysely.updateTable('facts_daily').set({ cost: 4_000_000 }).where('advertiser_id', '=', 3).execute()
  const spend = async (name: CallerName, body: object) => {
    const { reply } = await world.as(name).send(contract.manyAdvertisers.spendReport, {
      path: { memberGroupId: 1 },
      body: { start_date: '2026-11-10', end_date: '2026-11-10', sort: [{ field: 'spend', order: 'desc' as const }], ...body },
    })
    const { advertisers, spend } = reply.result
    return [advertisers.map(({ advertiser_id, spend }: { advertiser_id: number; spend: string }) => [advertiser_id, spend]), spend]
  }
  const usd = (amount: string) => [{ currency_code: 'USD', currency_digits: 2, spend: amount }]
  expect(await spend('clientAdmin', {})).toEqual([
    [
      [3, '4'],
      [1, '2.5'],
      [2, '0'],
    ],
    usd('6.5'),
  ])
  const inGroup = { filters: [{ field: 'advertiser_group_id', operation: '=', value: 2 }] }
  expect(await spend('clientAdmin', inGroup)).toEqual([
    [
      [3, '4'],
      [2, '0'],
    ],
    usd('4'),
  ])
  expect(await spend('clientAdmin', { start_date: '2026-11-11', end_date: '2026-11-20', pagination: { start: 0, count: 1 } })).toEqual([
    [[1, '0']],
    usd('0'),
  ])
  expect(await spend('advertiserAdmin', {})).toEqual([[[1, '2.5']], usd('2.5')])
})

import { describe, expect, test } from 'vitest'
import { checkFeed, type FeedRow, importFeed } from '../../demo/platform/clients/feed-import.ts'
import { feedsJob } from '../../demo/platform/jobs/feeds.ts'
import { contract } from '../../src/contract/index.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { feeds } = contract
const at = (memberGroupId: number) => ({ path: { memberGroupId } })
const row = (internal_id: string, change: Partial<FeedRow> = {}): FeedRow => ({
  internal_id,
  name: `Room ${internal_id}`,
  category: 'Rooms',
  ...change,
})
const send = (rows: readonly FeedRow[], startedAt = '2026-11-21T02:00:00Z', client = 1) =>
  importFeed(world.database.kysely, client, { source: 'Test', rows, startedAt: new Date(startedAt), durationMs: () => 12 })
const catalog = async () =>
  Object.fromEntries(
    (
      await world.database.kysely
        .selectFrom('catalog_entities')
        .select(['internal_id', 'name', 'status'])
        .where('member_group_id', '=', 1)
        .orderBy('internal_id')
        .execute()
    ).map(({ internal_id, name, status }) => [internal_id, [name, status]]),
  )
const history = async (body: object = {}, name: CallerName = 'clientViewer', client = 1) =>
  world.as(name).send(feeds.history, { ...at(client), body })

describe('an import', () => {
  test('adds, changes and removes entries, and counts what it did', async () => {
    await world.database.kysely.deleteFrom('catalog_entities').where('member_group_id', '=', 1).execute()
    expect(await send([row('A'), row('B'), row('C')])).toMatchObject({
      rows: 3,
      added: 3,
      changed: 0,
      removed: 0,
      refused: 0,
      status: 'succeeded',
    })
    expect(await send([row('A'), row('B', { name: 'Suite' }), row('D')])).toMatchObject({ added: 1, changed: 1, removed: 1 })
    expect(await catalog()).toEqual({
      A: ['Room A', 'active'],
      B: ['Suite', 'active'],
      C: ['Room C', 'inactive'],
      D: ['Room D', 'active'],
    })
    expect(await send([row('A'), row('B', { name: 'Suite' }), row('C'), row('D')])).toMatchObject({ added: 1, changed: 0, removed: 0 })
    expect((await catalog()).C).toEqual(['Room C', 'active'])
  })

  test('changes the entities that advertisers have, so that campaigns stop serving what has gone', async () => {
    const { kysely } = world.database
    const [entity] = await kysely
      .selectFrom('entities')
      .select(['internal_id', 'entity_id', 'category'])
      .where('member_group_id', '=', 1)
      .orderBy('entity_id')
      .limit(1)
      .execute()
    if (!entity) throw new Error('The small platform has entities')
    const status = async () =>
      await kysely.selectFrom('entities').select(['status', 'name']).where('entity_id', '=', entity.entity_id).executeTakeFirstOrThrow()
    await send([row(entity.internal_id), row('Z')])
    expect(await status()).toEqual({ status: 'active', name: `Room ${entity.internal_id}` })
    await send([row('Z')])
    expect((await status()).status).toBe('inactive')
  })

  test('refuses rows with their place and reason, and keeps the others', () => {
    const { valid, refused } = checkFeed([
      row('A'),
      row(''),
      row('A'),
      row('B', { name: ' ' }),
      row('C', { category: '' }),
      row('D', { name: 'x'.repeat(201) }),
      row('E'),
    ])
    expect(valid.map(({ internal_id }) => internal_id)).toEqual(['A', 'E'])
    expect(refused).toEqual([
      { row: 2, internal_id: null, code: 'no_id' },
      { row: 3, internal_id: 'A', code: 'duplicate' },
      { row: 4, internal_id: 'B', code: 'no_name' },
      { row: 5, internal_id: 'C', code: 'no_category' },
      { row: 6, internal_id: 'D', code: 'too_long' },
    ])
  })

  test('without any valid row changes nothing', async () => {
    await send([row('A')])
    const before = await catalog()
    expect(await send([row('')])).toMatchObject({ status: 'failed', removed: 0, refused: 1 })
    expect(await catalog()).toEqual(before)
  })
})

describe('the history of imports', () => {
  test('is a list, newest first, with its refused rows', async () => {
    await send([row('A')], '2026-11-19T02:00:00Z')
    const second = await send([row('A'), row('')], '2026-11-20T02:00:00Z')
    await send([row('A')], '2026-11-20T02:00:00Z', 2)
    const { feed_runs, total } = (await history()).reply.result
    expect([total, feed_runs.map(({ status }: { status: string }) => status)]).toEqual([2, ['partial', 'succeeded']])
    const partial = [{ field: 'status', operation: '=', value: 'partial' }]
    expect((await history({ filters: partial })).reply.result.feed_runs).toMatchObject([{ feed_run_id: second.feed_run_id, refused: 1 }])
    const refusals = (feedRunId: number, client = 1, name: CallerName = 'clientViewer') =>
      world.as(name).send(feeds.refusals, { path: { memberGroupId: client, feedRunId }, body: {} })
    expect((await refusals(second.feed_run_id)).reply.result).toEqual({
      total: 1,
      refusals: [{ row: 2, internal_id: null, code: 'no_id' }],
    })
    expect((await refusals(second.feed_run_id, 2, 'superUser')).status).toBe(404)
  })

  test('has a trend by day, with nothing on days without an import', async () => {
    await send([row('A'), row('')], '2026-11-19T02:00:00Z')
    await send([row('A')], '2026-11-21T02:00:00Z')
    await send([row('A'), row('B')], '2026-11-21T08:00:00Z')
    const { days } = (await world.as('clientViewer').send(feeds.trend, { ...at(1), query: { days: 4 } })).reply.result
    expect(days).toEqual([
      { day: '2026-11-18', runs: 0, rows: null, refused: null },
      { day: '2026-11-19', runs: 1, rows: 2, refused: 1 },
      { day: '2026-11-20', runs: 0, rows: null, refused: null },
      { day: '2026-11-21', runs: 2, rows: 3, refused: 0 },
    ])
    const usual = await world.as('clientViewer').send(feeds.trend, { ...at(1), query: {} })
    expect(usual.reply.result.days).toHaveLength(60)
  })

  test('is for those who may read the whole client', async () => {
    const statuses: Record<string, number> = {}
    for (const name of ['superUser', 'clientAdmin', 'clientViewer', 'advertiserAdmin', 'advertiserManager', 'advertiserViewer'] as const)
      statuses[name] = (await history({}, name)).status
    expect(statuses).toEqual({
      superUser: 200,
      clientAdmin: 200,
      clientViewer: 200,
      advertiserAdmin: 403,
      advertiserManager: 403,
      advertiserViewer: 403,
    })
    expect((await history({}, 'clientAdmin', 2)).status).toBe(404)
  })
})

test('the nightly job imports the catalog of each client once a day, after three o’clock', async () => {
  const { kysely } = world.database
  await kysely.deleteFrom('catalog_entities').execute()
  await send(
    Array.from({ length: 400 }, (_, index) => row(`N-${index}`, { category: index % 2 ? 'Rooms' : 'Suites' })),
    '2026-11-20T02:00:00Z',
  )
  const run = (moment: string) => feedsJob.run({}, { database: world.database, now: () => new Date(moment), log: () => undefined })
  const runs = async () => (await history()).reply.result.feed_runs
  await run('2026-11-21T02:59:00Z')
  expect(await runs()).toHaveLength(1)
  await run('2026-11-21T03:10:00Z')
  await run('2026-11-21T04:10:00Z')
  const [nightly, ...others] = await runs()
  expect(others).toHaveLength(1)
  expect(nightly).toMatchObject({ source: 'Nightly catalog', rows: 399, removed: 1, refused: 0, status: 'succeeded' })
  const left = await kysely.selectFrom('catalog_entities').select('internal_id').where('status', '=', 'active').execute()
  expect(left).toHaveLength(399)
})

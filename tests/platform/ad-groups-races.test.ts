import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { amount } from '../support/platform/audit.ts'
import { countingStatements } from '../support/database/statements.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let server: Pick<PostgresServer, 'url' | 'stop'>
let world: SmallWorld
beforeAll(async () => {
  server = await commonPostgres()
  world = await startSmallWorld({ server: server.url })
})
afterAll(async () => {
  await world.close()
  await server.stop()
})

const { adGroups, adGroupEntities } = contract
const pair = ['superUser', 'clientAdmin'] as const
const path = { memberGroupId: 1, advertiserId: 1, adGroupId: 100 }
const db = () => world.database.kysely
/** Sends both requests at once; returns the sorted statuses. */
const atOnce = async (ask: (name: (typeof pair)[number], index: number) => Promise<{ status: number }>) =>
  (await Promise.all(pair.map(ask))).map(({ status }) => status).toSorted((one, other) => one - other)
const changesOf = async (group: number) =>
  db().selectFrom('changes').select(['before', 'after']).where('ad_group_id', '=', group).orderBy('change_id').execute()

const rounds = amount(100, 12)

test('one of two parallel changes to the same version of an ad group is refused', async () => {
  for (let version = 1; version <= rounds; version++) {
    const match = { 'If-Match': String(version) }
    const statuses = await atOnce((name, index) =>
      world.as(name).send(adGroups.change, { path, body: { name: `Name ${version} ${index}` } }, match),
    )
    expect(statuses, `round ${version}`).toEqual([200, 412])
  }
  expect(await changesOf(100)).toHaveLength(rounds)
}, 120_000)

test('one of two parallel bids for an entity that read the same bid is refused', async () => {
  let seen: string | null = null
  for (let round = 1; round <= rounds; round++) {
    const statuses = await atOnce((name, index) => {
      const bid = `${round}.${index}1`
      return world.as(name).send(adGroupEntities.bid, { body: { entities: [{ ad_group_id: 100, entity_id: 1000, bid, seen_bid: seen }] } })
    })
    expect(statuses, `round ${round}`).toEqual([200, 412])
    const [row] = await db().selectFrom('ad_group_entities').select('bid').where('ad_group_id', '=', 100).execute()
    seen = String((row?.bid ?? 0) / 1_000_000)
  }
}, 120_000)

test('parallel bulk changes lose nothing: each one starts from the result of the one before', async () => {
  await sql`update ad_groups set base_bid = 1000000 where member_group_id = 1`.execute(db())
  await sql`delete from changes`.execute(db())
  const most = amount(50, 10)
  for (let round = 1; round <= most; round++) {
    const ad_group_ids = round % 2 ? [100, 200, 300] : [300, 200, 100]
    const statuses = await atOnce((name, index) =>
      world.as(name).send(
        adGroups.bulk,
        {
          path: { memberGroupId: 1 },
          body: { ad_group_ids: index ? ad_group_ids : ad_group_ids.toReversed(), base_bid_increase: '0.01' },
        },
        { 'Idempotency-Key': crypto.randomUUID() },
      ),
    )
    expect(statuses, `round ${round}`).toEqual([200, 200])
  }
  for (const group of [100, 200, 300]) {
    const chain = (await changesOf(group)).map(({ before, after }) => [before.base_bid, after.base_bid])
    expect(chain).toHaveLength(2 * most)
    expect(chain.slice(1).map(([before]) => before)).toEqual(chain.slice(0, -1).map(([, after]) => after))
    const [row] = await db().selectFrom('ad_groups').select('base_bid').where('ad_group_id', '=', group).execute()
    expect(row?.base_bid).toBe(1_000_000 + 2 * most * 10_000)
  }
}, 120_000)

test('an ad group created while its campaign goes under review is either first or refused', async () => {
  for (let round = 1; round <= amount(30, 10); round++) {
    await db().updateTable('campaigns').set({ review_status_id: 3 }).where('campaign_id', '=', 10).execute()
    const before = await db().selectFrom('ad_groups').select('ad_group_id').where('campaign_id', '=', 10).execute()
    const body = { name: `Race ${round}`, campaign_id: 10, base_bid: '0.5' }
    const keyed = { 'Idempotency-Key': `race-of-review-${round}` }
    const [response] = await Promise.all([
      world.as('superUser').send(adGroups.createFirst, { path: { memberGroupId: 1, advertiserId: 1 }, body }, keyed),
      db().updateTable('campaigns').set({ review_status_id: 1 }).where('campaign_id', '=', 10).execute(),
    ])
    const after = await db().selectFrom('ad_groups').select('ad_group_id').where('campaign_id', '=', 10).execute()
    expect(response.status === 200 || response.status === 409).toBe(true)
    expect(after.length - before.length, `round ${round}`).toBe(response.status === 200 ? 1 : 0)
  }
  await db().updateTable('campaigns').set({ review_status_id: 3 }).where('campaign_id', '=', 10).execute()
}, 120_000)

test('an entity that two users add at once is added once', async () => {
  await sql`insert into entities (member_group_id, advertiser_id, entity_id, internal_id, name, category, status)
    select 1, 1, 20000 + n, 'R-' || n, 'Room ' || n, 'Any', 'active' from generate_series(0, 99) as n`.execute(db())
  const entity_ids = Array.from({ length: 100 }, (_, index) => 20_000 + index)
  const responses = await Promise.all(pair.map((name) => world.as(name).send(adGroupEntities.add, { path, body: { entity_ids } })))
  expect(responses.map(({ reply }) => reply.result.added).toSorted((one, other) => one - other)).toEqual([0, 100])
})

const most = amount(100_000, 10_000)

test('an ad group takes a whole catalogue: entities are added, listed, bid for and removed', async () => {
  await sql`insert into entities (member_group_id, advertiser_id, entity_id, internal_id, name, category, status)
    select 1, 1, 100000 + n, 'E-' || n, 'Room ' || n, 'Sea', 'active' from generate_series(0, ${most - 1}::int) as n`.execute(db())
  const counting = countingStatements(world.database)
  const counted = await world.startSecondPlatform({ database: counting.database })
  const as = counted.as('superUser')
  const taken: Record<string, number> = {}
  const done = async (what: string, act: () => Promise<{ status: number; reply: { result: Record<string, unknown> } }>) => {
    const { result, statements } = await counting.during(act)
    const { status, reply } = result
    expect([status, status === 200 ? '' : JSON.stringify(reply)], what).toEqual([200, ''])
    taken[what] = statements
    return reply.result
  }
  const filters = [{ field: 'category', operation: '=' as const, value: 'Sea' }]
  expect(await done('add', () => as.send(adGroupEntities.add, { path, body: { all_selected: true, filters } }))).toMatchObject({
    added: most,
  })
  // A server analyzes grown tables within a minute; the test does it now.
  await sql`analyze entities, ad_group_entities`.execute(db())
  const sort = [
    { field: 'cost', order: 'desc' as const },
    { field: 'name', order: 'asc' as const },
  ]
  const body = { start_date: '2026-11-10', end_date: '2026-11-20', filters, sort, pagination: { start: most / 2, count: 100 } }
  expect(await done('page', () => as.send(adGroupEntities.report, { path, body: body }))).toMatchObject({ total: most })
  expect(await done('all', () => as.send(adGroupEntities.clientReport, { path: { memberGroupId: 1 }, body: body }))).toMatchObject({
    total: most,
  })
  expect(await done('bid', () => as.send(adGroupEntities.bidAll, { body: { ad_group_id: 100, filters, bid: '0.8' } }))).toMatchObject({
    changed: most,
  })
  const entities = Array.from({ length: 2500 }, (_, index) => ({ ad_group_id: 100, entity_id: 100_000 + index }))
  expect(await done('take out', () => as.send(adGroupEntities.remove, { query: {}, body: { entities } }))).toMatchObject({ removed: 2500 })
  expect(await done('one', () => as.send(adGroups.one, { path }))).toMatchObject({ ad_group_id: 100 })
  console.log(`statements: ${JSON.stringify(taken)}`)
  // One statement per entity would be a hundred times as many.
  for (const [what, statements] of Object.entries(taken)) expect(statements, what).toBeLessThan(2_500 / 50)
  expect(Object.values(taken)).not.toContain(0)
  await counted.close()
}, 120_000)

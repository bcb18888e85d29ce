import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { amount } from '../support/platform/audit.ts'
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

const { campaigns } = contract
const rounds = amount(100, 12)
const pair = ['superUser', 'internalAdmin'] as const
const path = { memberGroupId: 1, advertiserId: 1, campaignId: 10 }
const waiting = { ...path, campaignId: 11 }
const match = (version: number) => ({ 'If-Match': String(version) })
/** Sends both requests at once; returns the sorted statuses. */
const atOnce = async (ask: (name: (typeof pair)[number], index: number) => Promise<{ status: number }>) =>
  (await Promise.all(pair.map(ask))).map(({ status }) => status).toSorted((one, other) => one - other)
const kept = async (id: number) =>
  world.database.kysely.selectFrom('campaigns').selectAll().where('campaign_id', '=', id).executeTakeFirstOrThrow()
const versionOf = async (id: number) => (await kept(id)).version
const written = async (id: number) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from changes where campaign_id = ${id}`.execute(
    world.database.kysely,
  )
  return rows[0]?.count ?? 0
}

test('one of two changes to the same version is refused, and the history has the other', async () => {
  const before = await written(10)
  const version = await versionOf(10)
  for (let round = 0; round < rounds; round++) {
    const statuses = await atOnce((name, index) =>
      world.as(name).send(campaigns.change, { path, body: { name: `Round ${round} of ${index}` } }, match(version + round)),
    )
    expect(statuses, `round ${round}`).toEqual([200, 412])
  }
  expect([await versionOf(10), await written(10)]).toEqual([version + rounds, before + rounds])
}, 240_000)

test('one of two changes to the same budget is refused, so that no raise is lost', async () => {
  const version = await versionOf(10)
  const budget = Number((await kept(10)).budget)
  for (let round = 0; round < rounds; round++) {
    const body = { change: 'increase', amount: '1' } as const
    const statuses = await atOnce((name) => world.as(name).send(campaigns.changeBudget, { path, body }, match(version + round)))
    expect(statuses, `round ${round}`).toEqual([200, 412])
  }
  expect(Number((await kept(10)).budget)).toBe(budget + rounds * 1_000_000)
}, 240_000)

test('only one of a parallel approval and denial is done', async () => {
  for (let round = 0; round < rounds; round++) {
    await sql`update campaigns set status = 'pending', review_status_id = 1 where campaign_id = 11`.execute(world.database.kysely)
    const seen = match(await versionOf(11))
    const statuses = await atOnce((name, index) =>
      index === 0
        ? world.as(name).send(campaigns.approve, { path: waiting }, seen)
        : world.as(name).send(campaigns.deny, { path: waiting, body: { comment: 'No' } }, seen),
    )
    expect(statuses, `round ${round}`).toEqual([200, 412])
    const { status, review_status_id } = await kept(11)
    expect([3, 2]).toContain(review_status_id)
    expect(status).toBe(review_status_id === 3 ? 'active' : 'pending')
  }
}, 240_000)

test('of a sheet and a change to the same version one is refused; two parallel percentages are both applied', async () => {
  for (let round = 0; round < rounds; round++) {
    const version = await versionOf(10)
    const [row, change] = await Promise.all([
      world
        .as('superUser')
        .send(
          campaigns.sheet,
          { path: { memberGroupId: 1 }, body: { rows: [{ campaign_id: 10, version, name: `Sheet ${round}` }] } },
          { 'Idempotency-Key': `race-of-sheet-${round}` },
        ),
      world.as('internalAdmin').send(campaigns.change, { path, body: { name: `Change ${round}` } }, match(version)),
    ])
    const isWritten = row.reply.result.changed === 1
    expect(isWritten, `round ${round}`).toBe(change.status === 412)
    expect((await kept(10)).name).toBe(isWritten ? `Sheet ${round}` : `Change ${round}`)
  }
  await sql`update campaigns set budget = 1000000 where campaign_id in (10, 20)`.execute(world.database.kysely)
  const body = { campaign_ids: [20, 10], budget_percentage: 100 }
  const keyed = (name: string) => ({ 'Idempotency-Key': `race-of-bulk-${name}` })
  expect(await atOnce((name) => world.as(name).send(campaigns.bulk, { path: { memberGroupId: 1 }, body }, keyed(name)))).toEqual([200, 200])
  expect([Number((await kept(10)).budget), Number((await kept(20)).budget)]).toEqual([4_000_000, 4_000_000])
}, 240_000)

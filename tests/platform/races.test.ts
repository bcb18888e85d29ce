import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import { enqueue } from '../../demo/platform/sql/queue.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { fixedNow, type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'
import { written, writtenHandlers } from '../support/platform/written-contract.ts'

let server: Pick<PostgresServer, 'url' | 'stop'>
let world: SmallWorld
let second: SmallWorld
const { handlers, runs } = writtenHandlers()
beforeAll(async () => {
  server = await commonPostgres()
  world = await startSmallWorld({ contract: written, handlers, server: server.url })
  second = await world.startSecondPlatform({})
})
afterAll(async () => {
  await second.close()
  await world.close()
  await server.stop()
})

const path = { memberGroupId: 1 }
const channelsNamed = (name: string) => world.database.kysely.selectFrom('channels').select('name').where('name', '=', name).execute()

test('twenty duplicates at once, at two servers of one database, have one effect', async () => {
  let effects = 0
  for (let round = 0; round < 5; round++) {
    const name = `round ${round}`
    const headers = { 'Idempotency-Key': `key-round-${round}` }
    const send = (at: SmallWorld) => at.as('clientAdmin').send(written.addOnce, { path, body: { name } }, headers)
    const responses = await Promise.all(Array.from({ length: 20 }, (_, number) => send(number % 2 ? world : second)))
    expect(responses.filter(({ status }) => status !== 200)).toEqual([])
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    effects += (await channelsNamed(name)).length
  }
  console.log(`idempotency on PostgreSQL: 5 × 20 duplicates at two servers, ${effects} effects`)
  expect(effects).toBe(5)
})

test('a duplicate runs when the first attempt is rolled back', async () => {
  const send = () => world.as('clientAdmin').send(written.refuse, { path, body: { name: 'undone' } }, { 'Idempotency-Key': 'key-undone' })
  const before = runs.length
  const replies = await Promise.all(Array.from({ length: 6 }, send))
  expect(replies.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 409])
  expect(runs.length - before).toBe(6)
  expect(await channelsNamed('undone')).toEqual([])
})

test('three workers do a hundred jobs once each', async () => {
  const { database } = world
  const done: number[] = []
  const run = async ({ number }: Record<string, unknown>) => {
    await pause(2)
    done.push(Number(number))
  }
  for (let number = 0; number < 100; number++) await enqueue(database.kysely, { kind: 'note', payload: { number }, runAt: fixedNow() })
  const context = { database, now: fixedNow, log: () => {} }
  const workers = await Promise.all([1, 2, 3].map(() => startJobs(context, { note: { run } })))
  const shares = await Promise.all(workers.map((jobs) => jobs.tick()))
  await Promise.all(workers.map((jobs) => jobs.stop()))
  console.log(`jobs on PostgreSQL: ${done.length} done by ${shares.join(' + ')}`)
  expect(done.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 100 }, (_, number) => number))
  expect(Math.min(...shares)).toBeGreaterThan(0)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Jobs, startJobs } from '../../demo/platform/jobs/queue.ts'
import type { JobContext } from '../../demo/platform/sql/queue.ts'
import { registrationJobs } from '../../demo/platform/registrations/job.ts'
import { contract } from '../../src/contract/index.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { fixedNow, type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let server: Pick<PostgresServer, 'url' | 'stop'>
let world: SmallWorld
let onServer: SmallWorld
beforeAll(async () => {
  server = await commonPostgres()
  world = await startSmallWorld()
  onServer = await startSmallWorld({ server: server.url })
})
afterAll(async () => {
  await onServer.close()
  await world.close()
  await server.stop()
})

const { entityRegistrations } = contract
const advertiserPath = (advertiserId: number) => ({ memberGroupId: 1, advertiserId })
const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
let keys = 0
/** Uploads a list; returns its id. */
async function send(at: SmallWorld, advertiserId: number, internal_ids: string[]): Promise<number> {
  const body = { internal_ids }
  const response = await at
    .as('clientAdmin')
    .send(entityRegistrations.initiate, { path: advertiserPath(advertiserId), body }, { 'Idempotency-Key': `list-${++keys}-of-jobs` })
  return response.reply.result.event_id
}
const event = async (at: SmallWorld, advertiserId: number, eventId: number) =>
  (await at.as('clientAdmin').send(entityRegistrations.one, { path: { ...advertiserPath(advertiserId), eventId }, query: { count: 1 } }))
    .reply.result
const fillCatalog = (at: SmallWorld, prefix: string, count: number) =>
  sql`insert into catalog_entities select 1, ${prefix} || '-' || n, 'Name', 'Any', 'active' from generate_series(0, ${count - 1}::int) n`.execute(
    at.database.kysely,
  )
/** Counts an advertiser's entities whose id starts with a prefix, and their distinct ids. */
async function countOf(at: SmallWorld, advertiserId: number, prefix: string) {
  const { rows } = await sql<{ all: number; apart: number }>`
    select count(*)::int as all, count(distinct internal_id)::int as apart from entities
    where advertiser_id = ${advertiserId} and internal_id like ${`${prefix}-%`}`.execute(at.database.kysely)
  return rows[0]
}
const contextOf = (at: SmallWorld, more: Partial<JobContext> = {}): JobContext => ({
  database: at.database,
  now: fixedNow,
  log: () => {},
  ...more,
})
const workers: Jobs[] = []
async function worker(at: SmallWorld, more: Partial<JobContext> = {}) {
  const jobs = await startJobs(contextOf(at, more), registrationJobs)
  workers.push(jobs)
  return jobs
}
const stop = () => Promise.all(workers.splice(0).map((jobs) => jobs.stop()))

test('a list of ten thousand ids, three hundred of them wrong, is registered', async () => {
  await fillCatalog(world, 'many', 9700)
  const eventId = await send(world, 1, [...ids('many', 9700), ...ids('wrong', 300)])
  await (await worker(world)).tick()
  await stop()
  expect(await event(world, 1, eventId)).toMatchObject({ status: 'completed', total: 10_000, done: 10_000, failed: 300 })
  expect(await countOf(world, 1, 'many')).toEqual({ all: 9700, apart: 9700 })
})

test('a server that stops half-way keeps its progress, and the next one continues', async () => {
  await fillCatalog(world, 'broken', 5000)
  const eventId = await send(world, 2, ids('broken', 5000))
  const run = registrationJobs['register-entities']?.run
  let moments = 0
  const failing = () => {
    moments += 1
    if (moments > 5) throw new Error('The power is gone')
    return fixedNow()
  }
  const payload = { member_group_id: 1, event_id: eventId }
  await expect(run?.(payload, contextOf(world, { now: failing }))).rejects.toThrow('The power is gone')
  const half = await event(world, 2, eventId)
  expect(half).toMatchObject({ status: 'processing', total: 5000, failed: 0, completed_on: null })
  expect(half.done % 1000).toBe(0)
  expect([half.done > 0, half.done < 5000]).toEqual([true, true])
  expect(await countOf(world, 2, 'broken')).toEqual({ all: half.done, apart: half.done })
  await (await worker(world)).tick()
  await stop()
  expect(await event(world, 2, eventId)).toMatchObject({ status: 'completed', done: 5000, failed: 0 })
  expect(await countOf(world, 2, 'broken')).toEqual({ all: 5000, apart: 5000 })
  await run?.(payload, contextOf(world))
  expect(await countOf(world, 2, 'broken')).toEqual({ all: 5000, apart: 5000 })
})

test('four servers with eight lists of the same ids register each of them once', async () => {
  await fillCatalog(onServer, 'shared', 2500)
  const events: number[] = []
  for (let list = 0; list < 8; list++) events.push(await send(onServer, 1, ids('shared', 2500)))
  const servers = await Promise.all([worker(onServer), worker(onServer), worker(onServer), worker(onServer)])
  await Promise.all(servers.map((jobs) => jobs.tick()))
  await stop()
  const finished = await Promise.all(events.map((eventId) => event(onServer, 1, eventId)))
  expect(finished.map(({ status, done }) => [status, done])).toEqual(events.map(() => ['completed', 2500]))
  expect(finished.reduce((sum, { failed }) => sum + failed, 0)).toBe(7 * 2500)
  expect(await countOf(onServer, 1, 'shared')).toEqual({ all: 2500, apart: 2500 })
})

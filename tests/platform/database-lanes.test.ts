import { performance } from 'node:perf_hooks'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../demo/platform/database/database.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'

let server: Pick<PostgresServer, 'url' | 'stop'>
const opened: FreshDatabase[] = []
const fresh = async (url: string) => {
  const made = await freshDatabase({ server: url })
  opened.push(made)
  return made.database
}

beforeAll(async () => {
  server = await commonPostgres()
})

afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()))
  await server.stop()
})

const work = (size: number) => CompiledQuery.raw('select sum(a::numeric * a) from generate_series(1, $1::int) a', [size])

/** A report that takes some tenths of a second on this data. */
async function longReport({ reports }: Database) {
  for (let size = 100_000; ; size *= 2) {
    const from = performance.now()
    await reports.executeQuery(work(size))
    const ms = performance.now() - from
    if (ms > 300) return { query: work(size), ms }
  }
}

test('on the embedded database, other requests overtake waiting reports, and the main thread stays free', async () => {
  const database = await fresh('')
  const { query } = await longReport(database)
  const ended: string[] = []
  const before = performance.eventLoopUtilization()
  const reports = [1, 2, 3, 4].map((number) => database.reports.executeQuery(query).then(() => ended.push(`report ${number}`)))
  const people = [1, 2, 3].map((number) => database.ping().then(() => ended.push(`person ${number}`)))
  await Promise.all([...reports, ...people])
  const { utilization } = performance.eventLoopUtilization(before)
  console.log(`lanes, embedded: ${ended.join(', ')}; the main thread was busy for ${(utilization * 100).toFixed(0)} % of the time`)
  expect(ended).toEqual(['report 1', 'person 1', 'person 2', 'person 3', 'report 2', 'report 3', 'report 4'])
  expect(utilization).toBeLessThan(0.5)
})

test('a report waits for the end of an open transaction, but the transaction does not wait for it', async () => {
  const database = await fresh('')
  const ended: string[] = []
  let report: Promise<unknown> | undefined
  await database.kysely.transaction().execute(async (transaction) => {
    report = database.reports.executeQuery(work(10)).then(() => ended.push('report'))
    await transaction.executeQuery(work(10))
    await transaction.executeQuery(work(10))
    ended.push('transaction')
  })
  await report
  expect(ended).toEqual(['transaction', 'report'])
})

test('on PostgreSQL, requests are answered while reports run', async () => {
  const database = await fresh(server.url)
  const { query, ms } = await longReport(database)
  const ended: string[] = []
  const reports = [1, 2].map(() => database.reports.executeQuery(query).then(() => ended.push('report')))
  for (let number = 0; number < 5; number++) {
    await database.ping()
    ended.push('person')
  }
  await Promise.all(reports)
  console.log(`lanes, postgres: ${ended.join(', ')}; a report takes ${ms.toFixed(0)} ms alone`)
  expect(ended).toEqual(['person', 'person', 'person', 'person', 'person', 'report', 'report'])
})

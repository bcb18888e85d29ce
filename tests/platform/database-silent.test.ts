import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../demo/platform/database/database.ts'
import { openDatabase } from '../../demo/platform/database/open.ts'
import { DatabaseStopped, StatementTooLong } from '../../demo/platform/database/problems.ts'
import type { Tables } from '../../demo/platform/tables/index.ts'
import { commonPostgres } from '../support/database/postgres.ts'
import { silentProxy } from '../support/database/silent-proxy.ts'

let server: Awaited<ReturnType<typeof commonPostgres>>
let proxy: Awaited<ReturnType<typeof silentProxy>>
let database: Database
beforeAll(async () => {
  server = await commonPostgres()
})
beforeEach(async () => {
  proxy = await silentProxy(server.url)
  const limits = {
    connections: 3,
    reportConnections: 2,
    statementMs: 400,
    reportMs: 400,
    fileMs: 5000,
    silentMs: 400,
    pingMs: 300,
    waitMs: 5000,
  }
  database = await openDatabase({ url: proxy.url, limits })
})
afterEach(async () => {
  await database.close()
  await proxy.close()
})
afterAll(() => server.stop())

const three = [1, 2, 3]
const sleep = (kysely: Kysely<Tables>, ms: number) => sql`select pg_sleep(${ms / 1000})`.execute(kysely)
const selectOne = async (kysely: Kysely<Tables>) => (await sql<{ one: number }>`select 1 as one`.execute(kysely)).rows[0]?.one
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('connections that fall silent', () => {
  test('are closed, and others are opened in their place', async () => {
    await Promise.all(three.map(() => sleep(database.kysely, 100)))
    expect(proxy.silence()).toBe(3)
    const failures = await Promise.all(three.map(() => failure(selectOne(database.kysely))))
    expect(failures.every((error) => error instanceof DatabaseStopped)).toBe(true)
    expect(await Promise.all(three.map(() => selectOne(database.kysely)))).toEqual([1, 1, 1])
    await expect.poll(proxy.count).toBe(3)
  })

  test('end their transaction, which stores nothing', async () => {
    await sql`create table if not exists silent_probe (id int)`.execute(database.kysely)
    const work = database.kysely.transaction().execute(async (transaction) => {
      await sql`insert into silent_probe values (1)`.execute(transaction)
      proxy.silence()
      await selectOne(transaction)
    })
    expect(await failure(work)).toBeInstanceOf(DatabaseStopped)
    const { rows } = await sql`select id from silent_probe`.execute(database.kysely)
    await sql`drop table silent_probe`.execute(database.kysely)
    expect(rows).toEqual([])
  })

  test('of reports are closed too', async () => {
    await Promise.all([sleep(database.reports, 100), sleep(database.reports, 100)])
    proxy.silence()
    const failures = await Promise.all([failure(selectOne(database.reports)), failure(selectOne(database.reports))])
    expect(failures.every((error) => error instanceof DatabaseStopped)).toBe(true)
    expect(await selectOne(database.reports)).toBe(1)
  })

  test('are found by a ping, long before a statement gives up', async () => {
    const patient = await openDatabase({ url: proxy.url, limits: { connections: 1, pingMs: 300 } })
    await patient.ping()
    proxy.silence()
    expect(await failure(patient.ping())).toBeInstanceOf(DatabaseStopped)
    await patient.ping()
    await patient.close()
  })
})

test('a file has more time than a report, also on a connection that both have used', async () => {
  const file = () =>
    database.files.transaction().execute(async (transaction) => {
      await sleep(transaction, 1200)
      return selectOne(transaction)
    })
  expect(await Promise.all([file(), file()])).toEqual([1, 1])
  const reports = await Promise.all([failure(sleep(database.reports, 1200)), failure(sleep(database.reports, 1200))])
  expect(reports.every((error) => error instanceof StatementTooLong)).toBe(true)
  expect(await file()).toBe(1)
})

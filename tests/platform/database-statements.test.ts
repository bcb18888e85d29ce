import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseStopped } from '../../demo/platform/database/problems.ts'
import { StatementNames } from '../../demo/platform/database/statement-names.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'

let server: Pick<PostgresServer, 'url' | 'stop'>
let fresh: FreshDatabase
beforeAll(async () => {
  server = await commonPostgres()
  fresh = await freshDatabase({ server: server.url, limits: { connections: 1 } })
  await sql`create table things (id int)`.execute(fresh.database.kysely)
  await sql`insert into things values (1)`.execute(fresh.database.kysely)
})
afterAll(async () => {
  await fresh.close()
  await server.stop()
})

describe('names of prepared statements', () => {
  test('are given to repeated statements, not to single ones or those that begin a transaction', () => {
    const names = new StatementNames()
    expect(names.of('select 1')).toBeUndefined()
    const name = names.of('select 1')
    expect([name, names.of('select 1')]).toEqual([expect.any(String), name])
    names.of('select 2')
    expect(names.of('select 2')).not.toBe(name)
    expect(['begin', 'begin', 'commit', 'commit'].map((text) => names.of(text))).toEqual([undefined, undefined, undefined, undefined])
  })

  test('are limited in number', () => {
    const names = new StatementNames()
    const given = Array.from({ length: 3000 }, (_, index) => [names.of(`select ${index}`), names.of(`select ${index}`)][1])
    expect(given.filter(Boolean)).toHaveLength(200)
  })

  test('are planned once per connection', async () => {
    const { kysely } = fresh.database
    const ask = (id: number) => sql<{ id: number }>`select id from things where id = ${id}`.execute(kysely)
    for (const id of [1, 2, 1]) expect((await ask(id)).rows).toEqual(id === 1 ? [{ id: 1 }] : [])
    const { rows } = await sql`select 1 from pg_prepared_statements where statement = 'select id from things where id = $1'`.execute(kysely)
    expect(rows).toHaveLength(1)
  })
})

describe('tables that change while the platform runs', () => {
  test('a statement is planned again outside a transaction', async () => {
    const { kysely } = fresh.database
    const all = () => sql`select * from things`.execute(kysely)
    for (let time = 0; time < 3; time++) await all()
    await sql`alter table things add column name text`.execute(kysely)
    expect((await all()).rows).toEqual([{ id: 1, name: null }])
  })

  test('inside a transaction it is refused as retryable, and the next one works', async () => {
    const { kysely } = fresh.database
    const all = () => kysely.transaction().execute((transaction) => sql`select * from things`.execute(transaction))
    for (let time = 0; time < 3; time++) await all()
    await sql`alter table things add column more text`.execute(kysely)
    await expect(all()).rejects.toBeInstanceOf(DatabaseStopped)
    expect((await all()).rows).toEqual([{ id: 1, name: null, more: null }])
  })
})

test('a report uses all parallel workers when it runs alone, and none next to others', async () => {
  const { reports } = fresh.database
  const slowly = async () =>
    (await sql<{ workers: string }>`select current_setting('max_parallel_workers_per_gather') as workers, pg_sleep(0.2)`.execute(reports))
      .rows[0]
  const usual = await slowly()
  expect(Number(usual?.workers)).toBeGreaterThan(0)
  const both = await Promise.all([slowly(), slowly(), slowly()])
  expect(both.map((row) => row?.workers).sort()).toEqual(['0', '0', usual?.workers])
  const after = [await slowly(), await slowly(), await slowly()]
  expect(after.map((row) => row?.workers)).toEqual([usual?.workers, usual?.workers, usual?.workers])
})

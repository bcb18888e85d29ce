import { CompiledQuery, type Kysely, type Migration, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../demo/platform/database/database.ts'
import { openDatabase } from '../../demo/platform/database/open.ts'
import { DatabaseBusy, DatabaseStopped, RawTransaction, StatementTooLong } from '../../demo/platform/database/problems.ts'
import type { Tables } from '../../demo/platform/tables/index.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { type PostgresServer, startPostgres } from '../support/database/postgres.ts'

let server: PostgresServer
const opened: FreshDatabase[] = []
/** An empty database: the driver needs none of the platform's tables. */
const fresh = async (driver: Database['driver'], options: Parameters<typeof freshDatabase>[0] = {}) => {
  const made = await freshDatabase({ migrations: {}, ...options, server: driver === 'postgres' ? server.url : '' })
  opened.push(made)
  return made.database
}

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()))
  await server.stop()
})

const rowsOf = async <T>(db: Kysely<Tables>, text: string, ...values: unknown[]) =>
  (await db.executeQuery<T>(CompiledQuery.raw(text, values))).rows
/** The first value of the first row. */
const one = async (db: Kysely<Tables>, expression: string, ...values: unknown[]) =>
  Object.values((await rowsOf<object>(db, `select ${expression}`, ...values))[0] ?? {})[0]
const failure = (promise: Promise<unknown>): Promise<Error & { code?: string; constraint?: string }> =>
  promise.then(
    () => Promise.reject(new Error('It did not fail')),
    (error) => error,
  )
const drivers = ['embedded', 'postgres'] as const
const moment = '2026-03-29T01:30:00.123Z'

const values: readonly (readonly [expression: string, value: unknown, ...parameters: unknown[]])[] = [
  ['9007199254740991::int8', Number.MAX_SAFE_INTEGER],
  ['sum(n) from generate_series(1, 3) n', 6],
  ['array[1, null, -9007199254740991]::int8[]', [1, null, Number.MIN_SAFE_INTEGER]],
  ['count(*) from generate_series(1, 5)', 5],
  ['7::int4', 7],
  ['-3::int2', -3],
  ['0.1::float8', 0.1],
  ['1234567890123456789.123456::numeric', '1234567890123456789.123456'],
  ['1.50::numeric', '1.50'],
  ["date '2024-02-29'", '2024-02-29'],
  ["array[date '2024-02-29', null]", ['2024-02-29', null]],
  [`timestamptz '${moment}'`, new Date(moment)],
  ["timestamptz '2026-03-29 03:30:00+02:00'", new Date('2026-03-29T01:30:00Z')],
  ['true', true],
  ['null::int8', null],
  [`'{"a":[1,null,{"b":"ü"}]}'::jsonb`, { a: [1, null, { b: 'ü' }] }],
  [`'"text"'::json`, 'text'],
  ["'\\x00ff10'::bytea", Buffer.from([0, 255, 16])],
  [`array['a', 'b"c', null, 'd,e', '']`, ['a', 'b"c', null, 'd,e', '']],
  ["'9e107d9d-372b-4a81-8f0d-3f0d1a1b2c3d'::uuid", '9e107d9d-372b-4a81-8f0d-3f0d1a1b2c3d'],
  ['$1::timestamptz', new Date(moment), new Date(moment)],
  ['$1::date', '2026-03-29', new Date(moment)],
  ['$1::int8', 12, 12n],
  ['$1::int8', 12, 12],
  ['$1::numeric', '0.000001', '0.000001'],
  ['$1::text', null, undefined],
  ['$1::bool', false, false],
  ['$1::jsonb', { a: [1, { b: 'c"d\\' }] }, { a: [1, { b: 'c"d\\' }] }],
  ['$1::jsonb', [1, 'x'], JSON.stringify([1, 'x'])],
  ['$1::text[]', ['a"b', 'c\\d', null, '', 'NULL', '{x}'], ['a"b', 'c\\d', null, '', 'NULL', '{x}']],
  [
    '$1::int[]',
    [
      [1, 2],
      [3, 4],
    ],
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['$1::bytea', Buffer.from([1, 0, 2]), new Uint8Array([1, 0, 2])],
  ["to_char(timestamptz '2026-01-01 12:00Z', 'HH24:MI')", '12:00'],
  ["string_agg(x, ' ' order by x) from unnest(array['b','A','a','Z','ä','_','É']) x", 'A Z _ a b É ä'],
  ["lower('ÄÉ')", 'äé'],
]

test('both drivers read and write every value alike', async () => {
  const [embedded, postgres] = await Promise.all(drivers.map((driver) => fresh(driver)))
  if (!embedded || !postgres) throw new Error('Expected an embedded and a PostgreSQL database')
  for (const [expression, expected, ...parameters] of values) {
    const got = await Promise.all([embedded, postgres].map(({ kysely }) => one(kysely, expression, ...parameters)))
    expect(got, expression).toEqual([expected, expected])
  }
  console.log(`values: ${values.length} alike on both drivers`)
})

describe.each(drivers)('%s', (driver) => {
  let database: Database
  beforeAll(async () => {
    database = await fresh(driver)
    await rowsOf(database.kysely, 'create table thing (id int primary key, note text constraint note_short check (length(note) < 9))')
  })
  const things = () => one(database.kysely, 'count(*) from thing')

  test('an integer too large for a number is refused with a sentence', async () => {
    const error = await failure(one(database.kysely, '9007199254740993::int8'))
    expect(error.message).toBe('The integer 9007199254740993 is beyond what a number holds exactly: select it as text.')
    expect(await one(database.kysely, '1')).toBe(1)
  })

  test('an SQL error is a DatabaseError with its code and constraint', async () => {
    const error = await failure(rowsOf(database.kysely, "insert into thing values (1, 'far too long')"))
    expect(error).toBeInstanceOf(pg.DatabaseError)
    expect([error.code, error.constraint]).toEqual(['23514', 'note_short'])
    expect((await failure(rowsOf(database.kysely, 'select nothing_such'))).code).toBe('42703')
  })

  test('a change returns the number of changed rows', async () => {
    const { numAffectedRows } = await database.kysely.executeQuery(CompiledQuery.raw('insert into thing values (101), (102)'))
    expect(numAffectedRows).toBe(2n)
    expect((await database.kysely.executeQuery(CompiledQuery.raw('delete from thing'))).numAffectedRows).toBe(2n)
    expect((await database.kysely.executeQuery(CompiledQuery.raw('select 1'))).numAffectedRows).toBeUndefined()
  })

  test('a transaction that throws leaves nothing, and others see nothing before it commits', async () => {
    let outside: Promise<unknown> | undefined
    const work = database.kysely.transaction().execute(async (transaction) => {
      await rowsOf(transaction, 'insert into thing values (1)')
      outside = things()
      expect(await one(transaction, 'count(*) from thing')).toBe(1)
      throw new Error('undo')
    })
    expect((await failure(work)).message).toBe('undo')
    expect([await outside, await things()]).toEqual([0, 0])
  })

  test('a transaction accepts an isolation level, and a savepoint undoes a part', async () => {
    const level = await database.kysely
      .transaction()
      .setIsolationLevel('serializable')
      .execute((transaction) => one(transaction, "current_setting('transaction_isolation')"))
    expect(level).toBe('serializable')
    const steps = await database.kysely.startTransaction().execute()
    await rowsOf(steps, 'insert into thing values (5)')
    const point = await steps.savepoint('part').execute()
    await rowsOf(point, 'insert into thing values (6)')
    await point.rollbackToSavepoint('part').execute()
    await steps.commit().execute()
    expect(await rowsOf(database.kysely, 'delete from thing returning id')).toEqual([{ id: 5 }])
  })

  test('a transaction with a failed statement cannot commit', async () => {
    const work = database.kysely.transaction().execute(async (transaction) => {
      await rowsOf(transaction, 'insert into thing values (1)')
      await failure(rowsOf(transaction, 'insert into thing values (1)'))
    })
    expect(await failure(work)).toBeInstanceOf(Error)
    expect(await things()).toBe(0)
  })

  test('the handle of a transaction cannot be used after its end', async () => {
    let kept: Kysely<Tables> | undefined
    await database.kysely.transaction().execute(async (transaction) => {
      kept = transaction
    })
    expect((await failure(rowsOf(kept ?? database.kysely, 'insert into thing values (1)'))).message).toMatch(/transaction|connection/i)
    expect(await things()).toBe(0)
  })

  test('reports cannot write', async () => {
    expect((await failure(rowsOf(database.reports, 'insert into thing values (1)'))).code).toBe('25006')
    const work = database.reports.transaction().execute((transaction) => rowsOf(transaction, 'insert into thing values (1)'))
    expect((await failure(work)).code).toBe('25006')
    expect(await one(database.reports, 'count(*) from thing')).toBe(0)
  })

  test('a query awaited outside the open transaction is refused with the reason', async () => {
    const narrow = await fresh(driver, { limits: { waitMs: 300, connections: 1 } })
    const error = await failure(narrow.kysely.transaction().execute(() => one(narrow.kysely, '1')))
    expect(error).toBeInstanceOf(DatabaseBusy)
    expect(error.message).toMatch(/transaction/)
    expect(await one(narrow.kysely, '1')).toBe(1)
  })

  test('an empty transaction is rolled back', async () => {
    const narrow = await fresh(driver, { limits: { idleMs: 200 } })
    await rowsOf(narrow.kysely, 'create table thing (id int)')
    const work = narrow.kysely.transaction().execute(async (transaction) => {
      await rowsOf(transaction, 'insert into thing values (1)')
      await expect
        .poll(() => one(narrow.kysely, "count(*) from pg_locks where locktype = 'relation' and mode = 'RowExclusiveLock'"))
        .toBe(0)
      await rowsOf(transaction, 'insert into thing values (2)')
    })
    expect(await failure(work)).toBeInstanceOf(DatabaseStopped)
    expect(await one(narrow.kysely, 'count(*) from thing')).toBe(0)
  })

  test('a statement over the time limit is cancelled, and the database keeps working', async () => {
    const narrow = await fresh(driver, { limits: { statementMs: 400, reportMs: 400 } })
    await rowsOf(narrow.kysely, 'create table thing as select 1 as id')
    const endless = 'sum(a * b) from generate_series(1, 1000000) a, generate_series(1, 1000000) b'
    const work = narrow.kysely.transaction().execute(async (transaction) => {
      await rowsOf(transaction, 'insert into thing values (2)')
      await one(transaction, endless)
    })
    const waiting = one(narrow.kysely, 'count(*) from thing')
    expect(await failure(work)).toBeInstanceOf(StatementTooLong)
    expect(await waiting).toBe(1)
    expect(await failure(one(narrow.reports, endless))).toBeInstanceOf(StatementTooLong)
    expect(await one(narrow.kysely, 'count(*) from thing')).toBe(1)
  })

  test('a migration that fails changes nothing', async () => {
    const broken: Migration = {
      up: async (db) => {
        await sql`create table half (id int)`.execute(db)
        await sql`select nothing_such`.execute(db)
      },
    }
    const empty = await fresh(driver)
    expect((await failure(empty.migrate({ broken }))).message).toMatch(/nothing_such/)
    expect(await one(empty.kysely, "to_regclass('half')::text")).toBeNull()
  })

  test('several servers that start at once migrate once', async () => {
    const slow: Migration = {
      up: async (db) => {
        await sql`create table slow (id int primary key)`.execute(db)
        await sql`select pg_sleep(0.2)`.execute(db)
      },
    }
    const first = await fresh(driver)
    const name = await one(first.kysely, 'current_database()')
    const url = `${server.url.slice(0, server.url.lastIndexOf('/'))}/${name}`
    const many = driver === 'embedded' ? [first, first, first] : await Promise.all([1, 2, 3, 4, 5].map(() => openDatabase({ url })))
    const applied = await Promise.all(many.map((each) => each.migrate({ slow })))
    if (driver === 'postgres') await Promise.all(many.map((each) => each.close()))
    expect(applied.flat()).toEqual(['slow'])
  })

  test('everything is refused after close, and nothing before', async () => {
    const { database: closing, close } = await freshDatabase({ migrations: {}, server: driver === 'postgres' ? server.url : '' })
    const last = closing.kysely.transaction().execute((transaction) => one(transaction, '1'))
    await Promise.resolve()
    await closing.ping()
    expect(await last).toBe(1)
    await close()
    await failure(closing.ping())
  })
})

test('the embedded database refuses BEGIN and COMMIT as statements', async () => {
  const { kysely } = await fresh('embedded')
  for (const text of ['begin', ' START  TRANSACTION', 'commit', 'rollback', 'end', 'abort']) {
    expect(await failure(rowsOf(kysely, text))).toBeInstanceOf(RawTransaction)
  }
})

import {
  CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import type { Database } from '../../../demo/platform/database/database.ts'
import type { Tables } from '../../../demo/platform/tables/index.ts'
import { begun, isPlainSelect, ReadMemory, type Since } from './read-memory.ts'

/** A database on which nothing persists: everything runs in one transaction that is rolled back. */
export interface Rehearsal {
  readonly database: Database
  /** Rolls back everything written so far. */
  undo(): Promise<void>
  end(): Promise<void>
}

/** The only connection, used by one caller at a time. */
class Turns {
  #last: Promise<void> = Promise.resolve()

  async take(): Promise<() => void> {
    const before = this.#last
    let give = () => {}
    this.#last = new Promise((resolve) => {
      give = resolve
    })
    await before
    return give
  }
}

/** The transaction that everything runs in. */
class Outer {
  constructor(
    readonly transaction: ControlledTransaction<Tables>,
    readonly isOnServer: boolean,
  ) {}

  /** Runs commands that have no result: on a server in one message, which the embedded database does not support. */
  async say(...commands: readonly string[]) {
    for (const text of this.isOnServer ? [commands.join('; ')] : commands) await this.transaction.executeQuery(CompiledQuery.raw(text))
  }

  /** Releases the savepoint before it sets the next one: nested in each other, thousands of them slow down every read of new rows. */
  keep = () => this.say('release savepoint done', 'savepoint done')
}

/** A failed statement would abort the whole transaction, so there is always a savepoint to return to. */
class RehearsedConnection implements DatabaseConnection {
  isTransaction = false
  /** What had been done when the transaction began. */
  before: Since = begun

  constructor(
    readonly outer: Outer,
    readonly memory: ReadMemory,
    readonly release: () => void,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const result = await this.memory.resultOf(query, () => this.outer.transaction.executeQuery<R>(query))
      if (!this.isTransaction && !isPlainSelect(query)) await this.outer.keep()
      return result
    } catch (error) {
      if (!this.isTransaction) await this.outer.say('rollback to savepoint done')
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator, and neither driver has a cursor
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed: ask for pages instead.')
  }
}

class RehearsedDriver implements Driver {
  constructor(
    readonly outer: Outer,
    readonly turns: Turns,
    readonly memory: ReadMemory,
  ) {}

  async init() {}
  async destroy() {}

  async acquireConnection() {
    return new RehearsedConnection(this.outer, this.memory, await this.turns.take())
  }

  async releaseConnection(connection: RehearsedConnection) {
    connection.release()
  }

  async beginTransaction(connection: RehearsedConnection) {
    await this.outer.say('savepoint doing')
    connection.isTransaction = true
    connection.before = this.memory.since
  }

  async commitTransaction(connection: RehearsedConnection) {
    if (this.memory.since.isUntouched) await this.outer.say('release savepoint doing')
    else await this.outer.keep()
    connection.isTransaction = false
  }

  async rollbackTransaction(connection: RehearsedConnection) {
    this.memory.enter(connection.before)
    await this.outer.say('rollback to savepoint doing', 'release savepoint doing')
    connection.isTransaction = false
  }
}

const dialectOf = (driver: Driver): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/** Starts the transaction; returns a database inside it that a platform can use as any other. */
export async function rehearse(database: Database): Promise<Rehearsal> {
  const outer = new Outer(await database.kysely.startTransaction().execute(), database.driver === 'postgres')
  const turns = new Turns()
  const memory = new ReadMemory()
  const kysely = new Kysely<Tables>({ dialect: dialectOf(new RehearsedDriver(outer, turns, memory)) })
  await outer.say('savepoint start', 'savepoint done')
  return {
    database: {
      ...database,
      // As on the embedded database there is only one connection, so a download must not hold it.
      driver: 'embedded',
      kysely,
      reports: kysely,
      files: kysely,
      reportsUntil: () => ({ reports: kysely, files: kysely }),
      ping: async () => void (await sql`select 1`.execute(kysely)),
    },
    undo: async () => {
      const give = await turns.take()
      if (!memory.since.isUntouched) {
        await outer.say('rollback to savepoint start', 'savepoint done')
        memory.enter(begun)
      }
      give()
    },
    end: async () => {
      await outer.transaction.rollback().execute()
    },
  }
}

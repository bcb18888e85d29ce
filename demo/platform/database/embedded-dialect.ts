import {
  type CompiledQuery, type DatabaseConnection, type Dialect, type Driver, type Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type QueryResult,
} from 'kysely'
import type { Answer, EmbeddedEngine } from './embedded-engine.ts'
import type { Lane, Lanes } from './lanes.ts'

class EmbeddedConnection implements DatabaseConnection {
  constructor(
    readonly engine: EmbeddedEngine,
    readonly giveBack: () => void,
    readonly wrote: () => void,
  ) {}

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await this.engine.ask<Answer>('query', sql, parameters)
    if (affectedRows) this.wrote()
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows ?? 0) } // the compiled query says what its rows are
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator, and the embedded database has no cursor
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database does not stream; ask for pages instead')
  }
}

class EmbeddedDriver implements Driver {
  constructor(
    readonly engine: EmbeddedEngine,
    readonly lanes: Lanes,
    readonly lane: Lane,
    readonly wrote: () => void,
  ) {}

  async init() {}
  async destroy() {}

  async acquireConnection() {
    return new EmbeddedConnection(this.engine, await this.lanes.take(this.lane), this.wrote)
  }

  async releaseConnection(connection: DatabaseConnection) {
    if (connection instanceof EmbeddedConnection) connection.giveBack()
  }

  async beginTransaction() {
    await this.engine.ask('begin')
  }

  async commitTransaction() {
    await this.engine.ask('commit')
  }

  async rollbackTransaction() {
    await this.engine.ask('rollback')
  }
}

/** Kysely over the embedded engine, in one of its lanes. */
export const embeddedDialect = (engine: EmbeddedEngine, lanes: Lanes, lane: Lane, wrote: () => void): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new EmbeddedDriver(engine, lanes, lane, wrote),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

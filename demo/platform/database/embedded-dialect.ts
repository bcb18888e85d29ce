import {
  CompiledQuery,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import { type EmbeddedAccess, EmbeddedConnection } from './embedded-connection.ts'
import type { EmbeddedKeeper } from './embedded-keeper.ts'
import type { Lanes } from './lanes.ts'

const point = (command: string, name: string) => CompiledQuery.raw(`${command} "${name.replaceAll('"', '""')}"`)

class EmbeddedDriver implements Driver {
  constructor(
    readonly keeper: EmbeddedKeeper,
    readonly lanes: Lanes,
    readonly access: EmbeddedAccess,
  ) {}

  async init() {}
  async destroy() {}

  async acquireConnection() {
    const turn = await this.lanes.take(this.access.lane, this.access.waitMs)
    try {
      return new EmbeddedConnection(await this.keeper.engine(), turn, this.access)
    } catch (error) {
      turn.end()
      throw error
    }
  }

  async releaseConnection(connection: EmbeddedConnection) {
    connection.release()
  }

  async beginTransaction(connection: EmbeddedConnection, settings: TransactionSettings) {
    await connection.begin(settings)
  }

  async commitTransaction(connection: EmbeddedConnection) {
    await connection.end('commit')
  }

  async rollbackTransaction(connection: EmbeddedConnection) {
    await connection.end('rollback')
  }

  async savepoint(connection: EmbeddedConnection, name: string) {
    await connection.executeQuery(point('savepoint', name))
  }

  async rollbackToSavepoint(connection: EmbeddedConnection, name: string) {
    await connection.executeQuery(point('rollback to savepoint', name))
  }

  async releaseSavepoint(connection: EmbeddedConnection, name: string) {
    await connection.executeQuery(point('release savepoint', name))
  }
}

/** There is one connection and one process on the folder, so migrations need no lock in the database. */
class EmbeddedAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

/** Kysely over the embedded database, asking in the way that `access` says. */
export const embeddedDialect = (keeper: EmbeddedKeeper, lanes: Lanes, access: EmbeddedAccess): Dialect => ({
  createAdapter: () => new EmbeddedAdapter(),
  createDriver: () => new EmbeddedDriver(keeper, lanes, access),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

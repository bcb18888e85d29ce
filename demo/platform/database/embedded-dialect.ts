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
import type { EngineSupervisor } from './embedded-keeper.ts'
import type { Lanes } from './lanes.ts'

const point = (command: string, name: string) => CompiledQuery.raw(`${command} "${name.replaceAll('"', '""')}"`)

class EmbeddedDriver implements Driver {
  constructor(
    readonly keeper: EngineSupervisor,
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

/** Migrations need no database lock: there is one connection, and one process per folder. */
class EmbeddedAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

/** A Kysely dialect for the embedded database with the given access settings. */
export const embeddedDialect = (keeper: EngineSupervisor, lanes: Lanes, access: EmbeddedAccess): Dialect => ({
  createAdapter: () => new EmbeddedAdapter(),
  createDriver: () => new EmbeddedDriver(keeper, lanes, access),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

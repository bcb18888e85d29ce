import { Kysely } from 'kysely'
import type { Tables } from '../tables/index.ts'
import type { EmbeddedAccess } from './embedded-connection.ts'
import { embeddedDialect } from './embedded-dialect.ts'
import { embeddedFolder } from './embedded-folder.ts'
import { EngineSupervisor } from './embedded-keeper.ts'
import { EmbeddedMaintenance, type UpkeepOptions } from './embedded-upkeep.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { Lanes } from './lanes.ts'
import type { Limits } from './limits.ts'
import { migrate } from './migrate.ts'
import type { Database } from './database.ts'
import { DatabaseStopped } from './problems.ts'

/** The embedded database also reports counts, for measurements and tests. */
export interface EmbeddedDatabase extends Database {
  readonly counts: { readonly syncs: number; readonly checkpoints: number; readonly starts: number }
}

export interface EmbeddedOptions extends UpkeepOptions {
  readonly dataDir: string
  readonly limits: Limits
  readonly log: (event: string, detail?: object) => void
  readonly fileSystem?: URL
}

/** Opens PGlite on a folder. Throws if another process has the folder open or commits are not durable. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const lock = await lockFolder(options.dataDir)
  try {
    const engine = options.fileSystem ? { fileSystem: options.fileSystem } : {}
    const keeper = new EngineSupervisor({ ...engine, folder: await embeddedFolder(options.dataDir, engine) }, options.log)
    await keeper.engine()
    return database(keeper, lock, options)
  } catch (error) {
    lock.release()
    throw error
  }
}

function database(keeper: EngineSupervisor, lock: FolderLock, options: EmbeddedOptions): EmbeddedDatabase {
  const { limits } = options
  const lanes = new Lanes({ interactive: limits.waitMs, report: limits.reportWaitMs })
  const upkeep = new EmbeddedMaintenance(keeper, lanes, options, options.log)
  const asking = (access: EmbeddedAccess) =>
    new Kysely<Tables>({ dialect: embeddedDialect(keeper, lanes, { ...access, released: () => upkeep.look() }) })
  const kysely = asking({ lane: 'interactive', limitMs: limits.statementMs, idleMs: limits.idleMs })
  // Migrations and seeds may run statements, such as building an index, for longer than the limit of a request.
  const unlimited = asking({ lane: 'interactive', waitMs: limits.reportWaitMs })
  const report: EmbeddedAccess = { lane: 'report', limitMs: limits.reportMs, idleMs: limits.idleMs }
  const reportsUntil = (gone?: AbortSignal) => {
    const access = gone ? { ...report, gone } : report
    return { reports: asking(access), files: asking({ ...access, limitMs: limits.fileMs }) }
  }
  return {
    driver: 'embedded',
    kysely,
    ...reportsUntil(),
    reportsUntil,
    withoutLimits: (work) => work(unlimited),
    migrate: (migrations) => migrate(unlimited, migrations),
    ping: async () => void (await kysely.selectNoFrom(({ lit }) => lit(1).as('one')).execute()),
    close: () => close(keeper, lanes, upkeep, lock),
    get counts() {
      return { syncs: keeper.running?.counts.syncs ?? 0, checkpoints: upkeep.checkpoints, starts: keeper.starts }
    },
  }
}

/** Waits for running statements; new ones are refused. */
async function close(keeper: EngineSupervisor, lanes: Lanes, upkeep: EmbeddedMaintenance, lock: FolderLock) {
  lanes.close(new DatabaseStopped('it was closed'))
  await upkeep.stop()
  await lanes.drained()
  await keeper.close()
  lock.release()
}

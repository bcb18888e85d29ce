import { sql } from 'kysely'
import { type EmbeddedOptions, openEmbedded } from '../../demo/platform/database/embedded.ts'
import { defaultLimits } from '../../demo/platform/database/limits.ts'
import { NotDurable } from '../../demo/platform/database/problems.ts'
import { preparedFolder } from '../support/platform/prepared-folder.ts'

const megabyte = 1024 * 1024
const defaults = {
  limits: defaultLimits,
  log: () => undefined,
  checkpointMs: 600_000,
  checkpointBytes: 64 * megabyte,
  vacuumBytes: 256 * megabyte,
}

/** Opens the embedded database without maintenance, which would add syncs. */
export const openQuiet = (dataDir: string, options: Partial<EmbeddedOptions> = {}) => openEmbedded({ ...defaults, dataDir, ...options })

/** Counts the syncs of the given number of commits, half of them from explicit transactions. */
export async function syncsOf(commits: number): Promise<number> {
  const { dataDir, remove } = await preparedFolder()
  const database = await openQuiet(dataDir)
  await sql`create table kept (n int primary key)`.execute(database.kysely)
  const before = database.counts.syncs
  for (let n = 0; n < commits; n += 2) {
    await sql`insert into kept values (${n})`.execute(database.kysely)
    await database.kysely.transaction().execute((one) => sql`insert into kept values (${n + 1})`.execute(one))
  }
  const syncs = database.counts.syncs - before
  await database.close()
  remove()
  return syncs
}

/** Returns whether the database refuses to start on a file system that ignores syncs. */
export async function refusesWithoutSyncs(): Promise<boolean> {
  const { dataDir, remove } = await preparedFolder()
  const fileSystem = new URL('../support/database/plain-file-system.mjs', import.meta.url)
  const opened = await openQuiet(dataDir, { fileSystem }).catch((error: unknown) => error)
  remove()
  return opened instanceof NotDurable && opened.message.includes('a commit was not synced to disk')
}

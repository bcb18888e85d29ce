import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { openPostgres } from './postgres.ts'

export interface DatabaseOptions {
  /** A PostgreSQL server. Default: the embedded database in `dataDir`. */
  readonly url?: string | undefined
  readonly dataDir?: string | undefined
  readonly limits?: Partial<Limits>
  readonly log?: (event: string, detail?: object) => void
}

const megabyte = 1024 * 1024
const upkeep = { checkpointMs: 180_000, checkpointBytes: 64 * megabyte, vacuumBytes: 256 * megabyte }

/** Opens PostgreSQL at `url`, or the embedded database in `dataDir`. */
export function openDatabase({ url, dataDir = '.data', limits = {}, log = () => {} }: DatabaseOptions): Promise<Database> {
  const all = { ...defaultLimits, ...limits }
  return url ? openPostgres({ url, limits: all, log }) : openEmbedded({ dataDir, limits: all, log, ...upkeep })
}

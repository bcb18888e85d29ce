import type { Kysely, Migration } from 'kysely'
import type { Tables } from '../tables/index.ts'
import { openEmbedded } from './embedded.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { openPostgres } from './postgres.ts'

/** One database, whichever driver is below it. */
export interface Database {
  readonly driver: 'embedded' | 'postgres'
  readonly kysely: Kysely<Tables>
  /** Long reads, which cannot write: on the embedded driver one at a time, and interactive queries go first. */
  readonly reports: Kysely<Tables>
  /** The same for one asker: when they have gone away, their statement is ended and no other begins; what closes and rolls back does. */
  reportsUntil(gone: AbortSignal): Kysely<Tables>
  /** How long the statement of a file may take: a cursor over its rows. */
  readonly fileMs: number
  /** Applies the migrations that are missing and gives their names; several servers may start at once. */
  migrate(migrations: Record<string, Migration>): Promise<string[]>
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  /** Waits for what is under way, then lets go of everything. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** A PostgreSQL server; without it the embedded database in `dataDir`. */
  readonly url?: string | undefined
  readonly dataDir?: string | undefined
  readonly limits?: Partial<Limits>
  readonly log?: (event: string, detail?: object) => void
}

const megabyte = 1024 * 1024
const upkeep = { checkpointMs: 180_000, checkpointBytes: 64 * megabyte, vacuumBytes: 256 * megabyte }

/** Opens the database: PostgreSQL by its address, else the embedded one in its folder. */
export function openDatabase({ url, dataDir = '.data', limits = {}, log = () => {} }: DatabaseOptions): Promise<Database> {
  const all = { ...defaultLimits, ...limits }
  return url ? openPostgres({ url, limits: all, log }) : openEmbedded({ dataDir, limits: all, log, ...upkeep })
}

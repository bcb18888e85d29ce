import type { Kysely, Migration } from 'kysely'
import type { Tables } from '../tables/index.ts'

/** A database with either driver. */
export interface Database {
  readonly driver: 'embedded' | 'postgres'
  readonly kysely: Kysely<Tables>
  /** Read-only queries of reports. The embedded driver runs one at a time, after interactive queries. */
  readonly reports: Kysely<Tables>
  /** Like `reports`, with the longer time limit of a file. */
  readonly files: Kysely<Tables>
  /** Both for one caller: after `gone` aborts, the running statement is canceled and only closes and rollbacks run. */
  reportsUntil(gone: AbortSignal): Pick<Database, 'reports' | 'files'>
  /** Runs work that may take longer than any request, such as a seed: its statements and transactions have no time limit. */
  withoutLimits<T>(work: (kysely: Kysely<Tables>) => Promise<T>): Promise<T>
  /** Applies pending migrations and returns their names; several servers may start at once. */
  migrate(migrations: Record<string, Migration>): Promise<string[]>
  /** Rejects if the database does not answer. */
  ping(): Promise<void>
  /** Waits for running statements, then closes all connections. */
  close(): Promise<void>
}
/** The part of a database that most reads need, so that a caller can also pass a transaction. */
export type WithKysely = Pick<Database, 'kysely'>

/** Time and connection limits, used by both drivers. */
export interface Limits {
  /** Time limit of an interactive statement. */
  readonly statementMs: number
  readonly reportMs: number
  /** Time limit of a statement of a file. */
  readonly fileMs: number
  /** Longest wait for a connection. */
  readonly waitMs: number
  readonly reportWaitMs: number
  /** A PostgreSQL connection is closed if its server has not answered this long after a statement's own limit. */
  readonly silentMs: number
  /** Time limit of a check whether the database answers. */
  readonly pingMs: number
  /** Longest time without a statement inside a transaction. */
  readonly idleMs: number
  /** Connections to a PostgreSQL server; the embedded database has one. */
  readonly connections: number
  /** Larger than the number of concurrent file downloads and report mails, so that a report always finds a connection. */
  readonly reportConnections: number
}

export const defaultLimits: Limits = {
  statementMs: 30_000,
  reportMs: 30_000,
  fileMs: 120_000,
  waitMs: 15_000,
  reportWaitMs: 60_000,
  silentMs: 5000,
  pingMs: 2000,
  idleMs: 60_000,
  connections: 12,
  reportConnections: 6,
}

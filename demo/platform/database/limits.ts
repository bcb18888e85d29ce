/** How long and how much one may ask; the same words hold for both drivers. */
export interface Limits {
  /** A statement of a person's request. */
  readonly statementMs: number
  readonly reportMs: number
  /** A statement whose rows become a file. */
  readonly fileMs: number
  /** The wait for a connection. */
  readonly waitMs: number
  readonly reportWaitMs: number
  /** A transaction in which nothing is asked. */
  readonly idleMs: number
  /** Connections to a PostgreSQL server; the embedded database has one. */
  readonly connections: number
  /** More than files may go out at once, and mails be made: a report finds one. */
  readonly reportConnections: number
}

export const defaultLimits: Limits = {
  statementMs: 30_000,
  reportMs: 30_000,
  fileMs: 120_000,
  waitMs: 15_000,
  reportWaitMs: 60_000,
  idleMs: 60_000,
  connections: 12,
  reportConnections: 6,
}

import pg from 'pg'

/** Base class of errors from the database layer. SQL errors are pg's DatabaseError with both drivers. */
export class DatabaseProblem extends Error {
  /** True if a retry may succeed. */
  readonly isPassing: boolean = false

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The server has no disk, memory or connection left: an SQL error of class 53. */
export const isOutOfResources = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && (error.code ?? '').startsWith('53')

/** Another process has the data folder open. */
export class DatabaseLocked extends DatabaseProblem {
  constructor(
    readonly dataDir: string,
    readonly pid: number,
    isElsewhere = false,
  ) {
    const holder = isElsewhere ? `process ${pid} of another machine or container` : `process ${pid}`
    super(`The data in ${dataDir} is in use by ${holder}: stop that one, or start with another --data folder.`)
  }
}

/** Commits would not survive a power failure. */
export class NotDurable extends DatabaseProblem {
  constructor(
    readonly dataDir: string,
    readonly found: string,
  ) {
    super(`The database in ${dataDir} is not opened, because ${found}: put the data folder on a local disk, or set DATABASE_URL.`)
  }
}

/** A statement exceeded its time limit. */
export class StatementTooLong extends DatabaseProblem {
  constructor(
    readonly limitMs: number,
    options?: ErrorOptions,
  ) {
    super(`The statement was ended after ${limitMs / 1000} s: query fewer rows or a shorter time range.`, options)
  }
}

/** The caller disconnected, so the statement was canceled. */
export class StatementCanceled extends DatabaseProblem {
  override readonly isPassing = true

  constructor(options?: ErrorOptions) {
    super('The statement was canceled, because the caller disconnected.', options)
  }
}

/** No connection was released within the wait limit. */
export class DatabaseBusy extends DatabaseProblem {
  override readonly isPassing = true

  constructor(
    readonly waitedMs: number,
    because: string,
    options?: ErrorOptions,
  ) {
    super(`No database connection became free within ${waitedMs / 1000} s, because ${because}.`, options)
  }
}

/** The database went away during a statement. A commit in progress may or may not be stored. */
export class DatabaseStopped extends DatabaseProblem {
  override readonly isPassing = true

  constructor(why: string, options?: ErrorOptions) {
    super(`The database stopped during the statement (${why}): check whether the change was stored, then retry.`, options)
  }
}

/** A raw statement that begins or ends a transaction. */
export class RawTransaction extends DatabaseProblem {
  constructor(readonly statement: string) {
    super(`"${statement}" is refused: use kysely.transaction().execute() instead.`)
  }
}

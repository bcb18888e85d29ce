/** Everything the database floor itself refuses; what the SQL did wrong stays pg's DatabaseError, on both drivers. */
export class DatabaseProblem extends Error {
  /** True when the same question may well be answered a little later. */
  readonly isPassing: boolean = false

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

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

/** What was committed would not survive a power cut. */
export class NotDurable extends DatabaseProblem {
  constructor(
    readonly dataDir: string,
    readonly found: string,
  ) {
    super(`The database in ${dataDir} is not opened, because ${found}: put the data folder on a local disk, or set DATABASE_URL.`)
  }
}

/** A statement took longer than statements may. */
export class StatementTooLong extends DatabaseProblem {
  constructor(
    readonly limitMs: number,
    options?: ErrorOptions,
  ) {
    super(`The statement was ended after ${limitMs / 1000} s: ask for fewer rows or a shorter time at once.`, options)
  }
}

/** Whoever asked has gone away, so nobody waits for the answer. */
export class StatementUnwanted extends DatabaseProblem {
  override readonly isPassing = true

  constructor(options?: ErrorOptions) {
    super('The statement was ended, because whoever asked has gone away.', options)
  }
}

/** Nobody gave a connection back in time. */
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

/** The database went away under a statement: whether a commit on its way was kept is not known. */
export class DatabaseStopped extends DatabaseProblem {
  override readonly isPassing = true

  constructor(why: string, options?: ErrorOptions) {
    super(`The database stopped while it was asked (${why}): look whether the change is there, and ask again.`, options)
  }
}

/** A statement that opens or ends a transaction behind the driver's back. */
export class RawTransaction extends DatabaseProblem {
  constructor(readonly statement: string) {
    super(`"${statement}" is refused: transactions are made by kysely.transaction().execute() only.`)
  }
}

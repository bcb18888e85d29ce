/** Another process has the data folder open. */
export class DatabaseLocked extends Error {
  constructor(
    readonly dataDir: string,
    readonly pid: number,
  ) {
    super(`The data in ${dataDir} is in use by process ${pid}. Stop that one, or start with another --data folder.`)
  }
}

/** What was committed would not survive a power cut. */
export class NotDurable extends Error {
  constructor(readonly dataDir: string) {
    super(`The database in ${dataDir} does not sync its commits to disk, so it is not opened. Put the data folder on a local disk.`)
  }
}

/** A statement took longer than statements may. */
export class StatementTooLong extends Error {
  constructor(readonly limitMs: number) {
    super(`The database did not answer within ${limitMs / 1000} seconds. Ask for less at once.`)
  }
}

/** Nobody gave the connection back in time. */
export class DatabaseBusy extends Error {
  constructor(readonly waitedMs: number) {
    super(`No connection became free within ${waitedMs / 1000} seconds. A query outside the open transaction, awaited inside it, causes this.`)
  }
}

import pg from 'pg'
import { DatabaseBusy, DatabaseStopped, StatementTooLong } from './problems.ts'

const cancelled = '57014'
/** The server is going down, or has just come up, or closed a transaction that did nothing. */
const gone = new Set(['57P01', '57P02', '57P03', '25P03', '08006', '08003'])
const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH'])

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '')
const isLost = (error: Error) =>
  unreachable.has(codeOf(error)) || gone.has(codeOf(error)) || /connection (terminated|ended)|not queryable/i.test(error.message)

/** What pg says of a statement, in the words that both drivers share; mistakes in the SQL stay what they are. */
export function statementProblem(error: Error, limitMs: number): Error {
  if (error instanceof pg.DatabaseError && error.code === cancelled) return new StatementTooLong(limitMs, { cause: error })
  return isLost(error) ? new DatabaseStopped(error.message, { cause: error }) : error
}

/** Why there was no connection: all are in use, or the server cannot be reached. */
export function connectProblem(error: Error, pool: pg.Pool, waitMs: number): Error {
  if (/timeout exceeded when trying to connect/.test(error.message) && pool.totalCount >= pool.options.max) {
    const because = `all ${pool.options.max} are in use: look for a query awaited outside its open transaction, or allow more connections`
    return new DatabaseBusy(waitMs, because, { cause: error })
  }
  return isLost(error) || /timeout/.test(error.message) ? new DatabaseStopped(error.message, { cause: error }) : error
}

import { Kysely, type Migration, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Tables } from '../tables/index.ts'
import type { Limits } from './limits.ts'
import { migrate } from './migrate.ts'
import type { Database } from './database.ts'
import { DatabaseBusy, DatabaseStopped, StatementTooLong, StatementCanceled } from './problems.ts'
import { StatementNames } from './statement-names.ts'
import { parserOf } from './values.ts'

export interface PostgresOptions {
  readonly url: string
  readonly limits: Limits
  readonly log: (event: string, detail?: object) => void
}

// Both drivers write a Date to a date column as its day in UTC.
pg.defaults.parseInputDatesAsUTC = true

const cancelled = '57014'
/** Errors when the server shuts down, starts up, or closed an idle transaction. */
const gone = new Set(['57P01', '57P02', '57P03', '25P03', '08006', '08003'])
const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH'])

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '')
const isLost = (error: Error) =>
  unreachable.has(codeOf(error)) || gone.has(codeOf(error)) || /connection (terminated|ended)|not queryable/i.test(error.message)

/** Converts a pg error to the error classes of both drivers; SQL errors stay unchanged. */
function statementProblem(error: Error, limitMs: number): Error {
  if (error instanceof pg.DatabaseError && error.code === cancelled) return new StatementTooLong(limitMs, { cause: error })
  return isLost(error) ? new DatabaseStopped(error.message, { cause: error }) : error
}

/** Why no connection was available: all are in use, or the server is unreachable. */
function connectProblem(error: Error, pool: pg.Pool, waitMs: number): Error {
  if (/timeout exceeded when trying to connect/.test(error.message) && pool.totalCount >= pool.options.max) {
    const because = `all ${pool.options.max} are in use: look for a query awaited outside its open transaction, or allow more connections`
    return new DatabaseBusy(waitMs, because, { cause: error })
  }
  return isLost(error) || /timeout/.test(error.message) ? new DatabaseStopped(error.message, { cause: error }) : error
}

const types = { getTypeParser: (oid: number) => parserOf(oid) }
/** An arbitrary number that all servers of the platform share. */
const migrationLock = 7_262_723

function poolOf({ url, log, limits }: PostgresOptions, settings: pg.PoolConfig & { readonly flags?: string }) {
  const { flags = '', ...rest } = settings
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'placard',
    connectionTimeoutMillis: limits.waitMs,
    idle_in_transaction_session_timeout: limits.idleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: `-c TimeZone=UTC ${flags}`,
    types: types as pg.CustomTypesConfig, // pg's overloads list only its built-in types, which parserOf falls back to
    ...rest,
  })
  // Without listeners, a lost connection would end the process, whether idle or inside a transaction.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', (error) => log('database.connection_lost', { message: error.message })))
  return pool
}

const narrow = 'set max_parallel_workers_per_gather = 0'
const wide = 'reset max_parallel_workers_per_gather'

/**
 * The session settings of the connections for reports, changed only where the next report needs others. One report alone may use
 * parallel workers; concurrent reports run without them, which leaves CPU for interactive requests. A file has a longer time limit.
 */
class ReportSessions {
  readonly #narrowed = new WeakSet<pg.PoolClient>()
  readonly #limits = new WeakMap<pg.PoolClient, number>()
  readonly #usualMs: number
  #running = 0

  constructor(usualMs: number) {
    this.#usualMs = usualMs
  }

  /** Called when a report has its connection. */
  async enter(client: pg.PoolClient, limitMs: number, run: (text: string) => Promise<unknown>) {
    this.#running++
    const isShared = this.#running > 1
    if (isShared !== this.#narrowed.has(client)) {
      await run(isShared ? narrow : wide)
      if (isShared) this.#narrowed.add(client)
      else this.#narrowed.delete(client)
    }
    if ((this.#limits.get(client) ?? this.#usualMs) === limitMs) return
    await run(`set statement_timeout = ${limitMs}`)
    this.#limits.set(client, limitMs)
  }

  /** Called when the report releases its connection. */
  leave() {
    this.#running--
  }
}

const endsTransaction = /^(rollback|commit)\b/

interface Asking {
  readonly waitMs: number
  readonly limitMs: number
  /** After this long without an answer the connection is closed; undefined means never. */
  readonly responseMs?: number
  readonly names?: StatementNames
  readonly sessions?: ReportSessions
  /** Aborted when the caller disconnects. */
  readonly gone?: AbortSignal
  /** Cancels the running statement of a connection. */
  readonly cancel?: (client: pg.PoolClient) => Promise<unknown>
}

/**
 * Runs a statement and cancels it when the caller disconnects. Waits for the cancel, so that it cannot hit the connection's next
 * statement.
 */
async function cancelOnDisconnect<T>(client: pg.PoolClient, text: string, { gone, cancel }: Asking, work: () => Promise<T>): Promise<T> {
  if (!gone || !cancel || endsTransaction.test(text)) return work()
  if (gone.aborted) throw new StatementCanceled()
  let ending: Promise<unknown> | undefined
  const end = () => {
    ending = cancel(client).catch(() => undefined)
  }
  gone.addEventListener('abort', end, { once: true })
  try {
    return await work()
  } catch (error) {
    throw gone.aborted ? new StatementCanceled({ cause: error }) : error
  } finally {
    gone.removeEventListener('abort', end)
    await ending
  }
}

/** The server has not answered in time, although it would have ended the statement by itself: the connection is of no use. */
class ConnectionSilent extends DatabaseStopped {}
/** The caller may also have disconnected meanwhile. */
const isSilent = (error: unknown): boolean =>
  error instanceof StatementCanceled ? isSilent(error.cause) : error instanceof Error && error.message === 'Query read timeout'

/** Runs a statement and converts its errors. */
async function ask(client: pg.PoolClient, text: string, values: readonly unknown[], asking: Asking) {
  const { limitMs, responseMs, names } = asking
  const name = names?.of(text)
  const limit = responseMs === undefined ? {} : { query_timeout: responseMs }
  try {
    return await cancelOnDisconnect(client, text, asking, () =>
      client.query({ text, values: [...values], ...(name && { name }), ...limit }),
    )
  } catch (error) {
    if (isSilent(error)) throw new ConnectionSilent('the connection has fallen silent', { cause: error })
    if (error instanceof StatementCanceled) throw error
    if (names?.forgetsAfter(error)) throw new OutdatedPlan('the tables have changed since it was planned', { cause: error })
    const problem = error instanceof Error ? statementProblem(error, limitMs) : error
    // A lost server has rolled back. This failure must not hide the original error.
    if (text === 'rollback' && problem instanceof DatabaseStopped) return { command: 'ROLLBACK', rowCount: 0, rows: [] }
    throw problem
  }
}

/** The statement did not start, so outside a transaction it can run again. */
class OutdatedPlan extends DatabaseStopped {}

/** Wraps a client: converts its errors, and refuses statements after its release. */
function guardedClient(client: pg.PoolClient, asking: Asking): PostgresPoolClient {
  let isReleased = false
  let isTransaction = false
  let silent: ConnectionSilent | undefined
  const once = (text: string, values: readonly unknown[]) =>
    ask(client, text, values, asking).catch((error: Error) => {
      if (error instanceof ConnectionSilent) silent = error
      throw error
    })
  const query = async (text: string, values: readonly unknown[]) => {
    if (isReleased) throw new DatabaseStopped('a statement ran after its transaction had ended')
    // The server rolls back when the connection is closed.
    if (silent && text === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] }
    if (silent) throw silent
    if (/^(begin|start transaction)/.test(text)) isTransaction = true
    const result = await once(text, values).catch((error: Error) => {
      if (error instanceof OutdatedPlan && !isTransaction) return once(text, values)
      throw error
    })
    if (text === 'commit' && result.command === 'ROLLBACK')
      throw new Error('The transaction was rolled back, because a statement in it had failed.')
    return result
  }
  const release = () => {
    isReleased = true
    asking.sessions?.leave()
    // With an error, the pool closes the connection and opens another for the next caller.
    client.release(silent)
  }
  return { query, release } as unknown as PostgresPoolClient // the other overload is for cursors, which are not used
}

async function connectGuarded(pool: pg.Pool, asking: Asking): Promise<PostgresPoolClient> {
  const client = await pool.connect().catch((error: Error) => Promise.reject(connectProblem(error, pool, asking.waitMs)))
  const mine = guardedClient(client, asking)
  await asking.sessions
    ?.enter(client, asking.limitMs, (text) => mine.query(text, []))
    .catch((error: Error) => {
      mine.release()
      throw error
    })
  return mine
}

const guardedPool = (pool: pg.Pool, asking: Asking): PostgresPool => ({
  connect: () => connectGuarded(pool, asking),
  end: () => pool.end(),
})

const kyselyOn = (pool: pg.Pool, asking: Asking) =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guardedPool(pool, asking) }) })

/** A pool for work that may take longer than any request, closed after it. */
async function withoutLimits<T>(options: PostgresOptions, work: (kysely: Kysely<Tables>, pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = poolOf(options, { max: 2, idle_in_transaction_session_timeout: 0, flags: '-c statement_timeout=0' })
  try {
    return await work(kyselyOn(pool, { waitMs: options.limits.waitMs, limitMs: 0 }), pool)
  } finally {
    await pool.end()
  }
}

/** One session lock covers reading the applied migrations and committing the new ones. */
const migrateAlone = (options: PostgresOptions, migrations: Record<string, Migration>): Promise<string[]> =>
  withoutLimits(options, async (kysely, pool) => {
    const keeper = await pool.connect()
    try {
      await keeper.query('select pg_advisory_lock($1)', [migrationLock])
      return await migrate(kysely, migrations)
    } finally {
      keeper.release(true)
    }
  })

/** Connects to a PostgreSQL server; rejects if it is unreachable. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { limits } = options
  const pool = poolOf(options, { max: limits.connections, statement_timeout: limits.statementMs })
  const reports = poolOf(options, {
    max: limits.reportConnections,
    statement_timeout: limits.reportMs,
    connectionTimeoutMillis: limits.reportWaitMs,
    flags: '-c default_transaction_read_only=on',
  })
  const { waitMs, statementMs, reportWaitMs, reportMs, fileMs, silentMs, pingMs } = limits
  const kysely = kyselyOn(pool, { waitMs, limitMs: statementMs, responseMs: statementMs + silentMs, names: new StatementNames() })
  const sessions = new ReportSessions(reportMs)
  const cancel = (client: pg.PoolClient) => {
    const values = [Reflect.get(client, 'processID')]
    return pool.query({ text: 'select pg_cancel_backend($1)', values, query_timeout: silentMs } as pg.QueryConfig) // pg's types lack the limit
  }
  // Reports use no named statements, because each set of days and accounts deserves its own plan.
  const reportsUntil = (gone?: AbortSignal) => {
    const shared = { waitMs: reportWaitMs, sessions, ...(gone && { gone, cancel }) }
    return {
      reports: kyselyOn(reports, { ...shared, limitMs: reportMs, responseMs: reportMs + silentMs }),
      files: kyselyOn(reports, { ...shared, limitMs: fileMs, responseMs: fileMs + silentMs }),
    }
  }
  const pinged = kyselyOn(pool, { waitMs, limitMs: pingMs, responseMs: pingMs })
  const ping = async () => void (await pinged.selectNoFrom(({ lit }) => lit(1).as('one')).execute())
  const close = async () => void (await Promise.all([pool.end(), reports.end()]))
  await ping().catch((error: Error) => close().then(() => Promise.reject(error)))
  return {
    driver: 'postgres',
    kysely,
    ...reportsUntil(),
    reportsUntil,
    withoutLimits: (work) => withoutLimits(options, work),
    migrate: (migrations) => migrateAlone(options, migrations),
    ping,
    close,
  }
}

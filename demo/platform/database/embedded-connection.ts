import type { CompiledQuery, DatabaseConnection, QueryResult, TransactionSettings } from 'kysely'
import type { WorkerResult, EmbeddedEngine } from './embedded-engine.ts'
import type { Lane, Turn } from './lanes.ts'
import { DatabaseStopped, RawTransaction, StatementCanceled } from './problems.ts'
import { parameterText, parserOf } from './values.ts'

/** Settings of one Kysely instance: its lane and its time limits. */
export interface EmbeddedAccess {
  readonly lane: Lane
  readonly limitMs?: number
  readonly waitMs?: number
  /** A transaction without statements for this long is rolled back. */
  readonly idleMs?: number
  /** Aborted when the caller disconnects. */
  readonly gone?: AbortSignal
  /** Called each time the connection is released. */
  readonly released?: () => void
}

const endsOrBegins = /^\s*(begin|start\s+transaction|commit|end|abort|rollback(?!\s+to\b)|prepare\s+transaction)\b/i
const closes = /^close\b/i
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Rows as objects; values are parsed as the PostgreSQL driver parses them. */
function resultOf<R>(result: WorkerResult | undefined): QueryResult<R> {
  const { rows = [], fields = [], command = '', rowCount = 0 } = result ?? {}
  const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }))
  const read = (row: readonly (string | null)[]) =>
    Object.fromEntries(columns.map(({ name, parse }, index) => [name, typeof row[index] === 'string' ? parse(row[index]) : null]))
  const found = rows.map(read) as R[] // the compiled query defines the row type
  return changing.has(command) ? { rows: found, numAffectedRows: BigInt(rowCount) } : { rows: found }
}

/** The single connection, for the duration of one turn. */
export class EmbeddedConnection implements DatabaseConnection {
  #idle: NodeJS.Timeout | undefined
  #lost: Error | undefined

  constructor(
    readonly engine: EmbeddedEngine,
    readonly turn: Turn,
    readonly access: EmbeddedAccess,
  ) {}

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (endsOrBegins.test(text)) throw new RawTransaction(text.trim().slice(0, 40))
    if (this.#lost) throw this.#lost
    const gone = closes.test(text) ? undefined : this.access.gone
    if (gone?.aborted) throw new StatementCanceled()
    clearTimeout(this.#idle)
    const { limitMs } = this.access
    const kind = this.access.lane === 'report' && !this.turn.isTransaction ? 'read' : 'query'
    try {
      return resultOf<R>(await this.engine.ask(kind, text, parameters.map(parameterText), limitMs, gone))
    } catch (error) {
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    } finally {
      this.#watchIdle()
    }
  }

  // biome-ignore lint/correctness/useYield: the interface needs a generator, and neither driver has a cursor
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: query pages instead.')
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings) {
    const access = this.access.lane === 'report' ? 'read only' : accessMode
    const mode = [isolationLevel && `isolation level ${isolationLevel}`, access].filter(Boolean).join(', ')
    await this.engine.ask('begin', mode || undefined)
    this.turn.isTransaction = true
    this.#watchIdle()
  }

  async end(how: 'commit' | 'rollback') {
    clearTimeout(this.#idle)
    if (this.#lost && how === 'rollback') return
    if (this.#lost) throw this.#lost
    this.turn.isTransaction = false
    // A stopped engine has already dropped the open transaction.
    if (how === 'rollback' && this.engine.isEnded) return
    await this.engine.ask(how, undefined, undefined, this.access.limitMs)
  }

  release() {
    clearTimeout(this.#idle)
    this.#lost ??= new DatabaseStopped('a statement ran after its transaction had ended')
    this.turn.end()
    this.access.released?.()
  }

  #watchIdle() {
    const { idleMs } = this.access
    if (!this.turn.isTransaction || idleMs === undefined) return
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      void this.end('rollback').finally(() => this.turn.end())
      this.#lost = new DatabaseStopped(`a transaction without statements for ${idleMs / 1000} s was rolled back`)
    }, idleMs)
  }
}

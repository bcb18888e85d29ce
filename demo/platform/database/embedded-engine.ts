import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { DatabaseStopped, StatementTooLong, StatementCanceled } from './problems.ts'

/** A message to the worker. `sql` is the statement, or the transaction mode of a `begin`. */
export interface WorkerRequest {
  readonly id: number
  readonly kind: 'query' | 'read' | 'script' | 'begin' | 'commit' | 'rollback' | 'close'
  readonly sql?: string | undefined
  readonly params?: readonly (string | null)[] | undefined
}

/** The result of one statement, with values as text. */
export interface WorkerResult {
  readonly rows: readonly (readonly (string | null)[])[]
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
  readonly command?: string
  readonly rowCount?: number
}

/** The number of file syncs, and the end of the write-ahead log in bytes. */
export interface Counts {
  readonly syncs: number
  readonly walEnd: number
}

interface Reply {
  readonly id: number
  readonly value?: WorkerResult
  readonly error?: { readonly message: string; readonly fields: object }
  readonly counts: Counts
}

interface Waiting {
  readonly resolve: (value: WorkerResult | undefined) => void
  readonly reject: (error: Error) => void
}

export interface EngineOptions {
  /** The database cluster's folder. */
  readonly folder: string
  /** The module that opens the file system. A test passes one that does not sync, to see the start refused. */
  readonly fileSystem?: URL
}

const durable = new URL('./durable-file-system.mjs', import.meta.url)
const graceMs = 50
/**
 * Grace time for a statement whose caller disconnected. Canceling it ends the worker: a restart takes one or two seconds and breaks
 * other downloads.
 */
const canceledGraceMs = 10_000

const databaseError = ({ message, fields }: { message: string; fields: object }) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), fields)

/** One run of PGlite in its worker. Lanes decide the order of statements. */
export class EmbeddedEngine {
  readonly #waiting = new Map<number, Waiting>()
  readonly #worker: Worker
  readonly #started: Promise<unknown>
  #lastId = 0
  #counts: Counts = { syncs: 0, walEnd: 0 }
  #end: Error | undefined
  #gone: Promise<unknown> | undefined

  constructor({ folder, fileSystem = durable }: EngineOptions) {
    const workerData = { folder, fileSystem: fileSystem.href }
    this.#worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), { workerData, execArgv: [] })
    this.#started = new Promise((resolve, reject) => this.#waiting.set(0, { resolve, reject }))
    this.#worker.on('message', (reply: Reply) => this.#hear(reply))
    this.#worker.on('error', (error: Error) => this.#stop(new DatabaseStopped(error.message, { cause: error })))
    this.#worker.on('exit', () => this.#stop(new DatabaseStopped('its worker ended')))
  }

  static async start(options: EngineOptions): Promise<EmbeddedEngine> {
    const engine = new EmbeddedEngine(options)
    await engine.#started.catch((error: Error) => engine.gone().then(() => Promise.reject(error)))
    return engine
  }

  /** Resolves when the worker has released the files; only then may another engine open them. */
  async gone(): Promise<void> {
    await this.#gone
  }

  get counts(): Counts {
    return this.#counts
  }

  get isEnded(): boolean {
    return this.#end !== undefined
  }

  /**
   * Sends a message to the worker. PGlite ignores statement_timeout and cannot be interrupted, so a statement over its limit ends
   * the worker.
   */
  async ask(
    kind: WorkerRequest['kind'],
    sql?: string,
    params?: WorkerRequest['params'],
    limitMs?: number,
    gone?: AbortSignal,
  ): Promise<WorkerResult | undefined> {
    if (this.#end) throw this.#end
    const id = ++this.#lastId
    const watch = limitMs === undefined ? undefined : setTimeout(() => this.#endAfter(graceMs, id, new StatementTooLong(limitMs)), limitMs)
    const leave = () => this.#endAfter(canceledGraceMs, id, new StatementCanceled())
    gone?.addEventListener('abort', leave, { once: true })
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject })
        this.#worker.postMessage({ id, kind, sql, params } satisfies WorkerRequest)
      })
    } finally {
      clearTimeout(watch)
      gone?.removeEventListener('abort', leave)
    }
  }

  /** Closes the files cleanly, or ends the worker after `patienceMs`. Commits are on disk in both cases. */
  async close(patienceMs = 5_000): Promise<void> {
    await this.ask('close', undefined, undefined, patienceMs).catch(() => undefined)
    await this.#worker.terminate()
  }

  #hear({ id, value, error, counts }: Reply) {
    this.#counts = counts
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error) waiting?.reject(databaseError(error))
    else waiting?.resolve(value)
  }

  /** Waits first, because the reply may already be queued while the main thread was blocked. */
  #endAfter(ms: number, id: number, why: Error) {
    setTimeout(() => {
      if (this.#waiting.has(id)) this.#stop(why)
    }, ms)
  }

  #stop(error: Error) {
    if (this.#end) return
    this.#end = error
    this.#gone = this.#worker.terminate()
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { StatementTooLong } from './problems.ts'

export type Kind = 'query' | 'script' | 'begin' | 'commit' | 'rollback' | 'syncs' | 'close'
/** What one statement gave. */
export interface Answer {
  readonly rows: unknown[]
  readonly affectedRows?: number
}
interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}
export interface EngineOptions {
  readonly dataDir: string
  readonly limitMs: number
  /** Only a test leaves the syncing file system out, to see the start refused. */
  readonly isDurable?: boolean
  readonly onRestart?: () => void
}

/** PGlite in its worker. It answers one message at a time, in order; who may speak when is the lanes' business. */
export class EmbeddedEngine {
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #ready: Promise<void> = Promise.resolve()
  #last = 0

  constructor(readonly options: EngineOptions) {}

  start(): Promise<void> {
    this.#ready = new Promise((resolve, reject) => {
      const dataDir = join(this.options.dataDir, 'database')
      if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true })
      const worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), {
        workerData: { dataDir, isDurable: this.options.isDurable ?? true },
        execArgv: [],
      })
      this.#worker = worker
      this.#waiting.set(0, { resolve: () => resolve(), reject })
      worker.on('message', (message) => this.#hear(message))
      worker.on('error', (error: Error) => this.#failAll(error))
      worker.on('exit', () => this.#failAll(new Error('The embedded database stopped')))
    })
    return this.#ready
  }

  async ask<T = Answer>(kind: Kind, sql?: string, params?: readonly unknown[]): Promise<T> {
    await this.#ready
    const id = ++this.#last
    const timer = setTimeout(() => this.#restart(id), this.options.limitMs)
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject })
        this.#worker?.postMessage({ id, kind, sql, params })
      })
    } finally {
      clearTimeout(timer)
    }
  }

  async close() {
    await this.ask('close').catch(() => undefined)
    await this.#worker?.terminate()
  }

  #hear({ id, value, error }: { id: number; value?: unknown; error?: { message: string } }) {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error) waiting?.reject(Object.assign(new Error(error.message), error))
    else waiting?.resolve(value as never) // the asker knows what its question gives
  }

  #failAll(error: Error) {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  /** PGlite ignores statement_timeout, and a busy worker hears nothing: it is ended, and the database opened again. */
  #restart(id: number) {
    const error = new StatementTooLong(this.options.limitMs)
    this.#waiting.get(id)?.reject(error)
    this.#failAll(error)
    const old = this.#worker
    old?.removeAllListeners()
    this.#ready = Promise.resolve(old?.terminate()).then(() => this.start())
    this.options.onRestart?.()
  }
}

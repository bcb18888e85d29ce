import type { EngineSupervisor } from './embedded-keeper.ts'
import type { Lane, Lanes } from './lanes.ts'

/** Thresholds of checkpoints and vacuums. The platform runs them itself, because PGlite has no background processes. */
export interface UpkeepOptions {
  readonly checkpointMs: number
  readonly checkpointBytes: number
  /** Vacuum and analyze after this many bytes of WAL. */
  readonly vacuumBytes: number
}

const patienceMs = 600_000
const tables = `
  select format('%I.%I', schemaname, tablename) from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema')`

/** Runs checkpoints and vacuums, one turn per statement, so that a request waits for one table at most. */
export class EmbeddedMaintenance {
  readonly #timer: NodeJS.Timeout
  #checkpointedAt = 0
  #vacuumedAt = 0
  #working: Promise<void> | undefined
  #checkpoints = 0

  constructor(
    readonly keeper: EngineSupervisor,
    readonly lanes: Lanes,
    readonly options: UpkeepOptions,
    readonly log: (event: string, detail?: object) => void,
  ) {
    this.#checkpointedAt = this.#vacuumedAt = this.#walEnd
    this.#timer = setInterval(() => this.#work(1), options.checkpointMs).unref()
  }

  get checkpoints(): number {
    return this.#checkpoints
  }

  /** Called after work: starts a checkpoint if enough WAL was written. */
  look(): void {
    this.#work(this.options.checkpointBytes)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#working
  }

  get #walEnd() {
    return this.keeper.running?.counts.walEnd ?? 0
  }

  #work(minBytes: number) {
    if (this.#working || this.#walEnd - this.#checkpointedAt < minBytes) return
    this.#working = this.#tidy()
      .catch((error: Error) => this.log('database.upkeep_failed', { message: error.message }))
      .finally(() => {
        this.#working = undefined
      })
  }

  async #tidy() {
    this.#checkpointedAt = this.#walEnd
    await this.#ask('interactive', 'checkpoint')
    this.#checkpoints++
    if (this.#walEnd - this.#vacuumedAt < this.options.vacuumBytes) return
    this.#vacuumedAt = this.#walEnd
    const found = await this.#ask('report', tables)
    for (const [table] of found?.rows ?? []) await this.#ask('report', `vacuum (analyze) ${table}`)
    this.log('database.vacuumed', { tables: found?.rows.length })
  }

  async #ask(lane: Lane, sql: string) {
    const turn = await this.lanes.take(lane, patienceMs)
    try {
      return await (await this.keeper.engine()).ask('query', sql)
    } finally {
      turn.end()
    }
  }
}

import { EmbeddedEngine, type EngineOptions } from './embedded-engine.ts'
import { NotDurable } from './problems.ts'

const probe = `
  create schema if not exists durability;
  create table if not exists durability.probe (id int primary key, times bigint not null)`
const commit = 'insert into durability.probe values (1, 1) on conflict (id) do update set times = probe.times + 1'

/** Commits a row and checks that the files were synced. */
async function proveDurable(engine: EmbeddedEngine, { folder }: EngineOptions) {
  const shown = await engine.ask('query', "select current_setting('fsync'), current_setting('full_page_writes')")
  if (shown?.rows[0]?.some((value) => value !== 'on')) throw new NotDurable(folder, 'its settings turn off writing to disk')
  await engine.ask('script', probe)
  const before = engine.counts.syncs
  await engine.ask('query', commit)
  if (engine.counts.syncs <= before) throw new NotDurable(folder, 'a commit was not synced to disk')
}

/** Keeps one engine running. After an engine has ended, the next caller starts a new one on the same files. */
export class EngineSupervisor {
  #engine: Promise<EmbeddedEngine> | undefined
  #last: EmbeddedEngine | undefined
  #starts = 0

  constructor(
    readonly options: EngineOptions,
    readonly log: (event: string, detail?: object) => void,
  ) {}

  /** The current engine, for its counts. */
  get running(): EmbeddedEngine | undefined {
    return this.#last
  }

  get starts(): number {
    return this.#starts
  }

  async engine(): Promise<EmbeddedEngine> {
    if (this.#last?.isEnded) this.#engine = undefined
    this.#engine ??= this.#start()
    return this.#engine
  }

  async close(): Promise<void> {
    const engine = await this.#engine?.catch(() => undefined)
    await engine?.close()
  }

  async #start(): Promise<EmbeddedEngine> {
    const before = this.#last
    this.#last = undefined
    if (this.#starts++ > 0) this.log('database.reopened')
    try {
      await before?.gone()
      const engine = await EmbeddedEngine.start(this.options)
      await proveDurable(engine, this.options).catch((error: Error) => engine.close().then(() => Promise.reject(error)))
      this.#last = engine
      return engine
    } catch (error) {
      this.#engine = undefined
      throw error
    }
  }
}

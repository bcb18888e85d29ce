import { setTimeout as pause } from 'node:timers/promises'
import { type Child, startChild } from '../support/platform/child.ts'
import { startPostgres } from '../support/database/postgres.ts'
import { preparedFolder } from '../support/platform/prepared-folder.ts'
import { chance } from '../support/walks/random-requests.ts'
import type { Run } from './keep.ts'

/** Result of killing writers. */
export interface Kills {
  /** Seed of the kill times; pass it as `KILLS_SEED` to repeat a run. */
  readonly seed: number
  readonly kills: number
  /** Kills during the start. */
  readonly early: number
  /** Errors of writers that did not start. */
  readonly failedStarts: readonly string[]
  readonly acknowledged: number
  readonly lost: number
  /** Rows of partially written transactions. */
  readonly torn: number
}
interface Found {
  readonly rows: readonly number[]
  readonly torn: number
}
const foundIn = (line: string): Found => JSON.parse(line.slice('found '.length))
const acksOf = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith('ack ')).map((line) => Number(line.slice('ack '.length)))

/** Random kill times: whether the kill hits the start, and the delay before it. */
export function momentsOf(seed: number): () => { readonly isEarly: boolean; readonly afterMs: number } {
  const next = chance(seed)
  return () => {
    const isEarly = next() < 0.1
    return { isEarly, afterMs: isEarly ? next() * 1_500 : 30 + next() * 400 }
  }
}

/** On a busy machine a writer gets more time: the kill waits, up to a limit, until the writer has made the usual progress. */
const writeMs = 20
async function hasWritten(writer: Child, min: number) {
  const until = performance.now() + 10_000
  while (acksOf(writer.lines).length < min && performance.now() < until) await pause(5)
}

/** Kills writers at random moments, and compares the rows that the next writer finds with the acknowledged writes. */
class Killing {
  readonly #acknowledged = new Set<number>()
  #early = 0
  readonly #failedStarts: string[] = []
  #lost = 0
  #torn = 0

  constructor(
    readonly write: () => Promise<Child>,
    readonly kill: (writer: Child) => Promise<void>,
    readonly seed: number,
    readonly moment = momentsOf(seed),
  ) {}

  /** Runs one writer until it is killed; some are killed before they have started. */
  async round(isLast: boolean) {
    const writer = await this.write()
    const { isEarly, afterMs } = this.moment()
    if (!isLast && isEarly) {
      this.#early++
      await pause(afterMs)
      return this.end(writer, this.kill)
    }
    await this.compare(writer)
    if (isLast) return this.end(writer, (one) => one.end('SIGKILL'))
    await pause(afterMs)
    await hasWritten(writer, afterMs / writeMs)
    return this.end(writer, this.kill)
  }

  async end(writer: Child, kill: (writer: Child) => Promise<void>) {
    await kill(writer)
    for (const n of acksOf(writer.lines)) this.#acknowledged.add(n)
  }

  async compare(writer: Child) {
    const line = await writer.nextLine(/^found/).catch((error: Error) => error)
    if (line instanceof Error) return void this.#failedStarts.push(line.message)
    const { rows, torn } = foundIn(line)
    const present = new Set(rows)
    this.#lost += [...this.#acknowledged].filter((n) => !present.has(n)).length
    this.#torn += torn
  }

  after = (kills: number): Kills => ({
    seed: this.seed,
    kills,
    early: this.#early,
    failedStarts: this.#failedStarts,
    acknowledged: this.#acknowledged.size,
    lost: this.#lost,
    torn: this.#torn,
  })
}

/** Seed of the kill times: from the environment, else the given one, else a random one. */
export const killSeed = (given?: number, requested = process.env.KILLS_SEED) =>
  requested ? Number(requested) : (given ?? Math.floor(Math.random() * 2 ** 31))

interface KillOptions {
  readonly seed?: number | undefined
  /** Of the check that kills; a test has none. */
  readonly run?: Run
}

async function killed(times: number, { seed, run }: KillOptions, { write, kill }: Pick<Killing, 'write' | 'kill'>): Promise<Kills> {
  const killing = new Killing(write, kill, killSeed(seed))
  console.log(`kills: KILLS_SEED=${killing.seed}`)
  for (let kill = 0; kill <= times; kill++) {
    run?.signal.throwIfAborted()
    await killing.round(kill === times)
    run?.progress('kills', kill, times)
  }
  return killing.after(times)
}

/** Kills the process of the embedded database. */
export async function killsOfProcess(times: number, options: KillOptions = {}): Promise<Kills> {
  const { dataDir, remove } = await preparedFolder()
  const write = () => startChild('database/killable-writer.ts', dataDir)
  return killed(times, options, { write, kill: (writer) => writer.end('SIGKILL') }).finally(remove)
}

/** Kills the PostgreSQL server of the writer. */
export async function killsOfServer(times: number, options: KillOptions = {}): Promise<Kills> {
  const server = await startPostgres()
  const kill = async (writer: Child) => {
    await server.kill()
    await writer.end('SIGKILL')
    await server.restart()
  }
  return killed(times, options, { write: () => startChild('database/killable-writer.ts', server.url, 'postgres'), kill }).finally(
    server.stop,
  )
}

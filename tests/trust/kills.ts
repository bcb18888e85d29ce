import { setTimeout as pause } from 'node:timers/promises'
import { type Child, startChild } from '../support/child.ts'
import { startPostgres } from '../support/postgres.ts'
import { preparedFolder } from '../support/prepared-folder.ts'

/** What kills under writes came to. */
export interface Kills {
  readonly kills: number
  /** Those of them that hit the start. */
  readonly early: number
  readonly failedStarts: number
  readonly acknowledged: number
  readonly lost: number
  /** Rows of which a transaction left only one half. */
  readonly torn: number
}
interface Found {
  readonly rows: readonly number[]
  readonly torn: number
}
const foundIn = (line: string): Found => JSON.parse(line.slice('found '.length))
const acksOf = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith('ack ')).map((line) => Number(line.slice('ack '.length)))

/** Lets a writer write, ends it at a random moment, and compares with what the next one finds. */
class Killing {
  readonly #acknowledged = new Set<number>()
  #early = 0
  #failedStarts = 0
  #lost = 0
  #torn = 0

  constructor(
    readonly write: () => Child,
    readonly kill: (writer: Child) => Promise<void>,
  ) {}

  /** One writer, from its start to its end; some are killed before they have begun. */
  async round(isLast: boolean) {
    const writer = this.write()
    if (!isLast && Math.random() < 0.1) {
      this.#early++
      await pause(Math.random() * 1_500)
      return this.end(writer, this.kill)
    }
    await this.compare(writer)
    if (isLast) return this.end(writer, (one) => one.end('SIGKILL'))
    await pause(30 + Math.random() * 400)
    return this.end(writer, this.kill)
  }

  async end(writer: Child, kill: (writer: Child) => Promise<void>) {
    await kill(writer)
    for (const n of acksOf(writer.lines)) this.#acknowledged.add(n)
  }

  async compare(writer: Child) {
    const line = await writer.said(/^found/).catch(() => undefined)
    if (line === undefined) return void this.#failedStarts++
    const { rows, torn } = foundIn(line)
    const present = new Set(rows)
    this.#lost += [...this.#acknowledged].filter((n) => !present.has(n)).length
    this.#torn += torn
  }

  after = (kills: number): Kills => ({
    ...{ kills, early: this.#early, failedStarts: this.#failedStarts },
    ...{ acknowledged: this.#acknowledged.size, lost: this.#lost, torn: this.#torn },
  })
}

async function killed(times: number, killing: Killing): Promise<Kills> {
  for (let kill = 0; kill <= times; kill++) await killing.round(kill === times)
  return killing.after(times)
}

/** Kills the process that has the embedded database. */
export async function killsOfProcess(times: number): Promise<Kills> {
  const { dataDir, remove } = await preparedFolder()
  const write = () => startChild('killable-writer.ts', dataDir)
  return killed(times, new Killing(write, (writer) => writer.end('SIGKILL'))).finally(remove)
}

/** Kills the PostgreSQL server below the writer. */
export async function killsOfServer(times: number): Promise<Kills> {
  const server = await startPostgres()
  const kill = async (writer: Child) => {
    await server.kill()
    await writer.end('SIGKILL')
    await server.restart()
  }
  return killed(times, new Killing(() => startChild('killable-writer.ts', server.url, 'postgres'), kill)).finally(server.stop)
}

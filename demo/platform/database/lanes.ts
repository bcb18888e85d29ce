import { DatabaseBusy } from './problems.ts'

/** People's requests go before reports. */
export type Lane = 'interactive' | 'report'

/** The connection, as long as one holds it. */
export interface Turn {
  readonly lane: Lane
  /** Set while a transaction is open, so that a refused waiter learns the cause. */
  isTransaction: boolean
  /** Gives the connection to the next; a second call does nothing. */
  end(): void
}

interface Waiting {
  readonly lane: Lane
  readonly go: () => void
  readonly refuse: (error: Error) => void
}

const because = (holder: Turn | undefined) => {
  if (holder?.isTransaction) return 'a transaction is still open: a query awaited inside a transaction must ask its own handle'
  if (holder?.lane === 'report') return 'a report is running: ask again later, or set DATABASE_URL so that reports hold nobody up'
  return 'other statements are running: ask again later'
}

/** Gives the one connection of the embedded database to one asker at a time. */
export class Lanes {
  readonly #waiting: Waiting[] = []
  #holder: Turn | undefined
  #closed: Error | undefined
  #drained: (() => void) | undefined

  constructor(readonly waitMs: Readonly<Record<Lane, number>>) {}

  /** Resolves when the connection is the caller's. */
  async take(lane: Lane, waitMs = this.waitMs[lane]): Promise<Turn> {
    if (this.#closed) throw this.#closed
    if (this.#holder) await this.#queue(lane, waitMs)
    return this.#hold(lane)
  }

  /** Refuses everybody who waits or comes; who holds the connection may finish. */
  close(why: Error): void {
    this.#closed = why
    for (const { refuse } of this.#waiting.splice(0)) refuse(why)
  }

  /** Resolves when nobody holds the connection, or the patience is at its end. */
  drained(patienceMs = 5_000): Promise<void> {
    if (!this.#holder) return Promise.resolve()
    return new Promise((resolve) => {
      this.#drained = resolve
      setTimeout(resolve, patienceMs).unref()
    })
  }

  #hold(lane: Lane): Turn {
    const turn: Turn = {
      lane,
      isTransaction: false,
      end: () => {
        if (this.#holder === turn) this.#next()
      },
    }
    this.#holder = turn
    return turn
  }

  #queue(lane: Lane, waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(new DatabaseBusy(waitMs, because(this.#holder)))
      }, waitMs)
      const once = (settle: () => void) => {
        clearTimeout(giveUp)
        settle()
      }
      const waiting: Waiting = { lane, go: () => once(resolve), refuse: (error) => once(() => reject(error)) }
      this.#waiting.push(waiting)
    })
  }

  #next() {
    const person = this.#waiting.findIndex(({ lane }) => lane === 'interactive')
    const [next] = this.#waiting.splice(Math.max(person, 0), 1)
    // Between waking the next and its running, a newcomer must still find the connection held.
    this.#holder = next ? { lane: next.lane, isTransaction: false, end: () => {} } : undefined
    if (next) next.go()
    else this.#drained?.()
  }
}

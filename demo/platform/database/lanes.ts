import { DatabaseBusy } from './problems.ts'

/** Interactive statements run before reports. */
export type Lane = 'interactive' | 'report'

/** The right to use the connection. */
export interface Turn {
  readonly lane: Lane
  /** True while a transaction is open; the error for a timed-out waiter names it. */
  isTransaction: boolean
  /** Passes the connection to the next waiter; further calls have no effect. */
  end(): void
}

interface Waiting {
  readonly lane: Lane
  readonly go: () => void
  readonly refuse: (error: Error) => void
}

const busyReason = (holder: Turn | undefined) => {
  if (holder?.isTransaction) return 'a transaction is still open: a query inside a transaction must use the handle of that transaction'
  if (holder?.lane === 'report') return 'a report is running: retry later, or set DATABASE_URL so that reports do not block other queries'
  return 'other statements are running: retry later'
}

/** A queue for the embedded database's single connection. */
export class Lanes {
  readonly #waiting: Waiting[] = []
  #holder: Turn | undefined
  #closed: Error | undefined
  #drained: (() => void) | undefined

  constructor(readonly waitMs: Readonly<Record<Lane, number>>) {}

  /** Resolves when the caller has the connection. */
  async take(lane: Lane, waitMs = this.waitMs[lane]): Promise<Turn> {
    if (this.#closed) throw this.#closed
    if (this.#holder) await this.#queue(lane, waitMs)
    return this.#hold(lane)
  }

  /** Rejects current and future waiters; the current holder may finish. */
  close(why: Error): void {
    this.#closed = why
    for (const { refuse } of this.#waiting.splice(0)) refuse(why)
  }

  /** Resolves when the connection is free, or after `patienceMs`. */
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
        reject(new DatabaseBusy(waitMs, busyReason(this.#holder)))
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
    // The next waiter runs only in a later microtask; until then, a new caller must find the connection taken.
    this.#holder = next ? { lane: next.lane, isTransaction: false, end: () => {} } : undefined
    if (next) next.go()
    else this.#drained?.()
  }
}

import { DatabaseBusy } from './problems.ts'

export type Lane = 'interactive' | 'report'
interface Turn {
  readonly go: () => void
  readonly lane: Lane
}

/** Gives the one connection to one asker at a time; people go before reports. */
export class Lanes {
  readonly #queue: Turn[] = []
  #isTaken = false

  constructor(readonly waitMs: number) {}

  /** Waits for the connection; gives back how to return it. */
  async take(lane: Lane): Promise<() => void> {
    if (this.#isTaken) await this.#turn(lane)
    this.#isTaken = true
    let isReturned = false
    return () => {
      if (isReturned) return
      isReturned = true
      this.#next()
    }
  }

  #turn(lane: Lane): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn: Turn = {
        lane,
        go: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(turn), 1)
        reject(new DatabaseBusy(this.waitMs))
      }, this.waitMs)
      this.#queue.push(turn)
    })
  }

  #next() {
    const first = this.#queue.findIndex(({ lane }) => lane === 'interactive')
    const [turn] = this.#queue.splice(Math.max(first, 0), 1)
    if (turn) turn.go()
    else this.#isTaken = false
  }
}

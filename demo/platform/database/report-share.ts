import type pg from 'pg'

const narrow = 'set max_parallel_workers_per_gather = 0'
const wide = 'reset max_parallel_workers_per_gather'

/** A report alone may take what workers the server has; beside others each makes do with one process, which leaves room for people. */
export class ReportShare {
  readonly #narrowed = new WeakSet<pg.PoolClient>()
  #running = 0

  /** Called when a report has its connection. */
  async enter(client: pg.PoolClient) {
    this.#running++
    const isShared = this.#running > 1
    if (isShared === this.#narrowed.has(client)) return
    await client.query(isShared ? narrow : wide)
    if (isShared) this.#narrowed.add(client)
    else this.#narrowed.delete(client)
  }

  /** Called when it gives the connection back. */
  leave() {
    this.#running--
  }
}

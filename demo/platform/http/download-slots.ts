import { Refused } from '../context/refusal.ts'

/** Limits for concurrent file downloads: in total, and per caller. */
export interface DownloadLimits {
  readonly all: number
  readonly each: number
}

/** Retry-After for a caller who has no free slot. */
const retryAfterSeconds = 15

const wait = (rule: string) => new Refused('too_many', { subject: 'Files', rule }, undefined, { 'Retry-After': String(retryAfterSeconds) })

/**
 * The file downloads in progress on this server. Each holds a report connection until the client has read it, so there are fewer
 * slots than report connections, and one caller cannot take all of them.
 */
export class DownloadSlots {
  readonly #taken = new Map<string, number>()

  constructor(readonly limits: DownloadLimits) {}

  /** Takes a slot or refuses. The returned function releases the slot; more calls have no effect. */
  take(caller: string): () => void {
    const { all, each } = this.limits
    const ownCount = this.#of(caller)
    if (ownCount >= each) throw wait(`You are downloading ${each} files already; wait for one to finish, or cancel one`)
    if ([...this.#taken.values()].reduce((sum, count) => sum + count, 0) >= all)
      throw wait('Too many downloads at the moment; try again in a minute')
    this.#taken.set(caller, ownCount + 1)
    let isTaken = true
    return () => {
      if (isTaken) this.#set(caller, this.#of(caller) - 1)
      isTaken = false
    }
  }

  #of(caller: string) {
    return this.#taken.get(caller) ?? 0
  }

  #set(caller: string, count: number) {
    if (count > 0) this.#taken.set(caller, count)
    else this.#taken.delete(caller)
  }
}

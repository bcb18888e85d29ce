import { Refused } from '../context/refusal.ts'

/** How many files may go out at once: of everybody, and of one of them. */
export interface FilePlacesMost {
  readonly all: number
  readonly each: number
}

/** When somebody whose files are all under way may try again. */
const againSeconds = 15

const wait = (rule: string) => new Refused('too_many', { subject: 'Files', rule }, undefined, { 'Retry-After': String(againSeconds) })

/**
 * The files that are going out of one server. Each holds a connection for reports for as long as its reader takes it,
 * so there are fewer of them than of those, and nobody has all of them.
 */
export class FilePlaces {
  readonly #taken = new Map<string, number>()

  constructor(readonly most: FilePlacesMost) {}

  /** Takes a place, or refuses; what comes back gives it up, once. */
  take(who: string): () => void {
    const { all, each } = this.most
    const own = this.#of(who)
    if (own >= each) throw wait(`${each} files of yours are on their way; wait until one of them is there, or cancel one`)
    if ([...this.#taken.values()].reduce((sum, one) => sum + one, 0) >= all)
      throw wait('Other people’s files are on their way; try again in a minute')
    this.#taken.set(who, own + 1)
    let isTaken = true
    return () => {
      if (isTaken) this.#set(who, this.#of(who) - 1)
      isTaken = false
    }
  }

  #of(who: string) {
    return this.#taken.get(who) ?? 0
  }

  #set(who: string, count: number) {
    if (count > 0) this.#taken.set(who, count)
    else this.#taken.delete(who)
  }
}

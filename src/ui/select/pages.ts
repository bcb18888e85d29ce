import { type OptionResponse, type OptionLoader, type Option, searchWaitMs } from './option.ts'

/** Options per request. */
export const pageSize = 50
/** Options per request when all of them are loaded. */
const gatherSize = 1000

/** The pages loaded for one search. */
export interface LoadedPages {
  readonly search: string
  readonly pages: ReadonlyMap<number, readonly Option[]>
  /** Undefined before the first response. */
  readonly total: number | undefined
  readonly hasFailed: boolean
}

const pagesOf = (from: number, to: number) => {
  const first = Math.floor(from / pageSize)
  return Array.from({ length: Math.max(0, Math.ceil(to / pageSize) - first) }, (_, index) => first + index)
}

/** Loads the visible pages of one search and cancels requests for pages that are no longer visible. */
export class OptionPages {
  readonly #known = new Map<number, readonly Option[]>()
  readonly #under = new Map<number, AbortController>()
  #total: number | undefined
  #hasFailed = false
  #wanted: readonly number[] = [0]
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly ask: OptionLoader,
    private readonly search: string,
    private readonly tell: (seen: LoadedPages) => void,
  ) {
    this.#askWanted()
  }

  /** Reports the visible range; its pages are requested after a debounce. */
  see(from: number, to: number) {
    this.#wanted = pagesOf(from, to)
    clearTimeout(this.#timer)
    if (!this.#hasFailed) this.#timer = setTimeout(() => this.#askWanted(), searchWaitMs.remote)
  }

  retry() {
    this.#hasFailed = false
    this.#say()
    this.#askWanted()
  }

  end() {
    clearTimeout(this.#timer)
    for (const page of [...this.#under.keys()]) this.#drop(page)
  }

  #say() {
    this.tell({ search: this.search, pages: new Map(this.#known), total: this.#total, hasFailed: this.#hasFailed })
  }

  #drop(page: number) {
    this.#under.get(page)?.abort()
    this.#under.delete(page)
  }

  #askWanted() {
    for (const page of [...this.#under.keys()]) if (!this.#wanted.includes(page)) this.#drop(page)
    for (const page of this.#wanted) if (!this.#known.has(page) && !this.#under.has(page)) void this.#askFor(page)
  }

  async #askFor(page: number) {
    const request = new AbortController()
    const { signal } = request
    this.#under.set(page, request)
    const loaded = await this.ask({ search: this.search, start: page * pageSize, count: pageSize, signal }).catch(() => undefined)
    if (signal.aborted) return
    this.#under.delete(page)
    if (loaded) this.#take(page, loaded)
    else this.#hasFailed = true
    this.#say()
  }

  #take(page: number, { options, total }: OptionResponse) {
    this.#known.set(page, options)
    this.#total = total
  }
}

/** Loads all matching options with few large requests. */
export async function loadAllOptions(ask: OptionLoader, search: string, signal: AbortSignal): Promise<readonly Option[]> {
  const found: Option[] = []
  for (;;) {
    const { options, total } = await ask({ search, start: found.length, count: gatherSize, signal })
    signal.throwIfAborted()
    found.push(...options)
    if (options.length === 0 || found.length >= total) return found
  }
}

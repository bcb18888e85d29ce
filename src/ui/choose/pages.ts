import { type Answer, type Ask, type Option, searchWaitMs } from './option.ts'

/** How many options one answer brings. */
export const pageSize = 50
/** How many are asked for at once when all of them are wanted. */
const gatherSize = 1000

/** What has been answered so far to one search. */
export interface Seen {
  readonly search: string
  readonly pages: ReadonlyMap<number, readonly Option[]>
  /** Unknown before the first answer. */
  readonly total: number | undefined
  readonly hasFailed: boolean
}

export interface Pages {
  see(from: number, to: number): void
  retry(): void
  end(): void
}

const pagesOf = (from: number, to: number) => {
  const first = Math.floor(from / pageSize)
  return Array.from({ length: Math.max(0, Math.ceil(to / pageSize) - first) }, (_, index) => first + index)
}

/** Asks for the pages of one search that are in sight; what has gone out of sight before it came is cancelled. */
export function createPages(ask: Ask, search: string, tell: (seen: Seen) => void): Pages {
  const pages = new Map<number, readonly Option[]>()
  const under = new Map<number, AbortController>()
  const state: { total: number | undefined; hasFailed: boolean; wanted: readonly number[]; hasEnded: boolean } = {
    total: undefined,
    hasFailed: false,
    wanted: [0],
    hasEnded: false,
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const say = () => tell({ search, pages: new Map(pages), total: state.total, hasFailed: state.hasFailed })

  const take = (page: number, answer: Answer) => {
    pages.set(page, answer.options)
    state.total = answer.total
    say()
  }
  const askFor = async (page: number) => {
    const asking = new AbortController()
    under.set(page, asking)
    const isLate = () => asking.signal.aborted
    try {
      const answer = await ask({ search, start: page * pageSize, count: pageSize, signal: asking.signal })
      if (!isLate()) take(page, answer)
    } catch {
      if (isLate()) return
      state.hasFailed = true
      say()
    } finally {
      if (under.get(page) === asking) under.delete(page)
    }
  }
  const drop = (page: number) => {
    under.get(page)?.abort()
    under.delete(page)
  }
  const askWanted = () => {
    for (const page of [...under.keys()]) if (!state.wanted.includes(page)) drop(page)
    for (const page of state.wanted) if (!pages.has(page) && !under.has(page) && !state.hasEnded) void askFor(page)
  }
  askWanted()

  return {
    see: (from, to) => {
      state.wanted = pagesOf(from, to)
      clearTimeout(timer)
      if (!state.hasFailed) timer = setTimeout(askWanted, searchWaitMs.asked)
    },
    retry: () => {
      state.hasFailed = false
      say()
      askWanted()
    },
    end: () => {
      state.hasEnded = true
      clearTimeout(timer)
      for (const page of [...under.keys()]) drop(page)
    },
  }
}

/** Every option that matches, by as few questions as can be. */
export async function gather(ask: Ask, search: string, signal: AbortSignal): Promise<readonly Option[]> {
  const found: Option[] = []
  for (;;) {
    const { options, total } = await ask({ search, start: found.length, count: gatherSize, signal })
    signal.throwIfAborted()
    found.push(...options)
    if (options.length === 0 || found.length >= total) return found
  }
}

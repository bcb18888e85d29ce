import type { GridQuery, GridSource, GridTotals } from './query.ts'

/** Loading state of one query. */
export interface WindowsState {
  /** Number of matching rows; undefined before the first response. */
  readonly total: number | undefined
  readonly totals: GridTotals | undefined
  readonly isRequesting: boolean
  /** The last loading error, if any. */
  readonly error: unknown
}

export interface Windows<Row> {
  state(): WindowsState
  onChange(listener: () => void): () => void
  row(index: number): Row | undefined
  /** The loaded rows, by index. */
  known(): (readonly [index: number, row: Row])[]
  /** Loads the windows around these rows and aborts requests for distant ones. */
  want(first: number, last: number): void
  /** Loads these rows and resolves with them. */
  read(first: number, last: number, signal: AbortSignal): Promise<readonly Row[]>
  replace(isIt: (row: Row) => boolean, row: Row): void
  /**
   * Loads the windows in view again and replaces the rows when all of them have arrived.
   * Resolves with false if it was aborted.
   */
  reload(signal: AbortSignal): Promise<boolean>
  retry(): void
  end(): void
}

/** Indexes of the windows that overlap a range of rows. */
export function windowsOf(first: number, last: number, size: number, total = Number.POSITIVE_INFINITY): number[] {
  const from = Math.max(0, Math.floor(first / size))
  const to = Math.floor(Math.min(last, total - 1) / size)
  return to < from ? [] : Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

export interface WindowsOptions<Row> {
  readonly source: GridSource<Row>
  readonly query: GridQuery
  /** Rows per request. */
  readonly size?: number
  /** Maximum number of cached windows. */
  readonly maxPages?: number
}

const readSize = 1000

/** Cache of the rows of one query, loaded in windows. */
export function createWindows<Row>({ source, query, size = 100, maxPages = 60 }: WindowsOptions<Row>): Windows<Row> {
  const pages = new Map<number, readonly Row[]>()
  const requests = new Map<number, AbortController>()
  const failed = new Set<number>()
  const listeners = new Set<() => void>()
  let range = { first: 0, last: 0 }
  let reloads = 0
  let hasFailedReload = false
  let retrying = new AbortController()
  let state: WindowsState = { total: undefined, totals: undefined, isRequesting: false, error: undefined }

  const setState = (change: Partial<WindowsState>) => {
    state = { ...state, ...change, isRequesting: requests.size > 0 || reloads > 0 }
    for (const listener of listeners) listener()
  }
  const askFor = (start: number, count: number, signal: AbortSignal, needsTotals = state.totals === undefined) =>
    source({ ...query, start, count, needsTotals, signal })

  function store(page: number, rows: readonly Row[]) {
    pages.delete(page)
    pages.set(page, rows)
    const near = new Set(windowsOf(range.first, range.last, size))
    for (const old of pages.keys()) {
      if (pages.size <= maxPages) return
      if (!near.has(old)) pages.delete(old)
    }
  }

  async function fetchPage(page: number) {
    const controller = new AbortController()
    requests.set(page, controller)
    failed.delete(page)
    try {
      const { rows, total, totals = state.totals } = await askFor(page * size, size, controller.signal)
      if (controller.signal.aborted) return
      requests.delete(page)
      store(page, rows)
      setState({ total, totals, error: failed.size > 0 || hasFailedReload ? state.error : undefined })
    } catch (error) {
      if (controller.signal.aborted) return
      requests.delete(page)
      failed.add(page)
      setState({ error })
    }
  }

  /** Aborts requests outside these windows; returns whether there were any. */
  function abortDistant(near: ReadonlySet<number>): boolean {
    const far = [...requests].filter(([page]) => !near.has(page))
    for (const [page, controller] of far) {
      requests.delete(page)
      controller.abort()
    }
    return far.length > 0
  }

  /** The windows in view, and half a window before and after, so that the user rarely scrolls to missing rows. */
  function pagesNear(): number[] {
    const extra = Math.ceil(size / 2)
    const pagesWanted = windowsOf(range.first - extra, range.last + extra, size, state.total)
    return pagesWanted.length > 0 ? pagesWanted : [0]
  }

  function want(first: number, last: number) {
    range = { first, last }
    const pagesToLoad = pagesNear()
    const hasLetGo = abortDistant(new Set(pagesToLoad))
    const missing = pagesToLoad.filter((page) => !pages.has(page) && !requests.has(page) && !failed.has(page))
    for (const page of missing) void fetchPage(page)
    if (missing.length > 0 || hasLetGo) setState({})
  }

  /** The responses for these windows, or undefined if the request failed or was aborted. */
  async function fetchAgain(near: readonly number[], signal: AbortSignal) {
    reloads += 1
    setState({})
    try {
      return await Promise.all(near.map((page, at) => askFor(page * size, size, signal, at === 0)))
    } catch (error) {
      hasFailedReload = !signal.aborted
      if (hasFailedReload) setState({ error })
      return undefined
    } finally {
      reloads -= 1
      setState({})
    }
  }

  async function reload(signal: AbortSignal): Promise<boolean> {
    const old = [...pages.keys()]
    const near = pagesNear()
    abortDistant(new Set())
    const replies = await fetchAgain(near, signal)
    if (signal.aborted) return false
    if (!replies) return true
    for (const page of old) pages.delete(page)
    failed.clear()
    hasFailedReload = false
    for (const [at, { rows }] of replies.entries()) store(near[at] ?? 0, rows)
    setState({ total: replies[0]?.total, totals: replies[0]?.totals, error: undefined })
    // The user may have scrolled meanwhile, and fewer rows may be left than before.
    want(range.first, range.last)
    return true
  }

  async function read(first: number, last: number, signal: AbortSignal) {
    const rows: Row[] = []
    for (let start = first; start <= last; start += readSize) {
      const count = Math.min(readSize, last - start + 1)
      const loadedRows = Array.from({ length: count }, (_, index) => rowAt(start + index)).filter((row) => row !== undefined)
      rows.push(...(loadedRows.length === count ? loadedRows : (await askFor(start, count, signal)).rows))
    }
    return rows
  }

  const rowAt = (index: number) => pages.get(Math.floor(index / size))?.[index % size]
  return {
    state: () => state,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    row: rowAt,
    known: () => [...pages].sort(([a], [b]) => a - b).flatMap(([page, rows]) => rows.map((row, at) => [page * size + at, row] as const)),
    want,
    read,
    replace: (isIt, row) => {
      for (const [page, rows] of pages)
        if (rows.some(isIt))
          pages.set(
            page,
            rows.map((old) => (isIt(old) ? row : old)),
          )
      setState({})
    },
    reload,
    retry: () => {
      failed.clear()
      if (!hasFailedReload) return want(range.first, range.last)
      retrying = new AbortController()
      void reload(retrying.signal)
    },
    end: () => {
      retrying.abort()
      if (abortDistant(new Set())) setState({})
    },
  }
}

import { dimensionOf } from '../../../contract/reports/dimensions.ts'
import { isMetricFilter } from '../../../contract/reports/fields.rules.ts'
import { metricOf } from '../../../contract/reports/metrics.ts'
import type { ReportRow } from '../../../parts/resource/report-source.ts'
import type { GridQuery, GridRequest, GridResponse, GridSource, GridTotals } from '../../../ui/table/query.ts'
import type { ReportQuery } from '../query/query.ts'
import { isDrillable } from '../query/drill.ts'

/** A row of a report, and its place in the tree if the report has several dimensions. */
export interface TableRow extends ReportRow {
  /** Counted from 0, the whole groups. */
  readonly level?: number
  /** Whether the rows inside are shown; undefined for a row of the last level. */
  readonly isOpen?: boolean | undefined
}

/** The dimensions of each level. A name and its id are one level, the name first. */
export function treeLevels(dimensions: readonly string[]): readonly (readonly string[])[] {
  const nameOf = (id: string) => dimensionOf(id)?.labelledBy
  const names = dimensions.map((id) => nameOf(id) ?? id)
  return [...new Set(names)].map((name) => {
    const ids = dimensions.filter((id) => nameOf(id) === name)
    return dimensions.includes(name) ? [name, ...ids] : ids
  })
}

/**
 * Whether the rows can be a tree. A filter on a metric applies to the rows of all dimensions together, so groups would not add up to
 * their rows; and hours have no rows inside.
 */
export function hasTree({ dimensions, filters }: Pick<ReportQuery, 'dimensions' | 'filters'>): boolean {
  const levels = treeLevels(dimensions)
  return levels.length > 1 && isDrillable(levels.slice(0, -1).flat()) && !filters.some(isMetricFilter)
}

const isTime = (id: string) => dimensionOf(id)?.category === 'Time'

/**
 * The sort of the rows of one level. Sorting by the name of the first level sorts the other levels by their names too. Periods are an
 * exception, because rows inside a period are compared by their figures.
 */
export function sortOfLevel(sort: GridQuery['sort'], levels: readonly (readonly string[])[], level: number): GridQuery['sort'] {
  const dimensions = levels[level] ?? []
  const [name = ''] = dimensions
  const isFirst = (key: string) => levels[0]?.includes(key) === true
  return sort.flatMap(({ key, order }) => {
    if (metricOf(key) !== undefined || dimensions.includes(key)) return { key, order }
    return isFirst(key) && !isTime(key) && !isTime(name) ? { key: name, order } : []
  })
}

/** Rows per request. */
const pageSize = 100
/** Open rows are searched among this many rows of their group after a new sort. */
const maxSearchedRows = 1000

/** The rows of one group, loaded in pages. */
function createRowList(source: GridSource<TableRow>, query: GridQuery) {
  const rows = new Map<number, TableRow>()
  const loadedPages = new Set<number>()
  let total: number | undefined
  let totals: GridTotals | undefined
  async function loadPage(page: number, needsTotals: boolean, signal: AbortSignal) {
    if (loadedPages.has(page)) return
    const start = page * pageSize
    const response = await source({ ...query, start, count: pageSize, needsTotals, signal })
    loadedPages.add(page)
    total = response.total
    totals = response.totals ?? totals
    for (const [index, row] of response.rows.entries()) rows.set(start + index, row)
  }
  return {
    row: (index: number) => rows.get(index),
    rows: () => [...rows],
    total: () => total ?? 0,
    totals: () => totals,
    loadFirst: (signal: AbortSignal, needsTotals = false) => loadPage(0, needsTotals, signal),
    /** Loads the rows from `from` to before `end`. */
    async load(from: number, end: number, signal: AbortSignal) {
      const first = Math.floor(from / pageSize)
      const last = Math.floor((end - 1) / pageSize)
      await Promise.all(Array.from({ length: last - first + 1 }, (_, index) => loadPage(first + index, false, signal)))
    },
  }
}
type RowList = ReturnType<typeof createRowList>
/** The row lists of one query, by the key of their group. */
type Lists = Map<string, RowList>

interface TreeOptions {
  readonly levels: readonly (readonly string[])[]
  /** The rows of a level inside a row of the level above; `inside` is undefined for the first level. */
  readonly sourceOf: (dimensions: readonly string[], inside: ReportRow | undefined) => GridSource<ReportRow>
  /** The lists are loaded again when this number changes. */
  readonly version: () => number
}

/** Groups of rows, of which the grid gets the visible ones as one list. Rows inside a group are loaded when it opens. */
export function createTree({ levels, sourceOf, version }: TreeOptions) {
  /** Open rows by key, each with the key of its group. */
  const open = new Map<string, string>()
  /** Groups that were loaded before, so that the user has decided what is open in them. */
  const seenGroups = new Set<string>()
  let lists: Lists = new Map()
  let listsFor = ''

  /** The values of a row up to a level identify the row, and the group of the rows inside it. */
  const keyOf = ({ dimensions }: ReportRow, level: number) =>
    JSON.stringify(levels.slice(0, level + 1).map((ids) => ids.map((id) => dimensions[id] ?? null)))
  const groupKeyOf = (inside: TableRow | undefined) => (inside ? keyOf(inside, inside.level ?? 0) : '')
  const isLast = (level: number) => level === levels.length - 1

  function listOf(ofQuery: Lists, inside: TableRow | undefined, query: GridQuery): RowList {
    const groupKey = groupKeyOf(inside)
    const known = ofQuery.get(groupKey)
    if (known) return known
    const level = inside?.level === undefined ? 0 : inside.level + 1
    const dimensions = levels[level] ?? []
    const source = sourceOf(dimensions, inside)
    const withLevel: GridSource<TableRow> = async (request) => {
      const response = await source(request)
      const rows = response.rows.map((row) => ({ ...row, dimensions: { ...inside?.dimensions, ...row.dimensions }, level }))
      return { ...response, rows }
    }
    const list = createRowList(withLevel, { ...query, sort: sortOfLevel(query.sort, levels, level) })
    ofQuery.set(groupKey, list)
    return list
  }

  /** Loads the first rows of a group. The first row of the report and the only row of a group are open at first. */
  async function begin(
    ofQuery: Lists,
    inside: TableRow | undefined,
    query: GridQuery,
    { signal, needsTotals }: Pick<GridRequest, 'signal' | 'needsTotals'>,
  ) {
    const list = listOf(ofQuery, inside, query)
    await list.loadFirst(signal, needsTotals && inside === undefined)
    const groupKey = groupKeyOf(inside)
    const first = list.row(0)
    if (first?.level !== undefined && !seenGroups.has(groupKey) && !isLast(first.level) && (!inside || list.total() === 1))
      open.set(keyOf(first, first.level), groupKey)
    seenGroups.add(groupKey)
    return list
  }

  /** The indexes of the open rows of a group. */
  async function openIndexes(list: RowList, groupKey: string, level: number, signal: AbortSignal): Promise<readonly number[]> {
    const keys = new Set([...open].flatMap(([key, itsGroup]) => (itsGroup === groupKey ? key : [])))
    const find = () => list.rows().flatMap(([index, row]) => (keys.has(keyOf(row, level)) ? index : []))
    const searched = Math.min(list.total(), maxSearchedRows)
    for (let from = 0; from < searched && find().length < keys.size; from += pageSize) await list.load(from, from + 1, signal)
    return find().sort((a, b) => a - b)
  }

  async function read(request: GridRequest): Promise<GridResponse<TableRow>> {
    const { start, count, signal, sort, filters, needsTotals } = request
    const query = { sort, filters }
    const wanted = `${version()} ${JSON.stringify(query)}`
    if (listsFor !== wanted) {
      lists = new Map()
      listsFor = wanted
    }
    // A newer read may replace the lists while this one waits.
    const ofQuery = lists
    const rows: TableRow[] = []
    /** Number of visible rows so far. */
    let passed = 0
    async function take(list: RowList, from: number, end: number) {
      const first = Math.max(from, from + start - passed)
      const last = Math.min(end, from + start + count - passed)
      passed += end - from
      if (first >= last) return
      await list.load(first, last, signal)
      for (let index = first; index < last; index += 1) {
        const row = list.row(index)
        if (row?.level === undefined) continue
        const isOpen = isLast(row.level) ? undefined : open.has(keyOf(row, row.level))
        rows.push({ ...row, isOpen })
      }
    }
    async function visit(inside: TableRow | undefined) {
      const list = await begin(ofQuery, inside, query, { signal, needsTotals })
      const level = inside?.level === undefined ? 0 : inside.level + 1
      const opened = isLast(level) ? [] : await openIndexes(list, groupKeyOf(inside), level, signal)
      const openRows = opened.flatMap((index) => list.row(index) ?? [])
      await Promise.all(openRows.map((row) => begin(ofQuery, row, query, { signal, needsTotals: false })))
      let from = 0
      for (const [at, row] of openRows.entries()) {
        const end = (opened[at] ?? 0) + 1
        await take(list, from, end)
        await visit(row)
        from = end
      }
      await take(list, from, list.total())
      return list
    }
    const root = await visit(undefined)
    return { rows, total: passed, totals: root.totals() }
  }

  return {
    read,
    toggle(row: TableRow) {
      if (row.level === undefined) return
      const key = keyOf(row, row.level)
      const groupKey = row.level === 0 ? '' : keyOf(row, row.level - 1)
      if (!open.delete(key)) open.set(key, groupKey)
    },
  }
}

import { orderedColumns, type ColumnPreference } from '../../ui/table/column-choice.ts'
import type { ColumnInfo, ColumnFilter } from '../../ui/table/column.ts'
import type { GridFilter, GridQuery, GridSort } from '../../ui/table/query.ts'

/** The URL parameters of a table; undefined removes one. */
export type TableQuery = Readonly<Record<string, string | undefined>>

const listOf = (text: string | null) => (text ? text.split(',').map(decoded).filter(Boolean) : [])
const textOf = (list: readonly string[]) => list.map((item) => encodeURIComponent(item)).join(',')
function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function sortFrom(query: URLSearchParams, columns: readonly ColumnInfo[]): GridSort[] {
  const sortable = new Set(columns.flatMap(({ key, isSortable }) => (isSortable ? key : [])))
  return listOf(query.get('sort')).flatMap((item): GridSort | GridSort[] => {
    const key = item.replace(/^-/, '')
    return sortable.has(key) ? { key, order: item.startsWith('-') ? 'desc' : 'asc' } : []
  })
}

function filterFrom(text: string, { kind }: ColumnFilter): GridFilter | undefined {
  if (kind === 'contains') return text.trim() ? { kind, text } : undefined
  if (kind === 'one-of') return { kind, values: listOf(text) }
  const [from, to, ...others] = text.split('..')
  if (others.length > 0 || (!from && !to)) return undefined
  return { kind, ...(from && { from }), ...(to && { to }) }
}

/** Reads a table's query from the URL; unknown columns are ignored. */
export function parseTableQuery(query: URLSearchParams, columns: readonly ColumnInfo[], defaultSort: readonly GridSort[] = []): GridQuery {
  const filters = columns.flatMap(({ key, filter }) => {
    const text = query.get(`filter.${key}`)
    const parsed = text !== null && filter && filterFrom(text, filter)
    return parsed ? [[key, parsed] as const] : []
  })
  const sort = sortFrom(query, columns)
  return { sort: sort.length > 0 ? sort : defaultSort, filters: Object.fromEntries(filters) }
}

function filterText(filter: GridFilter | undefined): string | undefined {
  if (!filter) return undefined
  if (filter.kind === 'contains') return filter.text
  return filter.kind === 'one-of' ? textOf(filter.values) : `${filter.from ?? ''}..${filter.to ?? ''}`
}

/** Writes a table's query to URL parameters. */
export const toTableQuery = ({ sort, filters }: GridQuery, columns: readonly ColumnInfo[]): TableQuery => ({
  sort: textOf(sort.map(({ key, order }) => (order === 'desc' ? `-${key}` : key))) || undefined,
  ...Object.fromEntries(columns.flatMap(({ key, filter }) => (filter ? [[`filter.${key}`, filterText(filters[key])] as const] : []))),
})

/** The columns named in the URL, in its order; undefined if there are none. */
export function parseColumns(query: URLSearchParams, columns: readonly ColumnInfo[]): ColumnPreference[] | undefined {
  const listed = listOf(query.get('columns'))
  if (listed.length === 0) return undefined
  const hidden = columns.flatMap(({ key }) => (listed.includes(key) ? [] : [{ key, isShown: false }]))
  return orderedColumns(columns, [...listed.map((key) => ({ key, isShown: true })), ...hidden])
}

/** The columns as a URL parameter; undefined for the default columns. */
export function toColumnsQuery(preferences: readonly ColumnPreference[], columns: readonly ColumnInfo[]): TableQuery {
  const shownText = (list: readonly ColumnPreference[]) => textOf(list.filter(({ isShown }) => isShown).map(({ key }) => key))
  const text = shownText(orderedColumns(columns, preferences))
  return { columns: text === shownText(orderedColumns(columns, [])) ? undefined : text }
}

/** The URL parameters that belong to a table. */
export const tableParamNames = (query: URLSearchParams): readonly string[] =>
  [...new Set(query.keys())].filter((item) => item.startsWith('filter.') || ['sort', 'columns', 'row'].includes(item))
/** True for URL parameters that belong to a view: filters, sort order, columns and dates. */
const isOfView = (name: string) =>
  name === 'sort' || name === 'columns' || name.startsWith('filter.') || /^(date_range|compare)$|_date$/.test(name)

/** The view's parameters in sorted order, so that equal views have equal strings. */
export function viewQuery(query: URLSearchParams): string {
  const params = [...query].filter(([name]) => isOfView(name)).sort(([one], [other]) => (one < other ? -1 : 1))
  return new URLSearchParams(params).toString()
}

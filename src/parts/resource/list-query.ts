import type { Filter } from '../../contract/list.ts'
import { reportFilter } from './report-source.ts'
import type { ColumnInfo } from '../../ui/table/column.ts'
import type { GridFilter, GridQuery } from '../../ui/table/query.ts'
import { useMemo } from 'react'
import { defaultDateRanges } from '../../contract/dates/date-ranges.ts'
import { useClient } from '../scope/client.tsx'
import { type DateDefaults, useDateQuery } from './date-query.ts'
import { useToday } from '../time/use-today.ts'

/** Open ends of a date range; the platform requires both ends. */
const firstDay = '1900-01-01'
const lastDay = '2199-12-31'

function conditions(column: ColumnInfo, filter: GridFilter): Filter[] {
  const { key: field, kind } = column
  if (kind === 'date' && filter.kind === 'between')
    return [{ field, operation: 'BETWEEN', value: [filter.from ?? firstDay, filter.to ?? lastDay] }]
  // The user types a percentage; the platform expects a fraction.
  if (kind === 'percent' && filter.kind === 'between') {
    const share = (text: string | undefined) => (text === undefined ? undefined : String(Number(text) / 100))
    const from = share(filter.from)
    const to = share(filter.to)
    return [reportFilter(field, { kind: 'between', ...(from && { from }), ...(to && { to }) })]
  }
  return [reportFilter(field, filter)]
}

/** Converts table filters into the platform's list filters. */
export const listFilters = ({ filters }: Pick<GridQuery, 'filters'>, columns: readonly ColumnInfo[]): Filter[] =>
  columns.flatMap((column) => {
    const filter = filters[column.key]
    return filter ? conditions(column, filter) : []
  })

/** Converts the table's sort order into the platform's. */
export const listSort = ({ sort }: Pick<GridQuery, 'sort'>) => sort.map(({ key, order }) => ({ field: key, order }))

const usual: DateDefaults['usual'] = { range: defaultDateRanges.list, compare: 'previous_period' }

/** The date range of a list, stored in the URL. "Today" uses the advertiser's time zone when there is one. */
export function useListDates() {
  const { advertiser } = useClient()
  const today = useToday(advertiser?.time_zone)
  const { value, apply } = useDateQuery({ today, usual })
  const { start_date, end_date } = value.days
  const days = useMemo(() => ({ start_date, end_date }), [start_date, end_date])
  return { today, value, apply, days }
}
export type ListDates = ReturnType<typeof useListDates>

const dateParams = ['date_range', 'start_date', 'end_date', 'compare', 'compare_start_date', 'compare_end_date']

/** Returns only the date parameters of a URL, so that a link to another list keeps them. */
export function dateParamsOf(query: URLSearchParams): string {
  const dateQuery = new URLSearchParams([...query].filter(([name]) => dateParams.includes(name))).toString()
  return dateQuery && `?${dateQuery}`
}

/** True for URL parameters that belong to a view: filters, sort order, columns and dates. */
const isOfView = (name: string) =>
  name === 'sort' || name === 'columns' || name.startsWith('filter.') || /^(date_range|compare)$|_date$/.test(name)

/** The view's parameters in sorted order, so that equal views have equal strings. */
export function viewQuery(query: URLSearchParams): string {
  const params = [...query].filter(([name]) => isOfView(name)).sort(([one], [other]) => (one < other ? -1 : 1))
  return new URLSearchParams(params).toString()
}

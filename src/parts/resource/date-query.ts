import { useCallback, useMemo } from 'react'
import { type DateRange, dateRanges, type Days, daysOfRange, defaultDateRanges } from '../../contract/dates/date-ranges.ts'
import { dayRange } from '../../contract/fields/days.rules.ts'
import { usePath } from '../../kit/path.ts'
import { type Comparison, comparisons, daysCompared } from '../../ui/date/comparison.ts'
import type { DateChoice } from '../../ui/date/draft.ts'
import { useClient } from '../scope/client.tsx'
import { useToday } from '../time/use-today.ts'

/** Today's date. */
export interface DateDefaults {
  readonly today: string
  /** The default when the URL has no dates. */
  readonly usual: { readonly range: Exclude<DateRange, 'custom'>; readonly compare: Exclude<Comparison, 'custom'> }
}

const memberOf = <T extends string>(words: readonly T[], text: string | null) => words.find((word) => word === text)
const realDays = (start: string | null, end: string | null): Days | undefined => {
  const days = { start_date: start ?? '', end_date: end ?? '' }
  return dayRange(days) === true ? days : undefined
}

/** Reads dates from a URL; unreadable values count as missing. */
export function parseDates(query: URLSearchParams, { today, usual }: DateDefaults): DateChoice {
  const requestedRange = memberOf(dateRanges, query.get('date_range'))
  const custom =
    requestedRange === undefined || requestedRange === 'custom' ? realDays(query.get('start_date'), query.get('end_date')) : undefined
  const range = requestedRange === undefined || requestedRange === 'custom' ? usual.range : requestedRange
  const days = custom ?? daysOfRange(range, today)
  const compare = memberOf(comparisons, query.get('compare')) ?? usual.compare
  const comparisonDays = realDays(query.get('compare_start_date'), query.get('compare_end_date'))
  const comparison = compare === 'custom' && !comparisonDays ? usual.compare : compare
  return {
    range: custom ? 'custom' : range,
    days,
    compare: comparison,
    compared: comparison === 'custom' ? comparisonDays : daysCompared(days, comparison),
  }
}

/** Writes dates to a URL. A named range keeps its name, so that the link shows other days tomorrow. */
export function datesToQuery({ range, days, compare, compared }: DateChoice): Record<string, string | undefined> {
  const isCustom = range === 'custom'
  const isOther = compare === 'custom'
  return {
    date_range: isCustom ? undefined : range,
    start_date: isCustom ? days.start_date : undefined,
    end_date: isCustom ? days.end_date : undefined,
    compare,
    compare_start_date: isOther ? compared?.start_date : undefined,
    compare_end_date: isOther ? compared?.end_date : undefined,
  }
}

/** The dates of a screen, stored in its URL. */
export function useDateQuery(defaults: DateDefaults) {
  const { query, setQuery } = usePath()
  const { today, usual } = defaults
  const value = useMemo(() => parseDates(query, { today, usual }), [query, today, usual])
  return { value, apply: useCallback((choice: DateChoice) => setQuery(datesToQuery(choice)), [setQuery]) }
}

const listDefault: DateDefaults['usual'] = { range: defaultDateRanges.list, compare: 'previous_period' }

/** The date range of a list, stored in the URL. "Today" uses the advertiser's time zone when there is one. */
export function useListDates() {
  const { advertiser } = useClient()
  const today = useToday(advertiser?.time_zone)
  const { value, apply } = useDateQuery({ today, usual: listDefault })
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

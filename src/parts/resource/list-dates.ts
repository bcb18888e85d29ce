import { useMemo } from 'react'
import { defaultDateRanges } from '../../contract/dates/date-ranges.ts'
import { useClient } from '../scope/client.tsx'
import { type DateDefaults, useDateQuery } from './date-query.ts'
import { useToday } from '../time/use-today.ts'

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

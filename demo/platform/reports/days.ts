import { addDays, type Days, daysIn, daysOfRange, defaultDateRanges, maxReportDays } from '../../../src/contract/dates/date-ranges.ts'
import type { Filter } from '../../../src/contract/list.ts'
import { isDayFilter } from '../../../src/contract/reports/fields.rules.ts'
import { refuseField } from '../context/refusal.ts'
import { requireSupportedFilter } from './filter-check.ts'

/** The parts of a report request that decide its days. */
export interface DaysRequest {
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly filters?: readonly Filter[] | undefined
}

const firstDay = '2000-01-01'

/** A first or last day, with the path of the field that it comes from. */
interface Bound {
  readonly day: string
  readonly path: string
}
interface Bounds {
  readonly starts: readonly Bound[]
  readonly ends: readonly Bound[]
}

const boundOf = (day: string | undefined, path: string): Bound[] => (day === undefined ? [] : [{ day, path }])

/** The bounds of one filter on the day. */
function boundsOfFilter(filter: Filter, path: string): Bounds {
  requireSupportedFilter(filter, path)
  if (filter.operation === 'BETWEEN') {
    const [from, to] = filter.value.map(String)
    return { starts: boundOf(from, `${path}.value.0`), ends: boundOf(to, `${path}.value.1`) }
  }
  const day = filter.operation === '=' || filter.operation === '>' ? String(filter.value) : undefined
  const own = boundOf(day, `${path}.value`)
  if (filter.operation !== '>') return { starts: own, ends: own }
  return { starts: own.map((bound) => ({ ...bound, day: addDays(bound.day, 1) })), ends: [] }
}

const inOrder = (bounds: readonly Bound[]) => bounds.toSorted((left, right) => (left.day < right.day ? -1 : Number(left.day > right.day)))

/** The narrowest bounds of dates and filters; the last 30 days if there are none. */
function narrowest({ start_date, end_date, filters = [] }: DaysRequest, latest: string): { start: Bound; end: Bound } {
  const ofFilters = filters.flatMap((filter, index) => (isDayFilter(filter) ? [boundsOfFilter(filter, `filters.${index}`)] : []))
  const start = inOrder([...boundOf(start_date, 'start_date'), ...ofFilters.flatMap(({ starts }) => starts)]).at(-1)
  const end = inOrder([...boundOf(end_date, 'end_date'), ...ofFilters.flatMap(({ ends }) => ends)])[0]
  const usual = daysOfRange(defaultDateRanges.chart, latest)
  if (!start && !end) return { start: { day: usual.start_date, path: 'start_date' }, end: { day: usual.end_date, path: 'end_date' } }
  const lastDay = end ?? { day: latest, path: 'end_date' }
  return { start: start ?? { day: addDays(lastDay.day, 1 - daysIn(usual)), path: 'start_date' }, end: lastDay }
}

/** The days of a report: its dates, narrowed by filters on the day. `latest` is the latest day of its advertisers. */
export function reportDays(request: DaysRequest, latest: string): Days {
  const { start, end } = narrowest(request, latest)
  const days = { start_date: start.day, end_date: end.day }
  const areDates = start.path === 'start_date' && end.path === 'end_date'
  if (days.end_date < days.start_date)
    throw areDates
      ? refuseField('end_date', 'The end date can’t be before the start date')
      : refuseField(start.path === 'start_date' ? end.path : start.path, 'No day of the report matches this filter')
  if (daysIn(days) > maxReportDays) throw refuseField(start.path, `A report covers at most ${maxReportDays} days`)
  if (days.start_date < firstDay) throw refuseField(start.path, `Expected ${firstDay} or later`)
  // The user's own day may be one ahead of every advertiser's.
  if (days.end_date > addDays(latest, 1)) throw refuseField(end.path, 'The end date can’t be in the future')
  return days
}

import { comparisonDaysOf, type Days, daysIn } from '../../../contract/dates/date-ranges.ts'
import type { TotalRequest } from '../../../contract/reports/trends.ts'
import { hasPurchaseFilter } from '../../../contract/reports/purchases.rules.ts'
import { isMetricFilter } from '../../../contract/reports/fields.rules.ts'
import type { ReportRequest } from '../../../contract/reports/reports.ts'
import { savedReportQueryOf, savedDays } from '../../../contract/saved-reports/saved-reports.rules.ts'
import type { SavedReportQuery } from '../../../contract/saved-reports/saved-reports.ts'
import type { ReportQuery } from './query.ts'
import { drilledDays, drillFilters } from './drill.ts'

/** Client, advertisers and date of a report request. */
export interface ReportScope {
  readonly clientId: number
  /** Advertisers of the element; undefined for all advertisers of the client. */
  readonly advertiserIds?: readonly number[] | undefined
  readonly today: string
}

/** The report's dates, limited to the time rows drilled into. */
export const reportDays = ({ dates, drill }: ReportQuery, today: string): Days => drilledDays(savedDays(dates, today), drill)

/** Limits the report to the element's advertisers. Without a common advertiser, the element's advertisers are used. */
export function limitToScope(reportQuery: ReportQuery, { advertiserIds }: ReportScope): ReportQuery {
  if (!advertiserIds) return reportQuery
  const both = reportQuery.advertisers.filter((id) => advertiserIds.includes(id))
  return { ...reportQuery, advertisers: both.length > 0 ? both : advertiserIds }
}

export const toPurchaseFilter = ({ history, orderValues }: Pick<ReportQuery, 'history' | 'orderValues'>) => ({
  user_history: history,
  order_values: [...orderValues],
})

/** Converts to the saved form: drilled rows become filters, and their dates become the report's dates. */
export function toSavedQuery(reportQuery: ReportQuery, scope: Pick<ReportScope, 'today'>): SavedReportQuery {
  const { context, advertisers, dimensions, metrics, currency, bars, line, granularity, dates } = reportQuery
  const filters = [...reportQuery.filters, ...drillFilters(reportQuery.drill)]
  const savedDates = savedDays(dates, scope.today)
  const days = reportDays(reportQuery, scope.today)
  const isNarrowed = savedDates.start_date !== days.start_date || savedDates.end_date !== days.end_date
  const purchases = toPurchaseFilter(reportQuery)
  const sort = reportQuery.sort.filter(({ field }) => [...dimensions, ...metrics].includes(field))
  return {
    context,
    ...(advertisers.length > 0 && { advertiser_ids: [...advertisers] }),
    dimensions: [...dimensions],
    metrics: [...metrics],
    ...(filters.length > 0 && { filters }),
    ...(sort.length > 0 && { sort: [...sort] }),
    date_range: isNarrowed ? { preset: 'custom', ...days } : dates,
    compare: reportQuery.compare,
    ...(currency && { currency_code: currency }),
    ...(hasPurchaseFilter(purchases) && purchases),
    chart: { metrics: bars === line ? [bars] : [bars, line], ...(granularity && { granularity }) },
  }
}

/** Request for the rows. A drilled time row is compared with its position in the previous period of the whole report. */
export function rowsRequest(reportQuery: ReportQuery, scope: ReportScope): ReportRequest {
  const question = { ...toSavedQuery(limitToScope(reportQuery, scope), scope), date_range: reportQuery.dates }
  const savedQuery = savedReportQueryOf({ member_group_id: scope.clientId, question }, scope.today)
  const days = reportDays(reportQuery, scope.today)
  const length = daysIn(savedQuery)
  const isPart = savedQuery.compare === 'previous_period' && daysIn(days) < length
  return { ...savedQuery, ...days, ...(isPart && { compare_back: length }) }
}

/** The comparison period. */
export function comparisonDays(reportQuery: ReportQuery, scope: ReportScope): Days | undefined {
  const request = rowsRequest(reportQuery, scope)
  return comparisonDaysOf(request, request.compare, request.compare_back)
}

/** Request for the totals; undefined with a metric filter, because such a filter applies to rows only. */
export function totalsRequest(reportQuery: ReportQuery, scope: ReportScope, metrics: readonly string[]): TotalRequest | undefined {
  if (reportQuery.filters.some(isMetricFilter)) return undefined
  const { dimensions: _, sort: __, pagination: ___, ...request } = rowsRequest(reportQuery, scope)
  return { ...request, metrics: [...metrics] }
}

import { comparedDays, type Days, daysIn } from '../../../contract/dates/date-ranges.ts'
import type { TotalQuestion } from '../../../contract/reports/trends.ts'
import { areSome } from '../../../contract/reports/purchases.rules.ts'
import { isOnRows } from '../../../contract/reports/fields.rules.ts'
import type { ReportQuestion } from '../../../contract/reports/reports.ts'
import { reportQuestionOf, savedDays } from '../../../contract/saved-reports/saved-reports.rules.ts'
import type { SavedQuestion } from '../../../contract/saved-reports/saved-reports.ts'
import type { Asked } from './query.ts'
import { drilledDays, drillFilters } from './drill.ts'

/** Client, advertisers and date of a report request. */
export interface AskedBy {
  readonly clientId: number
  /** Advertisers of the element; undefined for all advertisers of the client. */
  readonly advertiserIds?: readonly number[] | undefined
  readonly today: string
}

/** The report's dates, limited to the time rows drilled into. */
export const daysOfAsked = ({ dates, drill }: Asked, today: string): Days => drilledDays(savedDays(dates, today), drill)

/** Limits the report to the element's advertisers. Without a common advertiser, the element's advertisers are used. */
export function narrowedBy(asked: Asked, { advertiserIds }: AskedBy): Asked {
  if (!advertiserIds) return asked
  const both = asked.advertisers.filter((id) => advertiserIds.includes(id))
  return { ...asked, advertisers: both.length > 0 ? both : advertiserIds }
}

export const purchasesOf = ({ history, orders }: Pick<Asked, 'history' | 'orders'>) => ({
  user_history: history,
  order_values: [...orders],
})

/** Converts to the saved form: drilled rows become filters, and their dates become the report's dates. */
export function savedQuestionOf(asked: Asked, by: Pick<AskedBy, 'today'>): SavedQuestion {
  const { context, advertisers, dimensions, metrics, currency, bars, line, granularity, dates } = asked
  const filters = [...asked.filters, ...drillFilters(asked.drill)]
  const [whole, days] = [savedDays(dates, by.today), daysOfAsked(asked, by.today)]
  const isNarrowed = whole.start_date !== days.start_date || whole.end_date !== days.end_date
  const purchases = purchasesOf(asked)
  const sort = asked.sort.filter(({ field }) => [...dimensions, ...metrics].includes(field))
  return {
    context,
    ...(advertisers.length > 0 && { advertiser_ids: [...advertisers] }),
    dimensions: [...dimensions],
    metrics: [...metrics],
    ...(filters.length > 0 && { filters }),
    ...(sort.length > 0 && { sort: [...sort] }),
    date_range: isNarrowed ? { preset: 'custom', ...days } : dates,
    compare: asked.compare,
    ...(currency && { currency_code: currency }),
    ...(areSome(purchases) && purchases),
    chart: { metrics: bars === line ? [bars] : [bars, line], ...(granularity && { granularity }) },
  }
}

/** Request for the rows. A drilled time row is compared with its position in the previous period of the whole report. */
export function rowsQuestion(asked: Asked, by: AskedBy): ReportQuestion {
  const question = { ...savedQuestionOf(narrowedBy(asked, by), by), date_range: asked.dates }
  const whole = reportQuestionOf({ member_group_id: by.clientId, question }, by.today)
  const [days, length] = [daysOfAsked(asked, by.today), daysIn(whole)]
  const isPart = whole.compare === 'previous_period' && daysIn(days) < length
  return { ...whole, ...days, ...(isPart && { compare_back: length }) }
}

/** The comparison period. */
export function beforeOfAsked(asked: Asked, by: AskedBy): Days | undefined {
  const question = rowsQuestion(asked, by)
  return comparedDays(question, question.compare, question.compare_back)
}

/** Request for the totals; undefined with a metric filter, because such a filter applies to rows only. */
export function wholeQuestion(asked: Asked, by: AskedBy, metrics: readonly string[]): TotalQuestion | undefined {
  if (asked.filters.some(isOnRows)) return undefined
  const { dimensions: _, sort: __, pagination: ___, ...whole } = rowsQuestion(asked, by)
  return { ...whole, metrics: [...metrics] }
}

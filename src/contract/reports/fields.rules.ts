import { is } from 'superstruct'
import { addDays, type Days, detailDays } from '../dates/date-ranges.ts'
import { dimensionOf } from './dimensions.ts'
import { IsoDay } from '../ids.ts'
import type { Filter, FilterValue } from '../list.ts'
import { metricOf } from './metrics.ts'
import { type PurchaseFilter, hasPurchaseFilter, isFinerThanPurchases } from './purchases.rules.ts'
import type { RuleResult } from '../reply.ts'
import type { ReportContext } from './contexts.ts'
import { maxReportFields, operationsOf, outsideContext, showsMetric } from './fields.ts'

/** The report to which a field would be added. */
export interface FieldConstraints {
  readonly context: ReportContext
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  /** The fields of its filters. */
  readonly filtered: readonly string[]
  readonly days: Days
  /** The comparison period. */
  readonly before: Days | undefined
  readonly today: string
  /** The purchases that count; undefined means all. */
  readonly purchases?: PurchaseFilter
}

/** Whether a dimension is about entities. */
export const isEntity = (id: string) => id.startsWith('entity_')

/** The fields of a report that decide whether it can be hourly. */
export type HourlyConstraints = Pick<FieldConstraints, 'dimensions' | 'filtered' | 'days' | 'before' | 'today'>

/** Hourly data is stored for `detailDays.hourly` days, and by ad group only. */
export function hourlyRule({ dimensions, filtered, days, before, today }: HourlyConstraints): RuleResult {
  if ([...dimensions, ...filtered].some(isEntity)) return { code: 'hours_by_ad_group' }
  const since = addDays(today, -detailDays.hourly)
  const first = before && before.start_date < days.start_date ? before.start_date : days.start_date
  return first >= since || { code: 'hours_gone', since }
}

/** Whether a report can be grouped by a dimension; the reason if not. */
export function dimensionRule(id: string, constraints: FieldConstraints): RuleResult {
  const outside = outsideContext(id, constraints.context)
  if (outside) return { code: outside }
  if (hasPurchaseFilter(constraints.purchases ?? {}) && isFinerThanPurchases(id)) return { code: 'purchases_by_ad_group' }
  if (id === 'hour') return hourlyRule(constraints)
  if (isEntity(id) && constraints.dimensions.includes('hour')) return { code: 'hours_by_ad_group' }
  const others = constraints.dimensions.filter((one) => one !== id)
  return others.length < maxReportFields.dimensions || { code: 'dimensions_most', most: maxReportFields.dimensions }
}

/** Whether a report can show a metric; the reason if not. */
export function metricRule(id: string, { context, metrics }: FieldConstraints): RuleResult {
  if (!showsMetric(id, context)) return { code: 'not_simple' }
  const others = metrics.filter((one) => one !== id)
  return others.length < maxReportFields.metrics || { code: 'metrics_most', most: maxReportFields.metrics }
}

/** The number of a filter as a decimal; undefined if it is not a number. */
export function decimalText(value: FilterValue): string | undefined {
  const text = typeof value === 'number' && Math.abs(value) < 1e-6 ? value.toFixed(12) : String(value)
  return /^-?\d{1,15}(\.\d{1,17})?$/.test(text) ? text : undefined
}
/** The highest possible id. */
const idMost = 2_147_483_647

/** Whether a value is valid in a filter on a field. */
export function filterValueRule(field: string, value: FilterValue): RuleResult {
  if (metricOf(field)) return decimalText(value) !== undefined || { code: 'number' }
  const dimension = dimensionOf(field)
  if (dimension?.type === 'Integer') return (Number.isInteger(value) && Math.abs(Number(value)) <= idMost) || { code: 'id' }
  if (dimension?.type === 'Date') return is(value, IsoDay) || { code: 'day' }
  if (dimension?.acceptedValues) return dimension.acceptedValues.includes(String(value)) || { code: 'choice' }
  return (typeof value === 'string' && value.trim() !== '') || { code: 'required' }
}

const valuesIn = (filter: Filter): readonly FilterValue[] => (filter.operation === 'IS NULL' ? [] : [filter.value].flat())

/** Whether a filter is valid: its field supports the operation, and each value fits the field. */
export function filterRule(filter: Filter): RuleResult {
  const { field, operation } = filter
  if (!operationsOf(field).includes(operation)) return { code: 'operation' }
  const values = valuesIn(filter)
  if (operation !== 'IS NULL' && values.length === 0) return { code: 'required' }
  const failed = operation === 'ILIKE' ? [] : values.map((value) => filterValueRule(field, value)).filter((result) => result !== true)
  if (failed[0]) return failed[0]
  if (operation === 'ILIKE') return String(values[0]).trim() !== '' || { code: 'required' }
  const [from, to] = values
  const isInOrder = isDayFilter(filter) ? String(from) <= String(to) : Number(from) <= Number(to)
  return operation !== 'BETWEEN' || isInOrder || { code: 'backwards' }
}

/**
 * Whether a filter is on the day. It narrows the days of the report, also those of its comparison. The builder and saved reports have a date
 * range instead.
 */
export const isDayFilter = ({ field }: Pick<Filter, 'field'>) => field === 'day'

/** Whether a filter is on a metric. It then removes rows, so the report has no totals. */
export const isMetricFilter = ({ field }: Pick<Filter, 'field'>) => metricOf(field) !== undefined

/** The fields that a report uses. */
interface Named {
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  readonly filters: readonly Filter[]
}

/** Whether a context has a field. */
export const contextHasField = (field: string, context: ReportContext) =>
  metricOf(field) ? showsMetric(field, context) : outsideContext(field, context) === undefined

/** The fields that a report uses but its context does not have, without duplicates. */
export function fieldsOutsideContext({ dimensions, metrics, filters }: Named, context: ReportContext): readonly string[] {
  const all = [...dimensions, ...metrics, ...filters.map(({ field }) => field)]
  return [...new Set(all)].filter((field) => !contextHasField(field, context))
}

import { operationsOf, outsideContext, showsMetric } from '../../../src/contract/reports/fields.ts'
import type { TotalRequest } from '../../../src/contract/reports/trends.ts'
import type { ReportRequest } from '../../../src/contract/reports/reports.ts'
import { refuseField } from '../context/refusal.ts'
import { dimensionOf } from '../../../src/contract/reports/dimensions.ts'
import type { Filter } from '../../../src/contract/list.ts'
import { metricOf } from '../../../src/contract/reports/metrics.ts'
import { filterRule, filterValueRule, hourlyRule, type HourlyConstraints } from '../../../src/contract/reports/fields.rules.ts'
import { valuesOf } from '../sql/pieces.ts'
import type { Days } from '../../../src/contract/dates/date-ranges.ts'
import { isFinerThanPurchases, purchaseFilterRule, type PurchaseConstraints } from '../../../src/contract/reports/purchases.rules.ts'

type FieldsRequest = Pick<TotalRequest, 'context' | 'metrics' | 'filters'> & Partial<Pick<ReportRequest, 'dimensions'>>

const contextSentences = {
  below_context: 'Not available in this report context',
  one_channel: 'This context has one channel only',
} as const

/** Throws for fields that the report's context does not have. Without a context every field is allowed. */
export function requireFieldsOfContext({ context, dimensions = [], metrics, filters = [] }: FieldsRequest) {
  if (!context) return
  const dimensionPaths = dimensions.map((id, index) => [id, `dimensions.${index}`] as const)
  const filterPaths = filters.map(({ field }, index) => [field, `filters.${index}.field`] as const)
  for (const [id, path] of [...dimensionPaths, ...filterPaths]) {
    const problem = outsideContext(id, context)
    if (problem) throw refuseField(path, contextSentences[problem])
  }
  const metricPaths = metrics.map((id, index) => [id, `metrics.${index}`] as const)
  for (const [id, path] of [...metricPaths, ...filterPaths])
    if (!showsMetric(id, context)) throw refuseField(path, 'Not available in a simple report')
}

const filterSentences: Readonly<Record<string, string>> = {
  number: 'Expected a number',
  id: 'Expected an id',
  day: 'Expected a date as YYYY-MM-DD',
  required: 'Expected text',
  backwards: 'The second value must be greater than the first',
}

/** Throws for a filter that its field does not support, with the path of the wrong part. */
export function requireSupportedFilter(filter: Filter, path: string) {
  const allowed = operationsOf(filter.field)
  if (allowed.length === 0) throw refuseField(`${path}.field`, 'Reports can’t be filtered by this field')
  const result = filterRule(filter)
  if (result === true) return
  if (result.code === 'operation')
    throw refuseField(`${path}.operation`, `This filter is not available for this field. Expected one of ${allowed.join(', ')}`)
  const failed = valuesOf(filter, path).find(([value]) => filterValueRule(filter.field, value) !== true)
  const accepted = dimensionOf(filter.field)?.acceptedValues ?? []
  throw refuseField(failed?.[1] ?? `${path}.value`, filterSentences[result.code] ?? `Expected one of ${accepted.join(', ')}`)
}

type FieldsOfReport = Pick<HourlyConstraints, 'dimensions' | 'filtered'>
/** The part of a report's scope that decides which hours it can have. */
type HourlyScope = Omit<HourlyConstraints, keyof FieldsOfReport> & { readonly days: Days }

/** Path of the period that starts before `since`: the report's own, or the compared one. */
const pathOfEarlyPeriod = ({ start_date }: Days, since: unknown, path: string) => (start_date < String(since) ? path : 'compare')

/** Throws for hours that are not stored. `paths` gives the request paths for the error. */
export function requireStoredHours(
  scope: HourlyScope,
  fields: FieldsOfReport,
  paths: { readonly whole: string; readonly byEntity: string },
) {
  const result = hourlyRule({ ...scope, ...fields })
  if (result === true) return
  if (result.code === 'hours_by_ad_group') throw refuseField(paths.byEntity, 'Hourly data is available by ad group, not by entity')
  throw refuseField(pathOfEarlyPeriod(scope.days, result.since, paths.whole), `Hourly data is available from ${result.since}`)
}

/** Throws for sales filters (customers, order size) on days or dimensions without this detail. */
export function requireStoredPurchases(constraints: PurchaseConstraints) {
  const result = purchaseFilterRule(constraints)
  if (result === true) return
  if (result.code === 'purchases_gone')
    throw refuseField(pathOfEarlyPeriod(constraints.days, result.since, 'start_date'), `Sales filters are available from ${result.since}`)
  const dimensionIndex = constraints.dimensions.findIndex(isFinerThanPurchases)
  const filterIndex = constraints.filtered.findIndex(isFinerThanPurchases)
  const path = dimensionIndex >= 0 ? `dimensions.${dimensionIndex}` : `filters.${filterIndex}.field`
  throw refuseField(path, 'Sales filters work by day and ad group only')
}

type RowsRequest = Pick<ReportRequest, 'dimensions' | 'filters' | 'sort'>

/** Checks dimensions and sort, and that hourly data is stored for the days. */
export function requireValidReport({ dimensions, filters = [], sort = [] }: RowsRequest, scope: HourlyScope) {
  dimensions.forEach((id, index) => {
    if (!dimensionOf(id)) throw refuseField(`dimensions.${index}`, 'Unknown dimension')
    if (dimensions.indexOf(id) !== index) throw refuseField(`dimensions.${index}`, 'This dimension is already in the report')
  })
  const unknownIndex = sort.findIndex(({ field }) => !metricOf(field) && !(dimensions as readonly string[]).includes(field)) // field: any string
  if (unknownIndex >= 0) throw refuseField(`sort.${unknownIndex}.field`, 'This field is not part of the report')
  if (!dimensions.includes('hour')) return
  const path = `dimensions.${dimensions.indexOf('hour')}`
  requireStoredHours(scope, { dimensions, filtered: filters.map(({ field }) => field) }, { whole: path, byEntity: path })
}

import type { Days } from '../../../src/contract/dates/date-ranges.ts'
import { isFinerThanPurchases, type PurchaseConstraints, purchaseFilterRule } from '../../../src/contract/reports/purchases.rules.ts'
import { type HourlyConstraints, hourlyRule } from '../../../src/contract/reports/fields.rules.ts'
import { refuseField } from '../context/refusal.ts'

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

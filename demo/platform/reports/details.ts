import type { Days } from '../../../src/contract/dates/date-ranges.ts'
import { isFinerThanPurchases, type PurchaseConstraints, checkPurchaseFilter } from '../../../src/contract/reports/purchases.rules.ts'
import { type HourlyConstraints, checkHourly } from '../../../src/contract/reports/fields.rules.ts'
import { refuseField } from '../context/refusal.ts'

type FieldsOfReport = Pick<HourlyConstraints, 'dimensions' | 'filtered'>
/** The part of a report's scope that decides which hours it can have. */
type HourlyScope = Omit<HourlyConstraints, keyof FieldsOfReport> & { readonly days: Days }

/** Path of the period that starts before `since`: the report's own, or the compared one. */
const earlyAt = ({ start_date }: Days, since: unknown, path: string) => (start_date < String(since) ? path : 'compare')

/** Refuses hours that are not stored. `at` gives the request paths for the error. */
export function refuseHours(scope: HourlyScope, fields: FieldsOfReport, at: { readonly whole: string; readonly byEntity: string }) {
  const answer = checkHourly({ ...scope, ...fields })
  if (answer === true) return
  if (answer.code === 'hours_by_ad_group') throw refuseField(at.byEntity, 'Hourly data is available by ad group, not by entity')
  throw refuseField(earlyAt(scope.days, answer.since, at.whole), `Hourly data is available from ${answer.since}`)
}

/** Refuses sales filters (customers, order size) for days or dimensions without this detail. */
export function refusePurchases(ground: PurchaseConstraints) {
  const answer = checkPurchaseFilter(ground)
  if (answer === true) return
  if (answer.code === 'purchases_gone')
    throw refuseField(earlyAt(ground.days, answer.since, 'start_date'), `Sales are told apart by who bought since ${answer.since}`)
  const split = ground.dimensions.findIndex(isFinerThanPurchases)
  const filtered = ground.filtered.findIndex(isFinerThanPurchases)
  const path = split >= 0 ? `dimensions.${split}` : `filters.${filtered}.field`
  throw refuseField(path, 'Sales filters work by day and ad group only')
}

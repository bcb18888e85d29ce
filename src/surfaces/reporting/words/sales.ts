import type { I18n } from '@lingui/core'
import { orderValues } from '../../../contract/reports/purchases.ts'
import { hasPurchaseFilter } from '../../../contract/reports/purchases.rules.ts'
import { historyLabels, orderValueLabels } from '../../../parts/campaigns/attribution-text.ts'
import type { ReportQuery } from '../query/query.ts'
import { toPurchaseFilter } from '../query/request.ts'

/** Describes the customer and order-size limits; undefined when all sales count. */
export function salesText(reportQuery: Pick<ReportQuery, 'history' | 'orders'>, i18n: I18n): string | undefined {
  if (!hasPurchaseFilter(toPurchaseFilter(reportQuery))) return undefined
  const { history, orders } = reportQuery
  return [
    ...(history === 'all' ? [] : [i18n._(historyLabels[history])]),
    ...(orders.length === orderValues.length ? [] : orders.map((item) => i18n._(orderValueLabels[item]))),
  ].join(', ')
}

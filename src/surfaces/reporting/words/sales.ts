import type { I18n } from '@lingui/core'
import { orderValues } from '../../../contract/reports/purchases.ts'
import { areSome } from '../../../contract/reports/purchases.rules.ts'
import { historyWords, valueWords } from '../../../parts/campaigns/attribution-words.ts'
import type { Asked } from '../query/query.ts'
import { purchasesOf } from '../query/request.ts'

/** Describes the customer and order-size limits; undefined when all sales count. */
export function salesText(asked: Pick<Asked, 'history' | 'orders'>, i18n: I18n): string | undefined {
  if (!areSome(purchasesOf(asked))) return undefined
  const { history, orders } = asked
  return [
    ...(history === 'all' ? [] : [i18n._(historyWords[history])]),
    ...(orders.length === orderValues.length ? [] : orders.map((one) => i18n._(valueWords[one]))),
  ].join(', ')
}

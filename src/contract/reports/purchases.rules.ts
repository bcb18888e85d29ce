import { addDays, type Days } from '../dates/date-ranges.ts'
import type { RuleResult } from '../reply.ts'

/** Filters on purchases: by customer history and by order size. */
export const userHistories = ['all', 'new customers'] as const
export type UserHistory = (typeof userHistories)[number]
export const orderValues = ['large', 'medium', 'small'] as const
export type OrderValue = (typeof orderValues)[number]

/** Average order value by size, relative to small orders. */
export const orderSizes: Readonly<Record<OrderValue, number>> = { large: 4, medium: 2, small: 1 }

/** The purchases that a report counts. */
export interface PurchaseFilter {
  readonly user_history?: UserHistory | undefined
  readonly order_values?: readonly OrderValue[] | undefined
}

/** Purchases are stored by customer history and order size for this many days, by ad group. */
export const purchaseDays = 60
/** The metrics that depend on the purchase filter; all others stay the same. */
export const purchaseColumns = ['', 'exposed_', 'halo_'].flatMap((kind) => [`${kind}revenue`, `${kind}transactions`, `${kind}units`])

/** Whether a report filters purchases. */
export const hasPurchaseFilter = ({ user_history = 'all', order_values = orderValues }: PurchaseFilter) =>
  user_history !== 'all' || orderValues.some((one) => !order_values.includes(one))

/** Purchases with customer history and order size are stored by day and ad group, so they have no finer dimensions. */
export const isFinerThanPurchases = (field: string) => field === 'hour' || field.startsWith('entity_')

/** The first day for which purchases can be filtered. */
export const purchasesSince = (today: string) => addDays(today, -purchaseDays)

/** The fields of a report that decide whether its purchases can be filtered. */
export interface PurchaseConstraints {
  readonly dimensions: readonly string[]
  /** The fields of its filters. */
  readonly filtered: readonly string[]
  readonly days: Days
  /** The comparison period. */
  readonly before: Days | undefined
  readonly today: string
}

/** Whether a report can filter purchases; the reason if not. */
export function purchaseFilterRule({ dimensions, filtered, days, before, today }: PurchaseConstraints): RuleResult {
  if ([...dimensions, ...filtered].some(isFinerThanPurchases)) return { code: 'purchases_by_ad_group' }
  const since = purchasesSince(today)
  const first = before && before.start_date < days.start_date ? before.start_date : days.start_date
  return first >= since || { code: 'purchases_gone', since }
}

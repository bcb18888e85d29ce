import { addDays, type Days } from '../dates/date-ranges.ts'
import { orderValues, type PurchasesAsked } from './purchases.ts'
import type { RuleAnswer } from '../reply.ts'

/** Sales are told apart by who bought and how much for so many days, by ad group. */
export const purchaseDays = 60
/** What is counted of sales; the rest of a report is the same whoever bought. */
export const saleColumns = ['', 'exposed_', 'halo_'].flatMap((kind) => [`${kind}revenue`, `${kind}transactions`, `${kind}units`])

/** Whether a report counts some sales and not others. */
export const areSome = ({ user_history = 'all', order_values = orderValues }: PurchasesAsked) =>
  user_history !== 'all' || orderValues.some((one) => !order_values.includes(one))

/** What is kept no finer than by day and ad group cannot be told of this. */
export const isFinerThanPurchases = (field: string) => field === 'hour' || field.startsWith('entity_')

/** The first day of which it is known who bought. */
export const purchasesSince = (today: string) => addDays(today, -purchaseDays)

/** The report that would count some sales and not others. */
export interface PurchasesGround {
  readonly dimensions: readonly string[]
  /** The fields of its conditions. */
  readonly filtered: readonly string[]
  readonly days: Days
  /** The days that it is compared with. */
  readonly before: Days | undefined
  readonly today: string
}

/** Whether a report can count some sales and not others, or why not. */
export function purchasesFit({ dimensions, filtered, days, before, today }: PurchasesGround): RuleAnswer {
  if ([...dimensions, ...filtered].some(isFinerThanPurchases)) return { code: 'purchases_by_ad_group' }
  const since = purchasesSince(today)
  const first = before && before.start_date < days.start_date ? before.start_date : days.start_date
  return first >= since || { code: 'purchases_gone', since }
}

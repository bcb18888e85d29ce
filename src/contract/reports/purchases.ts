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

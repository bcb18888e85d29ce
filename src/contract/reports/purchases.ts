/** Whose buying counts, and how large an order has to be. */
export const userHistories = ['all', 'new customers'] as const
export type UserHistory = (typeof userHistories)[number]
export const orderValues = ['large', 'medium', 'small'] as const
export type OrderValue = (typeof orderValues)[number]

/** How large orders of a size are on average, beside small ones. */
export const orderSizes: Readonly<Record<OrderValue, number>> = { large: 4, medium: 2, small: 1 }

/** Which sales a report counts. */
export interface PurchasesAsked {
  readonly user_history?: UserHistory | undefined
  readonly order_values?: readonly OrderValue[] | undefined
}

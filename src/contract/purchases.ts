/** Whose buying counts, and how large an order has to be. */
export const userHistories = ['all', 'new customers'] as const
export type UserHistory = (typeof userHistories)[number]
export const orderValues = ['large', 'medium', 'small'] as const
export type OrderValue = (typeof orderValues)[number]

/** Sales are told apart by who bought and how much for so many days, by ad group. */
export const purchaseDays = 60
/** What is counted of sales; the rest of a report is the same whoever bought. */
export const saleColumns = ['', 'exposed_', 'halo_'].flatMap((kind) => [`${kind}revenue`, `${kind}transactions`, `${kind}units`])

/** Which sales a report counts. */
export interface PurchasesAsked {
  readonly user_history?: UserHistory | undefined
  readonly order_values?: readonly OrderValue[] | undefined
}

/** Whether a report counts some sales and not others. */
export const areSome = ({ user_history = 'all', order_values = orderValues }: PurchasesAsked) =>
  user_history !== 'all' || orderValues.some((one) => !order_values.includes(one))

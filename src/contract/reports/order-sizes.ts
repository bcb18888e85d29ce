import type { OrderValue } from './purchases.ts'

/** How large orders of a size are on average, beside small ones. */
export const orderSizes: Readonly<Record<OrderValue, number>> = { large: 4, medium: 2, small: 1 }

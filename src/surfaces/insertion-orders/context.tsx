import type declaration from '../../../elements/ad-insertion-orders.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'
import { insertionOrders, type InsertionOrder } from '../../contract/insertion-orders/insertion-orders.ts'
import { invoices } from '../../contract/invoices/invoices.ts'
import { createResource, useResource } from '../../parts/resource/resource.tsx'

export type OrdersProps = SurfaceProps<typeof declaration>

const current = createResource<Pick<OrdersProps, 'emit' | 'noAdvertiserChoice' | 'noLedger'>>('OrdersProvider')

/** Gives all screens access to the element's props and events. */
export const OrdersProvider = current.Context.Provider

/** Props and events of the surrounding ad-insertion-orders element. */
export const useOrders = () => useResource(current)

const currentOrder = createResource<InsertionOrder>('OrderGate')

/** Provides the order of a screen. */
export const OrderProvider = currentOrder.Context.Provider

/** The order of the surrounding OrderGate. */
export const useOrder = (): InsertionOrder => useResource(currentOrder)

/** The responses that a write to an order changes. Invoices show the purchase order numbers of their orders. */
export const orderData: readonly object[] = [insertionOrders, invoices]

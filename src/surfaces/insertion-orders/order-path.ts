import type { InsertionOrder, OrderVersion } from '../../contract/insertion-orders/insertion-orders.ts'

type OrderIds = Pick<InsertionOrder, 'member_group_id' | 'insertion_order_id'>

/** Path parameters of every request of an order. */
export const pathOf = ({ member_group_id, insertion_order_id }: OrderIds) => ({
  memberGroupId: member_group_id,
  insertionOrderId: insertion_order_id,
})

/** The version that is approved next: the proposed one, or the first one of an order that is not in force yet. */
export const waitingVersion = ({ proposed, current }: Pick<InsertionOrder, 'proposed' | 'current'>): OrderVersion => proposed ?? current

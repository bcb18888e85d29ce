import type { OrderSide } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import type { Context } from '../context/context.ts'
import { enqueue } from '../sql/queue.ts'
import type { OrderKey } from './read.ts'

/** A decision that is mailed: to the side whose approval is needed, or to the author of the order or version. */
export interface OrderNews {
  readonly member_group_id: number
  readonly insertion_order_id: number
  readonly version_id: number
  readonly event: 'submitted' | 'approved' | 'closed'
  /** The user who decided, who gets no mail, and their side. */
  readonly by: number
  readonly side: OrderSide
}

/** Enqueues the mails about a decision in its transaction. */
export const announce = (
  { database, now }: Context,
  { member_group_id, insertion_order_id }: OrderKey,
  news: Omit<OrderNews, keyof OrderKey>,
) => enqueue(database.kysely, { kind: 'order-news', payload: { member_group_id, insertion_order_id, ...news }, runAt: now() })

import type { OrderSide } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import type { Writer } from '../changes/record.ts'
import { enqueue } from '../sql/queue.ts'
import type { OrderKey } from './read.ts'

/** A decision that is mailed: to the side whose approval is needed, or to the author of the order or version. */
interface OrderDecision {
  readonly event: 'submitted' | 'approved' | 'closed'
  /** The user who decided, who gets no mail, and their side. */
  readonly by: number
  readonly side: OrderSide
}

/** The end of an order that drops the version that waited for approval. */
export interface OrderEnd {
  readonly event: 'ended'
  /** Its days are over, or its total is spent. */
  readonly cause: 'days' | 'total'
  /** The version as it was; it is no longer stored. */
  readonly dropped: {
    readonly version_id: number
    readonly total: string
    readonly currency_code: string
    readonly end_date: string
    readonly author_id: number | null
    readonly hash: string
  }
}

export type OrderNews = OrderKey & { readonly version_id: number } & (OrderDecision | OrderEnd)

/** Enqueues the mails about a decision in its transaction. */
export const announce = (
  { database, now }: Pick<Writer, 'database' | 'now'>,
  { member_group_id, insertion_order_id }: OrderKey,
  news: { readonly version_id: number } & (OrderDecision | OrderEnd),
) => enqueue(database.kysely, { kind: 'order-news', payload: { member_group_id, insertion_order_id, ...news }, runAt: now() })

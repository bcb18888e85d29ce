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

type Announced = { readonly version_id: number } & (OrderDecision | OrderEnd)

/** The version as the decision left it, because it may have changed when the mails are written. */
interface AnnouncedVersion {
  readonly hash: string
  readonly is_in_force: boolean
}

export type OrderNews = OrderKey & Announced & AnnouncedVersion

/** Enqueues the mails about a decision in its transaction, after its writes. */
export async function announce(
  { database: { kysely }, now }: Pick<Writer, 'database' | 'now'>,
  { member_group_id, insertion_order_id }: OrderKey,
  news: Announced,
) {
  const { hash, approved_at } = await kysely
    .selectFrom('insertion_order_versions')
    .select(['hash', 'approved_at'])
    .where('member_group_id', '=', member_group_id)
    .where('insertion_order_id', '=', insertion_order_id)
    .where('version_id', '=', news.version_id)
    .executeTakeFirstOrThrow()
  const payload: OrderNews = { member_group_id, insertion_order_id, ...news, hash, is_in_force: approved_at !== null }
  await enqueue(kysely, { kind: 'order-news', payload, runAt: now() })
}

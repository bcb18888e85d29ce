import type { Writer } from '../changes/record.ts'
import { enqueue } from '../sql/queue.ts'
import { tenant } from '../sql/tenant.ts'

/** What happened to a spend order, for which a job finds the recipients. */
export interface SpendOrderNews {
  readonly member_group_id: number
  readonly pending_spend_order_id: number
  readonly event: 'asked' | 'approved' | 'closed'
  /** Null for a partner without a user. */
  readonly by: number | null
}

/** Enqueues the mails about a spend order in the transaction of its change. */
export async function announceSpendOrder(writer: Writer, pending_spend_order_id: number, event: SpendOrderNews['event']) {
  const news: SpendOrderNews = {
    member_group_id: tenant(writer),
    pending_spend_order_id,
    event,
    by: writer.caller?.person?.user_id ?? null,
  }
  await enqueue(writer.database.kysely, { kind: 'spend-order-news', payload: news, runAt: writer.now() })
}

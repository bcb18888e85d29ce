import type { AdvertiserKey } from '../advertisers/key.ts'
import { enqueue, type JobContext } from '../sql/queue.ts'

/** What a mail says about the funds of an advertiser. */
export type FundsNews = AdvertiserKey & { readonly advertiser: string } & (OverdueNews | SpendOrderMail | CardNews)

interface OverdueNews {
  readonly event: 'invoice_overdue'
  readonly invoice_id: number
  readonly number: string
  readonly unpaid: string
  readonly currency_code: string
  readonly due_on: string
}

interface SpendOrderMail {
  readonly event: 'spend_order_asked' | 'spend_order_approved' | 'spend_order_closed'
  readonly campaign: string
  readonly over: string
  readonly currency_code: string
  /** The user who asked or decided; empty for a partner. */
  readonly by: string
}

/** The card of the auto-rebill. */
interface CardNews {
  readonly event: 'card_expires'
  readonly brand: string
  readonly last_four: string
  /** Its last day. */
  readonly expires_on: string
}

/** The page of the funds to which a mail links. */
export function fundsPage(news: FundsNews): string {
  if (news.event === 'invoice_overdue') return `invoices/${news.invoice_id}`
  return news.event === 'card_expires' ? 'auto-rebill' : 'spend-limits'
}

/** Enqueues one mail for each recipient. */
export async function mailFundsNews({ database, now }: JobContext, news: FundsNews, userIds: readonly number[], occasion: string) {
  for (const user_id of userIds)
    await enqueue(database.kysely, {
      kind: 'funds-news-letter',
      payload: { user_id, mail: news },
      runAt: now(),
      uniqueKey: `${occasion} ${user_id}`,
    })
}

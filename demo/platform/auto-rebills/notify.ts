import type { Kysely } from 'kysely'
import type { RebillObstacle } from '../../../src/contract/auto-rebills/auto-rebills.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import { enqueue } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'

/** Events of an auto-rebill that are mailed. */
type RebillEvent = 'switched_off' | RebillObstacle

/** An event of an auto-rebill, for which a job finds the recipients. */
export interface RebillNews extends AdvertiserKey {
  readonly event: RebillEvent
  readonly at: string
}

/** What a mail says about an auto-rebill. */
export interface RebillMail extends AdvertiserKey {
  readonly event: RebillEvent
  readonly advertiser: string
  readonly available: string
  readonly currency_code: string
}

/** Enqueues the mails about an event in its transaction. */
export async function announceRebill(
  kysely: Kysely<Tables>,
  { member_group_id, advertiser_id }: AdvertiserKey,
  event: RebillEvent,
  now: Date,
) {
  const payload: RebillNews = { member_group_id, advertiser_id, event, at: now.toISOString() }
  await enqueue(kysely, { kind: 'rebill-news', payload, runAt: now })
}

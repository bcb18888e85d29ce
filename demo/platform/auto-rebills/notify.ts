import { sql, type Kysely } from 'kysely'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { mayHaveSql, usersWithAccess } from '../mail/mailed-users.ts'
import { enqueue } from '../sql/queue.ts'
import type { Account } from '../money/ledger.ts'
import type { Tables } from '../tables/index.ts'

export type RebillNews = 'switched_off' | 'month_used_up' | 'below_minimum'

/** What a mail says about an auto-rebill. */
export interface RebillMail extends Account {
  readonly news: RebillNews
  readonly advertiser: string
  readonly available: string
  readonly currency_code: string
}

/** Enqueues a mail for the users of the advertiser who may read its auto-rebill. Returns their ids. Internal staff gets no mail. */
export async function notifyOfRebill(kysely: Kysely<Tables>, account: Account, news: RebillNews, now: Date): Promise<number[]> {
  const { member_group_id, advertiser_id } = account
  const advertiser = await kysely
    .selectFrom('advertisers as a')
    .leftJoin('advertiser_balances as b', (join) =>
      join.onRef('b.member_group_id', '=', 'a.member_group_id').onRef('b.advertiser_id', '=', 'a.advertiser_id'),
    )
    .select(['a.name', 'a.advertiser_group_id', 'a.currency_code'])
    .select(sql<string>`coalesce(b.balance, 0)::text`.as('balance'))
    .where('a.member_group_id', '=', member_group_id)
    .where('a.advertiser_id', '=', advertiser_id)
    .executeTakeFirstOrThrow()
  const groups = advertiser.advertiser_group_id === null ? [] : [advertiser.advertiser_group_id]
  const users = await usersWithAccess(kysely, { memberGroupId: member_group_id, advertisers: [advertiser_id], groups })
    .where(mayHaveSql('auto_rebills.read'))
    .execute()
  const ids = users.flatMap(({ user_id, off }) => (off.includes('funds') ? [] : [user_id]))
  const mail: RebillMail = {
    member_group_id,
    advertiser_id,
    news,
    advertiser: advertiser.name,
    available: decimalOf(BigInt(advertiser.balance)),
    currency_code: advertiser.currency_code,
  }
  for (const user_id of ids) await enqueue(kysely, { kind: 'rebill-letter', payload: { user_id, mail }, runAt: now })
  return ids
}

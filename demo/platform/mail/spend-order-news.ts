import { type Kysely, sql } from 'kysely'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import { userName } from '../changes/read.ts'
import type { Database } from '../database/database.ts'
import type { SpendOrderNews } from '../spend-limits/news.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import type { JobContext, JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'
import { mailFundsNews } from './funds-news.ts'
import { fundsRecipients } from './funds-recipients.ts'

const orderOf = (kysely: Kysely<Tables>, { member_group_id, pending_spend_order_id, by }: SpendOrderNews) =>
  kysely
    .selectFrom('pending_spend_orders as o')
    .innerJoin('advertisers as a', sameAdvertiser('a', 'o'))
    .leftJoin('campaigns as c', (join) =>
      join.onRef('c.member_group_id', '=', 'o.member_group_id').onRef('c.campaign_id', '=', 'o.campaign_id'),
    )
    .select(['o.member_group_id', 'o.advertiser_id', 'o.status_id', 'o.asked_by', 'a.name as advertiser', 'a.currency_code'])
    .select(['c.name as campaign', sql<string>`o."over"::text`.as('over')])
    .select(({ selectFrom }) =>
      selectFrom('users as u')
        .select(userName.as('name'))
        .where('u.user_id', '=', by ?? 0)
        .as('by'),
    )
    .where('o.member_group_id', '=', member_group_id)
    .where('o.pending_spend_order_id', '=', pending_spend_order_id)
    .executeTakeFirst()
type Order = NonNullable<Awaited<ReturnType<typeof orderOf>>>

/** Users who can approve a pending order; for a decided one the user who asked. */
async function recipientsOf(database: Database, { event, by }: SpendOrderNews, order: Order): Promise<number[]> {
  if (event === 'asked')
    return order.status_id === orderStatusIds.pending ? await fundsRecipients(database, order, 'spend_limits.approve') : []
  const readers = order.asked_by === by ? [] : await fundsRecipients(database, order, 'spend_limits.read')
  return readers.filter((user_id) => user_id === order.asked_by)
}

async function mailNews(context: JobContext, news: SpendOrderNews) {
  const order = await orderOf(context.database.kysely, news)
  if (!order) return
  const { member_group_id, advertiser_id, advertiser, currency_code, campaign, over, by } = order
  const recipients = await recipientsOf(context.database, news, order)
  await mailFundsNews(
    context,
    {
      member_group_id,
      advertiser_id,
      advertiser,
      event: `spend_order_${news.event}`,
      campaign: campaign ?? '',
      over: decimalOf(BigInt(over)),
      currency_code,
      by: by ?? '',
    },
    recipients.filter((user_id) => user_id !== news.by),
    `spend order ${news.pending_spend_order_id} ${news.event}`,
  )
}

/** Finds who gets a mail about a spend order. */
export const spendOrderNewsJob: JobKind = {
  run: (payload, context) =>
    context.database.kysely.transaction().execute((kysely) => {
      const news = payload as unknown as SpendOrderNews // only changes of spend orders enqueue this kind
      return mailNews({ ...context, database: { ...context.database, kysely } }, news)
    }),
}

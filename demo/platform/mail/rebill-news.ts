import { type Kysely, sql } from 'kysely'
import { decimalOf } from '../../../src/contract/money/money.ts'
import type { RebillMail, RebillNews } from '../auto-rebills/notify.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import { enqueue, type JobContext, type JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'
import { fundsRecipients } from './funds-recipients.ts'

const advertiserOf = (kysely: Kysely<Tables>, { member_group_id, advertiser_id }: RebillNews) =>
  kysely
    .selectFrom('advertisers as a')
    .leftJoin('advertiser_balances as b', sameAdvertiser('b', 'a'))
    .select(['a.name', 'a.currency_code', sql<string>`coalesce(b.balance, 0)::text`.as('balance')])
    .where('a.member_group_id', '=', member_group_id)
    .where('a.advertiser_id', '=', advertiser_id)
    .executeTakeFirstOrThrow()

/** Enqueues one mail for each recipient. The rule shows who was mailed when it was switched off. */
async function mailNews(context: JobContext, news: RebillNews) {
  const { kysely } = context.database
  const { member_group_id, advertiser_id, event, at } = news
  const { name, currency_code, balance } = await advertiserOf(kysely, news)
  const ids = await fundsRecipients(context.database, news, 'auto_rebills.read')
  const available = decimalOf(BigInt(balance))
  const mail: RebillMail = { member_group_id, advertiser_id, event, advertiser: name, available, currency_code }
  for (const user_id of ids) {
    const uniqueKey = `rebill ${member_group_id} ${advertiser_id} ${event} ${at} ${user_id}`
    await enqueue(kysely, { kind: 'rebill-letter', payload: { user_id, mail }, runAt: context.now(), uniqueKey })
  }
  if (event === 'switched_off')
    await kysely
      .updateTable('auto_rebills')
      .set({ notified: ids })
      .where('member_group_id', '=', member_group_id)
      .where('advertiser_id', '=', advertiser_id)
      .where('is_on', '=', false)
      .execute()
}

/** Finds who gets a mail about an auto-rebill. */
export const rebillNewsJob: JobKind = {
  run: (payload, context) =>
    context.database.kysely.transaction().execute((kysely) => {
      const news = payload as unknown as RebillNews // only the auto-rebill enqueues this kind
      return mailNews({ ...context, database: { ...context.database, kysely } }, news)
    }),
}

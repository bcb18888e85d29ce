import { type Kysely, sql } from 'kysely'
import { expiringDays } from '../../../src/contract/money/funds.rules.ts'
import type { JobContext, JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'
import { mailFundsNews } from './funds-news.ts'
import { fundsRecipients } from './funds-recipients.ts'

/** Marks cards of auto-rebills that are on and that expire soon, and returns them. A new expiry date is another occasion. */
const markExpiring = (kysely: Kysely<Tables>, now: Date) => {
  const lastDay = sql<string>`(make_date(p.exp_year, p.exp_month, 1) + interval '1 month - 1 day')::date`
  const daysLeft = sql<number>`${lastDay} - (${now}::timestamptz at time zone a.time_zone)::date + 1`
  return kysely
    .updateTable('payment_methods as p')
    .from('advertisers as a')
    .set({ expiry_notified_at: now })
    .whereRef('a.member_group_id', '=', 'p.member_group_id')
    .whereRef('a.advertiser_id', '=', 'p.advertiser_id')
    .where('a.deleted_at', 'is', null)
    .where('p.removed_at', 'is', null)
    .where('p.expiry_notified_at', 'is', null)
    .where(sql<boolean>`${daysLeft} between 1 and ${expiringDays}`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('auto_rebills as r')
          .select('r.auto_rebill_id')
          .whereRef('r.member_group_id', '=', 'p.member_group_id')
          .whereRef('r.payment_method_id', '=', 'p.payment_method_id')
          .where('r.is_on', '=', true),
      ),
    )
    .returning(['p.member_group_id', 'p.advertiser_id', 'p.payment_method_id', 'p.brand', 'p.last_four', 'a.name as advertiser'])
    .returning(lastDay.as('expires_on'))
    .execute()
}

const mailExpiring = (context: JobContext) =>
  context.database.kysely.transaction().execute(async (kysely) => {
    const database = { ...context.database, kysely }
    for (const { payment_method_id, ...card } of await markExpiring(kysely, context.now())) {
      const userIds = await fundsRecipients(database, card, 'auto_rebills.read')
      const occasion = `card ${payment_method_id} expires ${card.expires_on}`
      await mailFundsNews({ ...context, database }, { ...card, event: 'card_expires' }, userIds, occasion)
    }
  })

/** Mails 30 days before the card of an auto-rebill expires. */
export const expiringCardsJob: JobKind = { everyMs: 3_600_000, run: (_, context) => mailExpiring(context) }

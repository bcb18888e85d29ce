import { type Kysely, sql } from 'kysely'
import { warnedOverdueDays } from '../../../src/contract/invoices/invoices.rules.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { daysOverdueSql, payableStatuses } from '../invoices/overdue.ts'
import { updateStops } from '../spend-limits/stops.ts'
import type { JobContext, JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'
import { mailFundsNews } from './funds-news.ts'
import { fundsRecipients } from './funds-recipients.ts'

/** Marks invoices that are overdue for a week and were not mailed, and returns them. */
const markOverdue = (kysely: Kysely<Tables>, now: Date) =>
  kysely
    .updateTable('invoices as i')
    .from('advertisers as a')
    .set({ overdue_notified_at: now })
    .whereRef('a.member_group_id', '=', 'i.member_group_id')
    .whereRef('a.advertiser_id', '=', 'i.advertiser_id')
    .where('a.deleted_at', 'is', null)
    .where('i.status', 'in', payableStatuses)
    .where('i.overdue_notified_at', 'is', null)
    .where(daysOverdueSql(now), '>=', warnedOverdueDays)
    .returning(['i.member_group_id', 'i.advertiser_id', 'i.invoice_id', 'i.number', 'i.due_on', 'a.name as advertiser', 'a.currency_code'])
    .returning(sql<string>`(i.amount + i.tax - i.paid)::text`.as('unpaid'))
    .execute()

const mailOverdue = (context: JobContext) =>
  context.database.kysely.transaction().execute(async (kysely) => {
    const database = { ...context.database, kysely }
    for (const { unpaid, ...invoice } of await markOverdue(kysely, context.now())) {
      const news = { ...invoice, event: 'invoice_overdue' as const, unpaid: decimalOf(BigInt(unpaid)) }
      const userIds = await fundsRecipients(database, invoice, 'invoices.read')
      await mailFundsNews({ ...context, database }, news, userIds, `overdue invoice ${invoice.invoice_id}`)
    }
  })

/** Mails about invoices that are overdue for a week, and stops advertisers with one that is overdue for a month. */
export const overdueInvoicesJob: JobKind = {
  everyMs: 3_600_000,
  run: async (_, context) => {
    await updateStops(context.database.kysely, context.now())
    await mailOverdue(context)
  },
}

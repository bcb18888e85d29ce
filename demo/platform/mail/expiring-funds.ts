import { type Kysely, sql } from 'kysely'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { expireLots } from '../money/expirations.ts'
import { enqueue, type JobContext, type JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'
import { fundsRecipients } from './funds-recipients.ts'

/** Mails are sent this many days before the last day. */
const noticeDays = [14, 3] as const

/** What a mail says about a credit that expires. */
export interface ExpiringFunds {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly advertiser: string
  readonly left: string
  readonly currency_code: string
  readonly expires_on: string
}

/** Marks lots for whose next notice it is time, and returns them. A lot that was added late gets only the later notice. */
const markDue = (kysely: Kysely<Tables>, now: Date) => {
  const today = sql<string>`(${now}::timestamptz at time zone a.time_zone)::date`
  const daysLeft = sql<number>`f.expires_on - ${today}`
  const notice = sql<number>`case when ${daysLeft} <= ${noticeDays[1]} then ${noticeDays[1]} else ${noticeDays[0]} end::int`
  return kysely
    .updateTable('funding_lots as f')
    .from('advertisers as a')
    .set({ notified_days: notice })
    .whereRef('a.member_group_id', '=', 'f.member_group_id')
    .whereRef('a.advertiser_id', '=', 'f.advertiser_id')
    .where('a.deleted_at', 'is', null)
    .where('f.is_open', '=', true)
    .where('f.expires_on', 'is not', null)
    .where(sql<boolean>`${daysLeft} between 0 and ${noticeDays[0]}`)
    .where(({ eb, or }) => or([eb('f.notified_days', 'is', null), eb('f.notified_days', '>', notice)]))
    .returning(['f.member_group_id', 'f.advertiser_id', 'f.expires_on', 'a.name as advertiser', 'a.currency_code'])
    .returning(({ cast }) => cast<string>('f.left', 'text').as('left'))
    .execute()
}

/** Mails users of advertisers whose credits expire in 14 or in 3 days. */
const mailExpirations = (context: JobContext) =>
  context.database.kysely.transaction().execute(async (kysely) => {
    const now = context.now()
    for (const { left, expires_on, ...lot } of await markDue(kysely, now)) {
      const mail: ExpiringFunds = { ...lot, left: decimalOf(BigInt(left)), expires_on: String(expires_on) }
      for (const user_id of await fundsRecipients({ ...context.database, kysely }, lot, 'funds.read'))
        await enqueue(kysely, { kind: 'funds-letter', payload: { user_id, mail }, runAt: now })
    }
  })

/** Writes off expired credits, and mails before that. */
export const expirationsJob: JobKind = {
  everyMs: 300_000,
  run: async (_, context) => {
    await expireLots(context.database.kysely, context.now())
    await mailExpirations(context)
  },
}

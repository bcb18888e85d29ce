import { type Kysely, sql } from 'kysely'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { readerForIdentity } from '../access/reader-scope.ts'
import type { RebillMail, RebillNews } from '../auto-rebills/notify.ts'
import { enqueue, type JobContext, type JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'
import { mayHaveSql, usersWithAccess } from './mailed-users.ts'

const reading = 'auto_rebills.read'

const advertiserOf = (kysely: Kysely<Tables>, { member_group_id, advertiser_id }: RebillNews) =>
  kysely
    .selectFrom('advertisers as a')
    .leftJoin('advertiser_balances as b', (join) =>
      join.onRef('b.member_group_id', '=', 'a.member_group_id').onRef('b.advertiser_id', '=', 'a.advertiser_id'),
    )
    .select(['a.name', 'a.advertiser_group_id', 'a.currency_code', sql<string>`coalesce(b.balance, 0)::text`.as('balance')])
    .where('a.member_group_id', '=', member_group_id)
    .where('a.advertiser_id', '=', advertiser_id)
    .executeTakeFirstOrThrow()

/** Users who may read the advertiser's auto-rebill and get mails about funds. Internal staff gets none. */
async function recipientsOf({ database }: JobContext, { member_group_id, advertiser_id }: RebillNews, group: number | null) {
  const places = { memberGroupId: member_group_id, advertisers: [advertiser_id], groups: group === null ? [] : [group] }
  const ids: number[] = []
  for (const { user_id, off } of await usersWithAccess(database.kysely, places).where(mayHaveSql(reading)).execute()) {
    if (off.includes('funds')) continue
    const reader = await readerForIdentity(database, { kind: 'person', userId: user_id }, member_group_id, [reading])
    if (!reader || reader.caller.access.all) continue
    const { advertisers } = reader.scope
    if (advertisers === 'all' || advertisers.includes(advertiser_id)) ids.push(user_id)
  }
  return ids
}

/** Enqueues one mail for each recipient. The rule shows who was mailed when it was switched off. */
async function mailNews(context: JobContext, news: RebillNews) {
  const { kysely } = context.database
  const { member_group_id, advertiser_id, event, at } = news
  const { name, advertiser_group_id, currency_code, balance } = await advertiserOf(kysely, news)
  const ids = await recipientsOf(context, news, advertiser_group_id)
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

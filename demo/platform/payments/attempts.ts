import type { Kysely, Selectable } from 'kysely'
import { refuseAttempts } from '../money/refusals.ts'
import { lockRow } from '../sql/lock.ts'
import type { Tables } from '../tables/index.ts'

const hourMs = 3_600_000
/** Refused cards, or declined payments, in an hour, after which a thief of cards has to wait. */
export const failuresMost = { user: 5, origin: 10, client: 20 }

type SessionKey = Pick<Selectable<Tables['payment_sessions']>, 'member_group_id' | 'user_id' | 'parent_origin'>

/**
 * Throws if the user, the page's origin or the client has had too many additions refused in the last hour. Additions under way count as
 * refused, so that many at once do not pass.
 */
export async function requireFewFailures(kysely: Kysely<Tables>, { member_group_id, user_id, parent_origin }: SessionKey, now: Date) {
  const { of_client, of_origin, of_user } = await kysely
    .selectFrom('payment_sessions')
    .select(({ fn, lit, eb }) => {
      const tries = fn.sum<number>(eb('failures', '+', eb.ref('under_way')))
      return [
        fn.coalesce(tries, lit(0)).as('of_client'),
        fn.coalesce(tries.filterWhere('parent_origin', '=', parent_origin), lit(0)).as('of_origin'),
        fn.coalesce(tries.filterWhere('user_id', '=', user_id), lit(0)).as('of_user'),
      ]
    })
    .where('member_group_id', '=', member_group_id)
    .where('created_at', '>', new Date(now.getTime() - hourMs))
    .executeTakeFirstOrThrow()
  const { user, origin, client } = failuresMost
  if (Number(of_user) >= user || Number(of_origin) >= origin || Number(of_client) >= client)
    throw refuseAttempts('Payment method', hourMs / 1000)
}

const changeUnderWay = (kysely: Kysely<Tables>, { secret_hash }: { readonly secret_hash: string }, change: 1 | -1) =>
  kysely
    .updateTable('payment_sessions')
    .set(({ eb }) => ({ under_way: eb('under_way', '+', change) }))
    .where('secret_hash', '=', secret_hash)
    .execute()

/** Counts an addition that is under way. Throws if there were too many refused ones. */
export const startAttempt = (kysely: Kysely<Tables>, session: SessionKey & { readonly secret_hash: string }, now: Date) =>
  kysely.transaction().execute(async (transaction) => {
    await lockRow(transaction, 'cardAttemptsOfClient', session.member_group_id)
    await requireFewFailures(transaction, session, now)
    await changeUnderWay(transaction, session, 1)
  })

export const endAttempt = (kysely: Kysely<Tables>, session: { readonly secret_hash: string }) => changeUnderWay(kysely, session, -1)

/**
 * Throws if the user or the client has had too many payments declined in the last hour. Payments of the user that are under way count as
 * declined, so that many at once do not pass.
 */
export async function requireFewDeclines(
  kysely: Kysely<Tables>,
  { member_group_id, user_id }: { readonly member_group_id: number; readonly user_id: number | null },
  now: Date,
) {
  await lockRow(kysely, 'cardAttemptsOfClient', member_group_id)
  const { of_client, of_user } = await kysely
    .selectFrom('payments')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '=', 'declined').as('of_client'),
      fn.countAll<number>().filterWhere('user_id', '=', user_id).as('of_user'),
    ])
    .where('member_group_id', '=', member_group_id)
    .where('origin', '=', 'person')
    .where('state', 'in', ['declined', 'processing', 'needs_action'])
    .where('created_at', '>', new Date(now.getTime() - hourMs))
    .where('created_at', '<=', now)
    .executeTakeFirstOrThrow()
  if (Number(of_user) >= failuresMost.user || Number(of_client) >= failuresMost.client) throw refuseAttempts('Payment', hourMs / 1000)
}

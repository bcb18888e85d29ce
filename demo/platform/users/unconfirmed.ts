import type { Kysely } from 'kysely'
import { revokeLinks } from './accounts.ts'
import type { Tables } from '../tables/index.ts'
import type { MachineTime } from '../context/clock.ts'
import type { Context } from '../context/context.ts'
import { nextVersion } from '../sql/versioned.ts'

type Db = Kysely<Tables>

/** Role of users who register themselves: administrator of the advertiser that they register. */
export const signedUpRole = 5

/** Users who registered but never confirmed, and who got no access or other role since. */
const unconfirmed = (kysely: Db) =>
  kysely
    .selectFrom('users')
    .select('user_id')
    .where('status', '=', 'active')
    .where('password_hash', '=', '')
    .where(({ exists, selectFrom }) => exists(selectFrom('signups as own').whereRef('own.user_id', '=', 'users.user_id')))
    .where(({ exists, not, selectFrom }) => not(exists(selectFrom('user_access as own').whereRef('own.user_id', '=', 'users.user_id'))))
    .where(({ exists, not, selectFrom }) => {
      const otherRole = selectFrom('user_roles as own')
        .whereRef('own.user_id', '=', 'users.user_id')
        .where('own.role_id', '!=', signedUpRole)
      return not(exists(otherRole))
    })

interface UserNames {
  readonly email: string
  readonly user_name: string
  readonly first_name: string
  readonly last_name: string
  readonly locale_id: number
}

/**
 * Turns an unconfirmed sign-up into an invited user with the same email: overwrites the names, revokes the links and deletes the sign-up
 * row.
 */
export async function claimUnconfirmed(
  kysely: Db,
  names: UserNames,
  { now, machineNow }: Pick<Context, 'now' | 'machineNow'>,
): Promise<{ user_id: number } | undefined> {
  const user = await unconfirmed(kysely).where('email', '=', names.email).executeTakeFirst()
  if (!user) return undefined
  const { user_id } = user
  // Same lock order as confirmation, so that the two cannot deadlock. `machineNow` ignores the demo clock, as the links do.
  await revokeLinks(kysely, user_id, machineNow())
  const claimed = await kysely
    .updateTable('users')
    .set({ ...names, created_at: now(), version: nextVersion })
    .where('user_id', '=', user_id)
    .where('password_hash', '=', '')
    .returning('user_id')
    .executeTakeFirst()
  if (!claimed) return undefined
  // Of two concurrent invitations, the second finds no sign-up row.
  const deletedSignUps = await kysely.deleteFrom('signups').where('user_id', '=', user_id).executeTakeFirst()
  return Number(deletedSignUps.numDeletedRows) > 0 ? claimed : undefined
}

const userTables = [
  ...(['user_roles', 'user_activities', 'user_settings', 'user_notifications'] as const),
  ...(['terms_acceptances', 'account_links', 'signups'] as const),
]

/**
 * Deletes unconfirmed users whose links have expired, so that their emails are free again, and the sign-ups without a user that were
 * created before `signUpsOlderThan`. Both times are the machine's, which may be behind the demo clock.
 */
export const removeUnconfirmed = (kysely: Db, machineNow: MachineTime, signUpsOlderThan: Date) =>
  kysely.transaction().execute(async (transaction) => {
    const expired = await unconfirmed(transaction)
      .where(({ and, exists, not, selectFrom }) => {
        const links = selectFrom('account_links as own').whereRef('own.user_id', '=', 'users.user_id')
        const usableLinks = links.where('own.used_at', 'is', null).where('own.expires_at', '>', machineNow)
        return and([exists(links), not(exists(usableLinks))])
      })
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = expired.map(({ user_id }) => user_id)
    if (ids.length > 0) {
      for (const table of userTables) await transaction.deleteFrom(table).where('user_id', 'in', ids).execute()
      await transaction.deleteFrom('users').where('user_id', 'in', ids).execute()
    }
    await transaction.deleteFrom('signups').where('user_id', 'is', null).where('created_at', '<', signUpsOlderThan).execute()
  })

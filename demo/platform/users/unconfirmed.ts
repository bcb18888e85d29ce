import { type Kysely, sql } from 'kysely'
import { voidLinks } from './accounts.ts'
import type { Tables } from '../tables/index.ts'
import type { MachineTime } from '../context/clock.ts'
import type { Context } from '../context/context.ts'

type Db = Kysely<Tables>

/** Whoever signs up brings an advertiser along, and administers it. */
export const signedUpRole = 5

/** Who has signed up and never confirmed, and whom nobody has given anything since. */
const unconfirmed = (kysely: Db) =>
  kysely
    .selectFrom('users')
    .select('user_id')
    .where('status', '=', 'active')
    .where('password_hash', '=', '')
    .where(sql<boolean>`exists (select from signups own where own.user_id = users.user_id)`)
    .where(sql<boolean>`not exists (select from user_access own where own.user_id = users.user_id)`)
    .where(sql<boolean>`not exists (select from user_roles own where own.user_id = users.user_id and role_id <> ${signedUpRole})`)

interface Names {
  readonly email: string
  readonly user_name: string
  readonly first_name: string
  readonly last_name: string
  readonly locale_id: number
}

/** Makes whoever only signed up with an address the one who is invited to it: nothing that was said or mailed before holds any more. */
export async function takeOver(
  kysely: Db,
  names: Names,
  { now, machineNow }: Pick<Context, 'now' | 'machineNow'>,
): Promise<{ user_id: number } | undefined> {
  const found = await unconfirmed(kysely).where('email', '=', names.email).executeTakeFirst()
  if (!found) return undefined
  const { user_id } = found
  // Links first, as confirming does, so that neither waits for the other in turn.
  await voidLinks(kysely, user_id, machineNow())
  const taken = await kysely
    .updateTable('users')
    .set({ ...names, created_at: now(), version: sql`version + 1` })
    .where('user_id', '=', user_id)
    .where('password_hash', '=', '')
    .returning('user_id')
    .executeTakeFirst()
  if (!taken) return undefined
  // Of two who invite at the same moment the second finds no sign-up any more.
  const forgotten = await kysely.deleteFrom('signups').where('user_id', '=', user_id).executeTakeFirst()
  return Number(forgotten.numDeletedRows) > 0 ? taken : undefined
}

const belongings = [
  ...(['user_roles', 'user_activities', 'user_settings', 'user_notifications'] as const),
  ...(['terms_acceptances', 'account_links', 'signups'] as const),
]

/** Gives free the addresses of those whose link to confirm has lapsed, and forgets sign-ups that came to nothing. */
export const removeUnconfirmed = (kysely: Db, now: MachineTime, longAgo: Date) =>
  kysely.transaction().execute(async (transaction) => {
    const links = sql`from account_links own where own.user_id = users.user_id`
    const gone = await unconfirmed(transaction)
      .where(sql<boolean>`exists (select ${links}) and not exists (select ${links} and used_at is null and expires_at > ${now})`)
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = gone.map(({ user_id }) => user_id)
    if (ids.length > 0) {
      for (const table of belongings) await transaction.deleteFrom(table).where('user_id', 'in', ids).execute()
      await transaction.deleteFrom('users').where('user_id', 'in', ids).execute()
    }
    await transaction.deleteFrom('signups').where('user_id', 'is', null).where('created_at', '<', longAgo).execute()
  })

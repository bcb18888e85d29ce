import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { endSessions, revokeLinks } from '../users/accounts.ts'
import type { Database } from '../database/database.ts'
import { enqueue } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'
import type { MachineTime } from '../context/clock.ts'

export type LinkPurpose = 'setup' | 'reset'

/** How long a link works, by purpose. */
export const linkMs: Readonly<Record<LinkPurpose, number>> = { setup: 7 * 86_400_000, reset: 3_600_000 }

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * Creates a link and returns its token; only the token's hash is stored. Earlier links of a set-up become invalid. Those of a reset
 * stay valid until one is used, because every visitor can request another: the owner must not lose the link of the mail that just arrived.
 */
export async function makeLink(kysely: Kysely<Tables>, user_id: number, purpose: LinkPurpose, now: MachineTime): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  if (purpose === 'setup') await revokeLinks(kysely, user_id, now, [purpose])
  await kysely
    .insertInto('account_links')
    .values({
      link_hash: hashOf(token),
      user_id,
      purpose,
      created_at: now,
      expires_at: new Date(now.getTime() + linkMs[purpose]),
      used_at: null,
    })
    .execute()
  return token
}

/** The user of a valid link. */
export async function linkOf({ kysely }: Pick<Database, 'kysely'>, token: string, purpose: LinkPurpose, now: MachineTime) {
  return kysely
    .selectFrom('account_links')
    .innerJoin('users', 'users.user_id', 'account_links.user_id')
    .select(['users.user_id', 'email'])
    .where('link_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('status', '=', 'active')
    .executeTakeFirst()
}

/** Spends a link to set a new password and ends the user's sessions. Of two concurrent requests with one link, only one succeeds. */
export async function redeemLink(
  database: Database,
  token: string,
  purpose: LinkPurpose,
  passwordHash: string,
  now: MachineTime,
): Promise<boolean> {
  return database.kysely.transaction().execute(async (kysely) => {
    const link = await linkOf({ kysely }, token, purpose, now)
    const usedLink = await kysely
      .updateTable('account_links')
      .set({ used_at: now })
      .where('link_hash', '=', hashOf(token))
      .where('used_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    if (!link || !usedLink) return false
    await kysely.updateTable('users').set({ password_hash: passwordHash }).where('user_id', '=', usedLink.user_id).execute()
    await revokeLinks(kysely, usedLink.user_id, now)
    await endSessions(kysely, usedLink.user_id)
    if (purpose === 'reset') await enqueue(kysely, { kind: 'password-changed', payload: { user_id: usedLink.user_id }, runAt: now })
    return true
  })
}

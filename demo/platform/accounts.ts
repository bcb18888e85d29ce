import { type Kysely, sql } from 'kysely'
import { enqueue } from './jobs.ts'
import type { Tables } from './tables/index.ts'

type Db = Kysely<Tables>

/** Asks for the mail that lets somebody set up their account; sent once what it belongs to is done. */
export const askInvitation = (kysely: Db, userId: number, runAt: Date) =>
  enqueue(kysely, { kind: 'invitation', payload: { user_id: userId }, runAt })

const mostMails = 5
const hourMs = 3_600_000

/** Whether somebody may be sent one more such mail within the hour. */
export async function mayMail(kysely: Db, whom: { user_id: number } | { email: string }, now: Date): Promise<boolean> {
  const { count } = await kysely
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('kind', 'in', ['invitation', 'password-reset'])
    .where('run_at', '>', new Date(now.getTime() - hourMs))
    .where(sql<boolean>`payload @> ${JSON.stringify(whom)}::jsonb`)
    .executeTakeFirstOrThrow()
  return Number(count) < mostMails
}

/** Asks for the mail that lets somebody choose a new password. Whether there is such an address is looked up later, so that the answer comes alike. */
export async function askReset(kysely: Db, address: string, now: Date) {
  const email = address.toLowerCase()
  if (await mayMail(kysely, { email }, now)) await enqueue(kysely, { kind: 'password-reset', payload: { email }, runAt: now })
}

/** Ends somebody's sessions everywhere, whatever tokens they hold. */
export async function endSessions(kysely: Db, userId: number) {
  await kysely.updateTable('users').set({ session_round: sql`session_round + 1` }).where('user_id', '=', userId).execute()
  await sql`delete from identity_records where payload->>'accountId' = ${String(userId)}`.execute(kysely)
}

/** Makes every link of somebody's useless, or those for one purpose. */
export async function voidLinks(kysely: Db, userId: number, at: Date, purposes: readonly ('setup' | 'reset')[] = ['setup', 'reset']) {
  await kysely
    .updateTable('account_links')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('purpose', 'in', [...purposes])
    .execute()
}

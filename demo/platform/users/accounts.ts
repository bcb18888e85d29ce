import { type Kysely, type Selectable, sql } from 'kysely'
import { enqueue } from '../sql/queue.ts'
import { mailedTo, mailsAsked } from '../tables/014-found-by-index.ts'
import type { Tables } from '../tables/index.ts'
import type { MachineTime } from '../context/clock.ts'

type Db = Kysely<Tables>

/** Asks for the mail that lets somebody set up their account; sent once what it belongs to is done. */
export const askInvitation = (kysely: Db, userId: number, runAt: MachineTime) =>
  enqueue(kysely, { kind: 'invitation', payload: { user_id: userId }, runAt })

const mostMails = 5
const hourMs = 3_600_000

type Whom = { user_id: number } | { email: string }

/** The mails that were asked for to somebody since a moment. */
export const mailsAskedFor = (kysely: Db, whom: Whom, since: Date) =>
  kysely
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(sql.raw<boolean>(mailsAsked))
    .where(sql.raw(mailedTo), '=', String('email' in whom ? whom.email : whom.user_id))
    .where('run_at', '>', since)

/** Whether somebody may be sent one more such mail within the hour. */
export async function mayMail(kysely: Db, whom: Whom, now: MachineTime): Promise<boolean> {
  const { count } = await mailsAskedFor(kysely, whom, new Date(now.getTime() - hourMs)).executeTakeFirstOrThrow()
  return Number(count) < mostMails
}

/** Asks for the mail that lets somebody choose a new password. Whether there is such an address is looked up later, so that the answer comes alike. */
export async function askReset(kysely: Db, address: string, now: MachineTime) {
  const email = address.toLowerCase()
  if (await mayMail(kysely, { email }, now)) await enqueue(kysely, { kind: 'password-reset', payload: { email }, runAt: now })
}

/** Ends somebody's sessions everywhere, whatever tokens they hold. */
export async function endSessions(kysely: Db, userId: number) {
  await kysely.updateTable('users').set({ session_round: sql`session_round + 1` }).where('user_id', '=', userId).execute()
  await sql`delete from identity_records where payload->>'accountId' = ${String(userId)}`.execute(kysely)
}

/** Makes every link of somebody's useless, or those for one purpose. */
export async function voidLinks(
  kysely: Db,
  userId: number,
  at: MachineTime,
  purposes: readonly ('setup' | 'reset')[] = ['setup', 'reset'],
) {
  await kysely
    .updateTable('account_links')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('purpose', 'in', [...purposes])
    .execute()
}

type SignUp = Pick<Selectable<Tables['signups']>, 'member_group_id' | 'email' | 'first_name' | 'last_name' | 'locale_id' | 'password_hash'>

/** Asks for an account with a client. Whether the address is known is looked up later, so that the answer comes alike. */
export async function askSignUp(kysely: Db, asked: SignUp, now: MachineTime) {
  const email = asked.email.toLowerCase()
  if (!(await mayMail(kysely, { email }, now))) return
  const row = { ...asked, email, user_id: null, created_at: now }
  const { signup_id } = await kysely.insertInto('signups').values(row).returning('signup_id').executeTakeFirstOrThrow()
  await enqueue(kysely, { kind: 'sign-up', payload: { email, signup_id }, runAt: now })
}

/** The hashed passwords that somebody said when they signed up, until one of them is confirmed. */
export async function wantedPasswords(kysely: Db, userId: number): Promise<string[]> {
  const rows = await kysely.selectFrom('signups').select('password_hash').where('user_id', '=', userId).execute()
  return rows.flatMap(({ password_hash }) => password_hash ?? [])
}

/** Forgets them: whoever reads the mail of the address chooses a password of their own. */
export const forgetWanted = (kysely: Db, userId: number) =>
  kysely.updateTable('signups').set({ password_hash: null }).where('user_id', '=', userId).execute()

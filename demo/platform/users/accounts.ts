import { type Kysely, type Selectable, sql } from 'kysely'
import { enqueue } from '../sql/queue.ts'
import { mailJobRecipient, requestedMailJobs } from '../tables/014-found-by-index.ts'
import type { Tables } from '../tables/index.ts'
import type { MachineTime } from '../context/clock.ts'

type Db = Kysely<Tables>

/** Queues the invitation mail. It is sent after the caller's transaction commits. */
export const queueInvitation = (kysely: Db, userId: number, runAt: MachineTime) =>
  enqueue(kysely, { kind: 'invitation', payload: { user_id: userId }, runAt })

const maxMailsPerHour = 5
const hourMs = 3_600_000

type MailRecipient = { user_id: number } | { email: string }

/** Counts the queued account mails to a user or address since a time. */
export const countAccountMails = (kysely: Db, recipient: MailRecipient, since: Date) =>
  kysely
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(sql.raw<boolean>(requestedMailJobs))
    .where(sql.raw(mailJobRecipient), '=', String('email' in recipient ? recipient.email : recipient.user_id))
    .where('run_at', '>', since)

/** True if the hourly mail limit is not reached. */
export async function canMail(kysely: Db, recipient: MailRecipient, now: MachineTime): Promise<boolean> {
  const { count } = await countAccountMails(kysely, recipient, new Date(now.getTime() - hourMs)).executeTakeFirstOrThrow()
  return Number(count) < maxMailsPerHour
}

/** Queues the password mail. The job looks up the address, so that the response does not reveal if the account exists. */
export async function queuePasswordReset(kysely: Db, address: string, now: MachineTime) {
  const email = address.toLowerCase()
  if (await canMail(kysely, { email }, now)) await enqueue(kysely, { kind: 'password-reset', payload: { email }, runAt: now })
}

/** Ends all sessions of a user and revokes their tokens. */
export async function endSessions(kysely: Db, userId: number) {
  await kysely
    .updateTable('users')
    .set(({ eb }) => ({ session_round: eb('session_round', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
  await kysely
    .deleteFrom('identity_records')
    .where(({ eb, ref }) => eb(ref('payload', '->>').key('accountId'), '=', String(userId)))
    .execute()
}

/** Releases a user from the subjects of an external issuer: the next sign-in with the user's address binds its subject. */
export const unbindSubjects = (kysely: Db, userId: number) => kysely.deleteFrom('identity_subjects').where('user_id', '=', userId).execute()

/** Makes all unused links of a user invalid, or those for some purposes. */
export async function revokeLinks(
  kysely: Db,
  userId: number,
  usedAt: MachineTime,
  purposes: readonly ('setup' | 'reset')[] = ['setup', 'reset'],
) {
  await kysely
    .updateTable('account_links')
    .set({ used_at: usedAt })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('purpose', 'in', [...purposes])
    .execute()
}

type SignUp = Pick<Selectable<Tables['signups']>, 'member_group_id' | 'email' | 'first_name' | 'last_name' | 'locale_id' | 'password_hash'>

/** Queues a sign-up. The job looks up the address, so that the response does not reveal if the account exists. */
export async function queueSignUp(kysely: Db, signUp: SignUp, now: MachineTime) {
  const email = signUp.email.toLowerCase()
  if (!(await canMail(kysely, { email }, now))) return
  const row = { ...signUp, email, user_id: null, created_at: now }
  const { signup_id } = await kysely.insertInto('signups').values(row).returning('signup_id').executeTakeFirstOrThrow()
  await enqueue(kysely, { kind: 'sign-up', payload: { email, signup_id }, runAt: now })
}

/** Password hashes of the user's unconfirmed sign-ups. */
export async function pendingPasswordHashes(kysely: Db, userId: number): Promise<string[]> {
  const rows = await kysely.selectFrom('signups').select('password_hash').where('user_id', '=', userId).execute()
  return rows.flatMap(({ password_hash }) => password_hash ?? [])
}

/** Deletes the password hashes of sign-ups. The person who confirms the address sets a new password. */
export const deletePendingPasswords = (kysely: Db, userId: number) =>
  kysely.updateTable('signups').set({ password_hash: null }).where('user_id', '=', userId).execute()

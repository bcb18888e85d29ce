import { createHash } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { lockRow } from '../sql/lock.ts'
import { enqueue } from '../sql/queue.ts'
import { mailJobRecipient, requestedMailJobs } from '../tables/014-found-by-index.ts'
import type { Tables } from '../tables/index.ts'
import type { MachineTime } from '../context/clock.ts'
import { nextVersion } from '../sql/versioned.ts'

type Db = Kysely<Tables>

/** Idle time after which a session and its grant end. */
export const idleSeconds = 43_200

/** Queues the invitation mail. It is sent after the caller's transaction commits. */
export const queueInvitation = (kysely: Db, userId: number, runAt: MachineTime) =>
  enqueue(kysely, { kind: 'invitation', payload: { user_id: userId }, runAt })

/** Account mails to an email address in an hour: those that one network address requests, and all. */
const maxMailsPerHour = { perNetworkAddress: 5, all: 20 }
const hourMs = 3_600_000

type MailRecipient = { user_id: number } | { email: string }

/** The network address of a request, as a hash. */
const hashOfAddress = (networkAddress: string) => createHash('sha256').update(`place ${networkAddress}`).digest('base64url').slice(0, 22)

/** Counts the queued account mails to a user or an email since a time, and how many of them a network address has requested. */
export const countAccountMails = (kysely: Db, recipient: MailRecipient, since: Date, networkAddress = '') =>
  kysely
    .selectFrom('jobs')
    .select(({ eb, fn, ref }) => [
      fn.countAll<string>().as('count'),
      fn
        .countAll<string>()
        .filterWhere(eb(ref('payload', '->>').key('place'), '=', hashOfAddress(networkAddress)))
        .as('from_network_address'),
    ])
    .where(sql.raw<boolean>(requestedMailJobs))
    .where(sql.raw(mailJobRecipient), '=', String('email' in recipient ? recipient.email : recipient.user_id))
    .where('run_at', '>', since)

/** True if the hourly limit of mails to a user is not reached. */
export async function canMail(kysely: Db, recipient: MailRecipient, now: MachineTime): Promise<boolean> {
  const { count } = await countAccountMails(kysely, recipient, new Date(now.getTime() - hourMs)).executeTakeFirstOrThrow()
  return Number(count) < maxMailsPerHour.perNetworkAddress
}

/** The network address that requests a mail, and the time. */
export interface MailRequest {
  readonly networkAddress: string
  readonly now: MachineTime
}

type MailKind = 'password-reset' | 'sign-up'

/**
 * True if the hourly limits of mails of a kind to an email are not reached. One network address cannot use up the mails of the
 * email's owner, and sign-ups cannot use up password resets. Concurrent requests for one email wait until the transaction ends.
 */
async function canMailFor(kysely: Db, kind: MailKind, email: string, { networkAddress, now }: MailRequest): Promise<boolean> {
  await lockRow(kysely, 'mailsToEmail', createHash('sha256').update(email).digest().readInt32BE())
  const since = new Date(now.getTime() - hourMs)
  const counts = countAccountMails(kysely, { email }, since, networkAddress).where('kind', '=', kind)
  const { count, from_network_address } = await counts.executeTakeFirstOrThrow()
  return Number(from_network_address) < maxMailsPerHour.perNetworkAddress && Number(count) < maxMailsPerHour.all
}

/**
 * Queues the password mail, in a transaction. The job looks up the email, so that the response does not reveal if the account exists.
 */
export async function queuePasswordReset(kysely: Db, requestedEmail: string, request: MailRequest) {
  const email = requestedEmail.toLowerCase()
  if (!(await canMailFor(kysely, 'password-reset', email, request))) return
  const payload = { email, place: hashOfAddress(request.networkAddress) }
  await enqueue(kysely, { kind: 'password-reset', payload, runAt: request.now })
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

/** Releases a user from the subjects of an external issuer: the next sign-in with the user's email binds its subject. */
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

/** Queues a sign-up, in a transaction. The job looks up the email, so that the response does not reveal if the account exists. */
export async function queueSignUp(kysely: Db, signUp: SignUp, request: MailRequest) {
  const { networkAddress, now } = request
  const email = signUp.email.toLowerCase()
  if (!(await canMailFor(kysely, 'sign-up', email, request))) return
  const row = { ...signUp, email, user_id: null, created_at: now }
  const { signup_id } = await kysely.insertInto('signups').values(row).returning('signup_id').executeTakeFirstOrThrow()
  await enqueue(kysely, { kind: 'sign-up', payload: { email, signup_id, place: hashOfAddress(networkAddress) }, runAt: now })
}

/**
 * Password hashes of the user's first and last two unconfirmed sign-ups. There are few, because each comparison takes time; the first
 * is kept, so that later sign-ups of strangers do not displace the password of a user who signed up before them.
 */
export async function pendingPasswordHashes(kysely: Db, userId: number): Promise<string[]> {
  const pending = kysely
    .selectFrom('signups')
    .select(['signup_id', 'password_hash'])
    .where('user_id', '=', userId)
    .where('password_hash', 'is not', null)
  const first = await pending.orderBy('signup_id').limit(1).execute()
  const last = await pending.orderBy('signup_id', 'desc').limit(2).execute()
  const hashes = new Map([...first, ...last].map(({ signup_id, password_hash }) => [signup_id, password_hash ?? '']))
  return [...hashes.values()]
}

/** Deletes the password hashes of sign-ups. The person who confirms the email sets a new password. */
export const deletePendingPasswords = (kysely: Db, userId: number) =>
  kysely.updateTable('signups').set({ password_hash: null }).where('user_id', '=', userId).execute()

/**
 * Deletes the passwords and the names of unconfirmed sign-ups, which strangers may have chosen: the person who then sets a password
 * enters no name, so that the stranger's would stay.
 */
export async function discardSignUps(kysely: Db, userId: number) {
  await deletePendingPasswords(kysely, userId)
  await kysely
    .updateTable('users')
    .set({ first_name: '', last_name: '', version: nextVersion })
    .where('user_id', '=', userId)
    .where('password_hash', '=', '')
    .where(({ exists, selectFrom }) => exists(selectFrom('signups').select('signup_id').whereRef('signups.user_id', '=', 'users.user_id')))
    .execute()
}

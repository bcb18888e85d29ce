import type { Kysely, Selectable } from 'kysely'
import { userNameOf } from '../access/users.rules.ts'
import type { JobContext, JobKind } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'
import { signedUpRole } from '../users/unconfirmed.ts'

type Db = Kysely<Tables>
type SignUp = Selectable<Tables['signups']>
/** Mails a user who signed up; without `client`, the email already had an account. */
type WriteSignUpMail = (kysely: Db, userId: number, client: string | undefined, context: JobContext) => Promise<void>

/** Creates the user of a sign-up, without password and access: they cannot sign in or see anything yet. */
async function makeUser(kysely: Db, { email, first_name, last_name, locale_id }: SignUp, now: Date): Promise<number | undefined> {
  const names = { email, user_name: userNameOf(email), first_name, last_name, locale_id }
  const newUser = await kysely
    .insertInto('users')
    .values({ ...names, status: 'active', password_hash: '', created_at: now })
    .onConflict((clash) => clash.column('email').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (newUser) await kysely.insertInto('user_roles').values({ user_id: newUser.user_id, role_id: signedUpRole }).execute()
  return newUser?.user_id
}

/** The user with an email, and whether they are an unconfirmed sign-up. */
async function existingAccountOf(kysely: Db, email: string) {
  const user = await kysely.selectFrom('users').select(['user_id', 'password_hash']).where('email', '=', email).executeTakeFirst()
  if (!user || user.password_hash) return { userId: user?.user_id, isOpen: false }
  const earlierSignUp = await kysely.selectFrom('signups').select('signup_id').where('user_id', '=', user.user_id).executeTakeFirst()
  return { userId: user.user_id, isOpen: earlierSignUp !== undefined }
}

async function signUp(kysely: Db, signUpRow: SignUp, context: JobContext, write: WriteSignUpMail) {
  const newUser = await makeUser(kysely, signUpRow, context.now())
  const { userId, isOpen } = newUser === undefined ? await existingAccountOf(kysely, signUpRow.email) : { userId: newUser, isOpen: true }
  if (userId === undefined) throw new Error('The email was taken and released concurrently')
  if (!isOpen) {
    await kysely.deleteFrom('signups').where('signup_id', '=', signUpRow.signup_id).execute()
    return write(kysely, userId, undefined, context)
  }
  await kysely.updateTable('signups').set({ user_id: userId }).where('signup_id', '=', signUpRow.signup_id).execute()
  const { name } = await kysely
    .selectFrom('member_groups')
    .select('name')
    .where('member_group_id', '=', signUpRow.member_group_id)
    .executeTakeFirstOrThrow()
  return write(kysely, userId, name, context)
}

/** Creates an unconfirmed user for a sign-up, or mails the existing account whose email someone tried to sign up with. */
export const signUpJob = (write: WriteSignUpMail): JobKind => ({
  run: ({ signup_id }, context: JobContext) =>
    context.database.kysely.transaction().execute(async (kysely) => {
      const signUpRow = await kysely
        .selectFrom('signups')
        .selectAll()
        .where('signup_id', '=', Number(signup_id))
        .where('user_id', 'is', null)
        .executeTakeFirst()
      if (signUpRow) await signUp(kysely, signUpRow, context, write)
    }),
})

import type { LoginConfig, NewAccount, signUp } from '../../../src/contract/users/sign-up.ts'
import { defaultThemeGroupId } from '../../../src/contract/clients/themes.ts'
import { type MailRequest, queueSignUp } from './accounts.ts'
import type { Context } from '../context/context.ts'
import type { Database } from '../database/database.ts'
import { hashSecret } from '../access/password.ts'
import type { Handlers } from '../http/implement.ts'
import { notFound, refuseField } from '../context/refusal.ts'
import { effectiveTheme } from '../clients/themes.ts'

interface ClientAddress {
  readonly host_name?: string | undefined
  readonly login_key?: string | undefined
}

const clients = ({ kysely }: Database) =>
  kysely
    .selectFrom('member_groups')
    .select(['member_group_id', 'name', 'login_key', 'registration_enabled', 'sso_organization_id', 'sso_connection_id'])

/** The client of a login key or host name, otherwise the default client. */
async function clientAt(database: Database, { login_key, host_name }: ClientAddress) {
  const byKey = login_key && (await clients(database).where('login_key', '=', login_key).executeTakeFirst())
  const byHost = byKey || (host_name && (await clients(database).where('host_name', '=', host_name).executeTakeFirst()))
  const client = byHost || (await clients(database).where('member_group_id', '=', defaultThemeGroupId).executeTakeFirst())
  if (!client) throw notFound('Client')
  return client
}

/** What a sign-in page needs to know about its client. */
export async function loginConfigOf(database: Database, address: ClientAddress): Promise<LoginConfig> {
  const client = await clientAt(database, address)
  return { ...client, theme: (await effectiveTheme(database, client.member_group_id)).theme }
}

/** Throws not found if registration is closed. An unknown client gives the same error, so that clients cannot be probed. */
async function requireRegistrationOpen({ kysely }: Database, memberGroupId: number) {
  const client = await kysely
    .selectFrom('member_groups')
    .select('registration_enabled')
    .where('member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  if (!client?.registration_enabled) throw notFound('Registration')
}

async function requireLocale({ kysely }: Database, id: number) {
  const locale = await kysely.selectFrom('locales').select('id').where('id', '=', id).executeTakeFirst()
  if (!locale) throw refuseField('locale_id', 'Choose a valid locale ID')
}

const requestOf = ({ address, machineNow }: Context): MailRequest => ({ networkAddress: address, now: machineNow() })

/**
 * Sign-in configuration and registration. Emails are looked up later by the mail job, so that responses do not reveal which
 * accounts exist.
 */
export const signUpHandlers: Handlers<typeof signUp> = {
  loginConfig: async ({ query }, { database }) => loginConfigOf(database, query ?? {}),
  byEmail: async ({ path: { memberGroupId }, body: { email } }, context) => {
    await requireRegistrationOpen(context.database, memberGroupId)
    const signUp = { member_group_id: memberGroupId, email, first_name: '', last_name: '', locale_id: 1, password_hash: null }
    await queueSignUp(context.database.kysely, signUp, requestOf(context))
    return 'success'
  },
  inFull: async ({ path: { memberGroupId }, body }, context) => {
    await requireRegistrationOpen(context.database, memberGroupId)
    await requireLocale(context.database, body.locale_id)
    const { password, ...fields }: NewAccount = body
    const password_hash = await hashSecret(password)
    await queueSignUp(context.database.kysely, { ...fields, member_group_id: memberGroupId, password_hash }, requestOf(context))
    return 'success'
  },
}

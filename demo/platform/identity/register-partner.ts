import { Misconfigured } from '../context/misconfigured.ts'
import type { Database } from '../database/database.ts'
import { partnerPermissions } from '../access/partner-permissions.ts'
import { hashSecret, matchesHash } from '../access/password.ts'

/** A partner to register: its client id, its client and its pages' origin. */
export interface RegisteredPartner {
  readonly clientId: string
  readonly memberGroupId: number
  readonly origin: string
}

async function requireClient({ kysely }: Database, { memberGroupId }: RegisteredPartner) {
  const client = await kysely.selectFrom('member_groups').select('name').where('member_group_id', '=', memberGroupId).executeTakeFirst()
  if (!client)
    throw new Misconfigured(`PARTNER (--partner) names client ${memberGroupId}, which does not exist; without --empty, client 1 does.`)
}

/** Registers a partner's server and its pages' origin. An existing partner with the same client and secret stays unchanged. */
export async function registerPartner(database: Database, partner: RegisteredPartner, secret: string) {
  const { clientId: client_id, memberGroupId: member_group_id, origin } = partner
  const { kysely } = database
  await requireClient(database, partner)
  const existing = await kysely.selectFrom('partner_clients').selectAll().where('client_id', '=', client_id).executeTakeFirst()
  if (existing && (existing.member_group_id !== member_group_id || !(await matchesHash(secret, existing.secret_hash))))
    throw new Misconfigured(`PARTNER (--partner) names ${client_id}, which has another client or secret already; choose another name.`)
  const row = { client_id, member_group_id, name: client_id, secret_hash: await hashSecret(secret), advertiser_ids: null }
  if (!existing)
    await kysely
      .insertInto('partner_clients')
      .values({ ...row, permissions: JSON.stringify(partnerPermissions) })
      .execute()
  await kysely
    .insertInto('allowed_origins')
    .values({ member_group_id, origin })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

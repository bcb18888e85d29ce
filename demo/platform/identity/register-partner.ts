import { Misconfigured } from '../context/misconfigured.ts'
import type { Database } from '../database/database.ts'
import { isReading, partnerPermissions, readingPermissions } from '../access/partner-permissions.ts'
import { hashSecret, matchesHash } from '../access/password.ts'

/** A partner to register: its client id, its client and its pages' origin. */
export interface RegisteredPartner {
  readonly clientId: string
  readonly memberGroupId: number
  readonly origin: string
  /** `write` lets the partner create, change and remove campaigns, `read` makes it read-only again; undefined keeps its permissions. */
  readonly access: 'read' | 'write' | undefined
}

async function requireClient({ kysely }: Database, { memberGroupId }: RegisteredPartner) {
  const client = await kysely.selectFrom('member_groups').select('name').where('member_group_id', '=', memberGroupId).executeTakeFirst()
  if (!client)
    throw new Misconfigured(`PARTNER (--partner) names client ${memberGroupId}, which does not exist; without --empty, client 1 does.`)
}

function permissionsFor(own: readonly string[], access: RegisteredPartner['access']): readonly string[] {
  if (access === 'write') return [...new Set([...own, ...partnerPermissions])]
  return access === 'read' ? own.filter(isReading) : own
}

/**
 * Registers a partner's server and its pages' origin; returns the partner's stored permissions. An existing partner with the same
 * client and secret keeps its permissions, unless the operator names its access.
 */
export async function registerPartner(database: Database, partner: RegisteredPartner, secret: string): Promise<readonly string[]> {
  const { clientId: client_id, memberGroupId: member_group_id, origin, access } = partner
  const { kysely } = database
  await requireClient(database, partner)
  const existing = await kysely.selectFrom('partner_clients').selectAll().where('client_id', '=', client_id).executeTakeFirst()
  if (existing && (existing.member_group_id !== member_group_id || !(await matchesHash(secret, existing.secret_hash))))
    throw new Misconfigured(`PARTNER (--partner) names ${client_id}, which has another client or secret already; choose another name.`)
  const own = existing?.permissions ?? readingPermissions
  const permissions = permissionsFor(own, access)
  const row = { client_id, member_group_id, name: client_id, secret_hash: await hashSecret(secret), advertiser_ids: null }
  await kysely
    .insertInto('partner_clients')
    .values({ ...row, permissions: JSON.stringify(permissions) })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ permissions: JSON.stringify(permissions) }))
    .execute()
  await kysely
    .insertInto('allowed_origins')
    .values({ member_group_id, origin })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return permissions
}

import { createHash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type Access, canAccessClient } from '../../../src/contract/access/access.rules.ts'
import type { assets } from '../../../src/contract/images/assets.ts'
import type { Permission } from '../../../src/contract/access/permissions.ts'
import { advertiserAccessibleSql, inScopeSql } from '../access/advertiser-scope.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import type { Database } from '../database/database.ts'
import type { Handlers } from '../http/implement.ts'
import { callerOf } from '../access/caller.ts'
import type { Tables } from '../tables/index.ts'
import { accessFor } from '../access/user-scope.ts'
import type { MachineTime } from '../context/clock.ts'

const tokenMs = 3_600_000
const shareMs = 7 * 86_400_000
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Issues a token for the client's assets, or for one project. Only its hash is stored. */
async function grant(
  { database, caller, scope, machineNow }: Context,
  member_group_id: number,
  lifeMs: number,
  project_id: string | null = null,
) {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(machineNow().getTime() + lifeMs)
  const advertiser_ids = scope.advertisers === 'all' ? null : JSON.stringify(scope.advertisers)
  const asker = { user_id: caller.person?.user_id ?? null, partner_client_id: caller.partnerClientId ?? null }
  await database.kysely
    .insertInto('asset_grants')
    .values({ member_group_id, token_hash: hashOf(token), ...asker, project_id, advertiser_ids, expires_at })
    .execute()
  return { member_group_id, token, expires_at: expires_at.toISOString() }
}

type Grant = Selectable<Tables['asset_grants']>

/** The user or partner that requested the token, with their current permissions. A partner token covers the whole client. */
function grantRequester(database: Database, { user_id, partner_client_id, member_group_id }: Grant, word: string) {
  if (user_id !== null) return callerOf(database, { kind: 'person', userId: user_id })
  if (partner_client_id === null) return undefined
  const whole = { memberGroupId: member_group_id, user: '', advertisers: 'all', permissions: [word] } as const
  return callerOf(database, { kind: 'partner', partnerClientId: partner_client_id, ...whole })
}

/** Advertisers that the token opens, limited to those that its requester may still read. Null means all advertisers of the client. */
async function advertisersOfGrant(database: Database, { member_group_id, advertiser_ids: granted }: Grant, access: Access) {
  if (canAccessClient(access, member_group_id)) return granted
  const rows = await database.kysely
    .selectFrom('advertisers as a')
    .select('advertiser_id')
    .where('member_group_id', '=', member_group_id)
    .where('deleted_at', 'is', null)
    .where(advertiserAccessibleSql(access))
    .orderBy('advertiser_id')
    .execute()
  const ids = rows.map(({ advertiser_id }) => advertiser_id)
  return granted === null ? ids : ids.filter((id) => granted.includes(id))
}

/** The current scope of an asset token: never more than its requester may read now. Undefined if it has expired. */
export async function assetGrantOf(database: Database, token: string, now: MachineTime) {
  const row = await database.kysely
    .selectFrom('asset_grants')
    .selectAll()
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  const word: Permission = row.project_id === null ? 'assets.read' : 'assets.share'
  const asker = await grantRequester(database, row, word)
  if (!asker) return undefined
  const advertiser_ids = await advertisersOfGrant(database, row, await accessFor(database, asker, word))
  if (advertiser_ids?.length === 0) return undefined
  return { member_group_id: row.member_group_id, project_id: row.project_id, advertiser_ids }
}

/** Refuses a project without an asset that the caller may see in this client. */
async function requireProject({ database, scope }: Context, project_id: string) {
  const known = await database.kysely
    .selectFrom('assets as p')
    .innerJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'p.member_group_id').onRef('a.advertiser_id', '=', 'p.advertiser_id'),
    )
    .select('p.asset_id')
    .where('p.project_id', '=', project_id)
    .where('a.deleted_at', 'is', null)
    .where(inScopeSql(scope))
    .limit(1)
    .executeTakeFirst()
  if (!known) throw notFound('Project')
}

export const assetHandlers: Handlers<typeof assets> = {
  authenticate: async ({ path }, context) => grant(context, path.memberGroupId, tokenMs),
  share: async ({ path, body: { project_id } }, context) => {
    await requireProject(context, project_id)
    return { ...(await grant(context, path.memberGroupId, shareMs, project_id)), project_id }
  },
}

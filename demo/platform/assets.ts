import { createHash, randomBytes } from 'node:crypto'
import type { assets } from '../../src/contract/assets.ts'
import type { Context } from './context.ts'
import type { Database } from './database/open.ts'
import type { Handlers } from './implement.ts'

const tokenMs = 3_600_000
const shareMs = 7 * 86_400_000
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** A token of which only the hash is kept, for the client's assets or one project of them. */
async function grant({ database, caller, scope, now }: Context, member_group_id: number, lifeMs: number, project_id: string | null = null) {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(now().getTime() + lifeMs)
  const advertiser_ids = scope.advertisers === 'all' ? null : JSON.stringify(scope.advertisers)
  const user_id = caller.person?.user_id ?? null
  await database.kysely
    .insertInto('asset_grants')
    .values({ member_group_id, token_hash: hashOf(token), user_id, project_id, advertiser_ids, expires_at })
    .execute()
  return { member_group_id, token, expires_at: expires_at.toISOString() }
}

/** What a token for assets opens at this moment; nothing once it has expired, or whoever asked for it is gone. */
export async function assetGrantOf({ kysely }: Database, token: string, now: Date) {
  return kysely
    .selectFrom('asset_grants')
    .leftJoin('users', 'users.user_id', 'asset_grants.user_id')
    .select(['asset_grants.member_group_id', 'project_id', 'advertiser_ids'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .where((where) => where.or([where('asset_grants.user_id', 'is', null), where('users.status', '=', 'active')]))
    .executeTakeFirst()
}

export const assetHandlers: Handlers<typeof assets> = {
  authenticate: async ({ path }, context) => grant(context, path.memberGroupId, tokenMs),
  share: async ({ path, body: { project_id } }, context) => ({
    ...(await grant(context, path.memberGroupId, shareMs, project_id)),
    project_id,
  }),
}

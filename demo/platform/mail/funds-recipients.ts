import type { Permission } from '../../../src/contract/access/permissions.ts'
import { readerForIdentity } from '../access/reader-scope.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import type { Database } from '../database/database.ts'
import { mayHaveSql, usersWithAccess } from './mailed-users.ts'

/** Users who have the permission at the advertiser and get mails about funds. Internal staff sees all clients and gets none. */
export async function fundsRecipients(
  database: Database,
  { member_group_id: memberGroupId, advertiser_id }: AdvertiserKey,
  permission: Permission,
): Promise<number[]> {
  const { advertiser_group_id } = await database.kysely
    .selectFrom('advertisers')
    .select('advertiser_group_id')
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', '=', advertiser_id)
    .executeTakeFirstOrThrow()
  const places = { memberGroupId, advertisers: [advertiser_id], groups: [advertiser_group_id ?? []].flat() }
  const ids: number[] = []
  for (const { user_id, off } of await usersWithAccess(database.kysely, places).where(mayHaveSql(permission)).execute()) {
    if (off.includes('funds')) continue
    const reader = await readerForIdentity(database, { kind: 'person', userId: user_id }, memberGroupId, [permission])
    if (!reader || reader.caller.access.all) continue
    const { advertisers } = reader.scope
    if (advertisers === 'all' || advertisers.includes(advertiser_id)) ids.push(user_id)
  }
  return ids
}

import { type RawBuilder, sql } from 'kysely'
import { type Access, canAccessClient } from '../../../src/contract/access/access.rules.ts'
import type { Caller } from '../context/context.ts'
import { noPermission } from '../context/refusal.ts'

const isOf = (column: string, ids: readonly number[]) => sql`${sql.ref(column)} = any(${[...ids]}::int[])`

/** SQL condition: the access lists contain the client of the row, or one of its groups or advertisers. The row has the alias `m`. */
export function opensRow({ all, clients, advertiser_groups, advertisers }: Access): RawBuilder<boolean> {
  if (all) return sql<boolean>`true`
  return sql<boolean>`(${isOf('m.member_group_id', clients)}
    or exists (select from advertiser_groups g where g.member_group_id = m.member_group_id and ${isOf('g.advertiser_group_id', advertiser_groups)})
    or exists (select from advertisers a where a.member_group_id = m.member_group_id
      and a.deleted_at is null and (${isOf('a.advertiser_id', advertisers)} or ${isOf('a.advertiser_group_id', advertiser_groups)})))`
}

/** Refuses callers without access to the whole client, because client settings affect all its advertisers. */
export function requireWholeClient({ access }: Caller, memberGroupId: number) {
  if (!canAccessClient(access, memberGroupId)) throw noPermission()
}

import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { type Access, canAccessClient } from '../../../src/contract/access/access.rules.ts'
import type { Context } from '../context/context.ts'
import { noPermission } from '../context/refusal.ts'
import { anyOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

const client = expressionBuilder<Tables & { m: Tables['member_groups'] }, 'm'>()

/** SQL condition: the access lists contain the client of the row, or one of its groups or advertisers. The row has the alias `m`. */
export function clientAccessibleSql({ all, clients, advertiser_groups, advertisers }: Access): Expression<SqlBool> {
  if (all) return client.lit(true)
  const group = client
    .selectFrom('advertiser_groups as g')
    .whereRef('g.member_group_id', '=', 'm.member_group_id')
    .where('g.advertiser_group_id', '=', anyOf(advertiser_groups))
  const advertiser = client
    .selectFrom('advertisers as a')
    .whereRef('a.member_group_id', '=', 'm.member_group_id')
    .where('a.deleted_at', 'is', null)
    .where(({ eb }) => eb('a.advertiser_id', '=', anyOf(advertisers)).or('a.advertiser_group_id', '=', anyOf(advertiser_groups)))
  return client.or([client('m.member_group_id', '=', anyOf(clients)), client.exists(group), client.exists(advertiser)])
}

/** Whether the caller has access to the whole client, and the permission there. The permission at one of the advertisers is not enough. */
export function hasWholeClient({ caller, scope }: Pick<Context, 'caller' | 'scope'>, memberGroupId: number): boolean {
  const isPermitted = scope.memberGroupId === memberGroupId && scope.isPermittedAtClient === true
  return isPermitted && canAccessClient(caller.access, memberGroupId)
}

/** Refuses callers without the whole client, because client settings affect all its advertisers. */
export function requireWholeClient(context: Pick<Context, 'caller' | 'scope'>, memberGroupId: number) {
  if (!hasWholeClient(context, memberGroupId)) throw noPermission()
}

import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Access } from '../../../src/contract/access/access.rules.ts'
import type { Scope } from '../context/context.ts'
import { anyOf } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'
import type { Tables } from '../tables/index.ts'

const advertiser = expressionBuilder<{ a: Tables['advertisers'] }, 'a'>()
const group = expressionBuilder<{ g: Tables['advertiser_groups'] }, 'g'>()

/** SQL condition: the access lists contain the advertiser of the row `a`. */
export const advertiserAccessibleSql = ({ all, clients, advertiser_groups, advertisers }: Access): Expression<SqlBool> =>
  all
    ? advertiser.lit(true)
    : advertiser.or([
        advertiser('a.member_group_id', '=', anyOf(clients)),
        advertiser('a.advertiser_group_id', '=', anyOf(advertiser_groups)),
        advertiser('a.advertiser_id', '=', anyOf(advertisers)),
      ])

/** SQL condition: the access lists contain the advertiser group of the row `g`. */
export const groupAccessibleSql = ({ all, clients, advertiser_groups }: Access): Expression<SqlBool> =>
  all
    ? group.lit(true)
    : group.or([group('g.member_group_id', '=', anyOf(clients)), group('g.advertiser_group_id', '=', anyOf(advertiser_groups))])

/** SQL condition: the advertiser of the row `a` is in this group. */
export const inGroupSql = (id: number) => advertiser('a.advertiser_group_id', '=', id)
/** SQL condition: the advertiser of the row `a` is in the scope of the request. */
export const inScopeSql = (scope: Scope) => {
  const isOfClient = advertiser('a.member_group_id', '=', tenant({ scope }))
  return scope.advertisers === 'all' ? isOfClient : isOfClient.and('a.advertiser_id', '=', anyOf(scope.advertisers))
}

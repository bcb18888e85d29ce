import { type RawBuilder, sql } from 'kysely'
import type { Access } from '../../../src/contract/access/access.rules.ts'
import type { Scope } from '../context/context.ts'

const isOf = (column: string, ids: readonly number[]) => sql`${sql.ref(column)} = any(${[...ids]}::int[])`

/** SQL condition: the access lists contain the advertiser of the row. */
export const opensRow = ({ all, clients, advertiser_groups, advertisers }: Access, alias = 'a'): RawBuilder<unknown> =>
  all
    ? sql`true`
    : sql`(${isOf(`${alias}.member_group_id`, clients)} or ${isOf(`${alias}.advertiser_group_id`, advertiser_groups)} or ${isOf(`${alias}.advertiser_id`, advertisers)})`

/** SQL condition: the access lists contain the advertiser group of the row. */
export const opensGroupRow = ({ all, clients, advertiser_groups }: Access): RawBuilder<unknown> =>
  all ? sql`true` : sql`(${isOf('g.member_group_id', clients)} or ${isOf('g.advertiser_group_id', advertiser_groups)})`

/** SQL condition: the advertiser is in the scope of the request. */
export const inScope = ({ memberGroupId, advertisers }: Scope): RawBuilder<unknown> =>
  advertisers === 'all'
    ? sql`a.member_group_id = ${memberGroupId}`
    : sql`a.member_group_id = ${memberGroupId} and ${isOf('a.advertiser_id', advertisers)}`

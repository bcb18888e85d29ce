import { expressionBuilder, type Kysely, sql } from 'kysely'
import type { Funding } from '../../../src/contract/money/funds.rules.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import type { AdvertiserKey, AdvertiserPath } from '../advertisers/key.ts'
import { orderSpent } from '../insertion-orders/sums.ts'
import { creditLeftSql, limitLeftSql } from '../spend-limits/raised.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import type { Tables } from '../tables/index.ts'

const build = expressionBuilder<Tables>()

interface FundedAdvertiser extends AdvertiserPath {
  readonly currency_code: string
  /** The advertiser's today. */
  readonly today: string
}

/** What an advertiser owes of money that was taken back. */
const receivableOf = ({ memberGroupId, advertiserId }: AdvertiserPath) =>
  build.selectFrom('receivables').select('micros').where('member_group_id', '=', memberGroupId).where('advertiser_id', '=', advertiserId)

export async function owedOf(kysely: Kysely<Tables>, { member_group_id, advertiser_id }: AdvertiserKey): Promise<bigint> {
  const owed = receivableOf({ memberGroupId: member_group_id, advertiserId: advertiser_id })
  const row = await kysely.selectNoFrom(({ cast }) => cast<string | null>(owed.$asScalar(), 'text').as('micros')).executeTakeFirst()
  return BigInt(row?.micros ?? 0)
}

/** An advertiser's funding besides its ledger, and what it owes, in micros. An order for all advertisers belongs to none of them. */
export async function otherFunding(
  kysely: Kysely<Tables>,
  { memberGroupId, advertiserId, currency_code, today }: FundedAdvertiser,
): Promise<Omit<Funding, 'available'> & { readonly owed: bigint }> {
  const wires = build
    .selectFrom('wire_transfers')
    .select(({ fn }) => fn.sum<string>('amount').as('micros'))
    .where('member_group_id', '=', memberGroupId)
    .where('advertiser_id', '=', advertiserId)
    .where('state', '=', 'waiting')
  const orders = build
    .selectFrom('insertion_orders as o')
    .select(sql<string>`sum(greatest(o.total - ${orderSpent}, 0))`.as('micros'))
    .where('o.member_group_id', '=', memberGroupId)
    .where('o.advertiser_id', '=', advertiserId)
    .where('o.currency_code', '=', currency_code)
    .where('o.status_id', '=', orderStatusIds.approved)
    .where('o.end_date', '>=', today)
  const ofLimit = build
    .selectFrom('spend_limits as l')
    .leftJoin('advertiser_balances as b', sameAdvertiser('b', 'l'))
    .where('l.member_group_id', '=', memberGroupId)
    .where('l.advertiser_id', '=', advertiserId)
  const limit = ofLimit.select(limitLeftSql.as('micros'))
  const credit = ofLimit.select(creditLeftSql.as('micros'))
  const sums = await kysely
    .selectNoFrom(({ cast }) => [
      cast<string | null>(wires.$asScalar(), 'text').as('wires'),
      cast<string | null>(orders.$asScalar(), 'text').as('orders'),
      cast<string | null>(limit.$asScalar(), 'text').as('limit'),
      cast<string | null>(credit.$asScalar(), 'text').as('credit'),
      cast<string | null>(receivableOf({ memberGroupId, advertiserId }).$asScalar(), 'text').as('owed'),
    ])
    .executeTakeFirstOrThrow()
  return {
    creditLeft: BigInt(sums.credit ?? 0),
    pendingWire: BigInt(sums.wires ?? 0),
    ordersLeft: BigInt(sums.orders ?? 0),
    limitLeft: sums.limit === null ? null : BigInt(sums.limit),
    owed: BigInt(sums.owed ?? 0),
  }
}

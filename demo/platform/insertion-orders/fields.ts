import { expressionBuilder, type Expression, sql, type SqlBool } from 'kysely'
import {
  type InsertionOrderConfig,
  type OrderSide,
  orderSides,
  orderStatuses,
} from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import type { ListField, ListFields } from '../sql/list.ts'
import { anyOf, type SqlPiece } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'
import type { OrderCaller, Places } from './actions.ts'
import { orderSpent } from './sums.ts'

const order = expressionBuilder<Tables & { o: Tables['insertion_orders'] }, 'o'>()

const isAt = (places: Places) =>
  places === 'all'
    ? order.lit(true)
    : order.or([
        order('o.advertiser_id', '=', anyOf(places.filter((place) => place !== null))),
        ...(places.includes(null) ? [order('o.advertiser_id', 'is', null)] : []),
      ])

/** SQL condition: the version of the order `o` waits for the approval of the caller. */
function awaitsApprovalSql({ userId = 0, approvesFor }: OrderCaller, config: InsertionOrderConfig): Expression<SqlBool> {
  const waiting = order.fn.coalesce('o.proposed_version_id', 'o.version_id')
  const given = order
    .selectFrom('insertion_order_approvals as p')
    .select('p.side')
    .whereRef('p.member_group_id', '=', 'o.member_group_id')
    .whereRef('p.insertion_order_id', '=', 'o.insertion_order_id')
    .where('p.version_id', '=', waiting)
  const isGiven = (side: OrderSide) =>
    order.exists(given.where(({ eb, or }) => or([eb('p.side', '=', side), eb('p.user_id', '=', userId)])))
  const own = order
    .selectFrom('insertion_order_versions as v')
    .select('v.version_id')
    .whereRef('v.member_group_id', '=', 'o.member_group_id')
    .whereRef('v.insertion_order_id', '=', 'o.insertion_order_id')
    .where('v.version_id', '=', waiting)
    .where('v.author_id', '=', userId)
  return order.and([
    order.or([
      order('o.status_id', '=', orderStatusIds.pending),
      order.and([order('o.status_id', '=', orderStatusIds.approved), order('o.proposed_version_id', 'is not', null)]),
    ]),
    // Only the client approves an order for all advertisers.
    order.or(
      orderSides.map((side) =>
        order.and([
          isAt(approvesFor(side)),
          order.not(isGiven(side)),
          side === 'client' ? order.lit(true) : order('o.advertiser_id', 'is not', null),
        ]),
      ),
    ),
    config.may_author_approve ? order.lit(true) : order.not(order.exists(own)),
  ])
}

/** SQL condition: the order `o` waits for the caller, to submit their own or to approve it. */
export function needsCallerSql(caller: OrderCaller, config: InsertionOrderConfig) {
  const { userId, placesFor } = caller
  if (userId === undefined) return sql<boolean>`false`
  const submits = order.and([
    order('o.status_id', '=', orderStatusIds.open),
    order('o.author_id', '=', userId),
    isAt(placesFor('insertion_orders.change')),
  ])
  return sql<boolean>`coalesce(${order.or([submits, awaitsApprovalSql(caller, config)])}, false)`
}

const text = (column: SqlPiece): ListField => ({ column, type: 'text' })
const integer = (column: SqlPiece): ListField => ({ column, type: 'integer' })
const day = (column: SqlPiece): ListField => ({ column, type: 'day' })
const micros = (column: SqlPiece): ListField => ({ column, type: 'amount', perUnit: 1_000_000n })
const ratio = (column: SqlPiece): ListField => ({ column, type: 'amount' })

interface ListCaller {
  readonly caller: OrderCaller
  readonly config: InsertionOrderConfig
  readonly seesWhole: SqlPiece
  readonly now: Date
}

/** The fields of a list, of the order `o` and its advertiser `a`. Amounts that the caller does not see are null. */
export function orderFields({ caller, config, seesWhole, now }: ListCaller): ListFields {
  const seen = (column: SqlPiece) => sql`case when ${seesWhole} then ${column} end`
  const today = sql`(${now}::timestamptz at time zone coalesce(a.time_zone, 'UTC'))::date`
  const elapsed = sql`least((${today} - o.start_date)::numeric / (o.end_date - o.start_date + 1), 1)`
  return {
    insertion_order_id: integer(sql.ref('o.insertion_order_id')),
    name: text(sql.ref('o.name')),
    number: text(sql.ref('o.number')),
    status: text(sql`(${[...orderStatuses]}::text[])[o.status_id]`),
    advertiser_id: integer(sql.ref('o.advertiser_id')),
    advertiser_name: text(sql.ref('a.name')),
    advertiser_group_id: { column: sql.ref('a.advertiser_group_id'), type: 'integer' },
    currency_code: text(sql`o.currency_code::text`),
    po_number: text(sql.ref('o.po_number')),
    po_missing: { column: sql`(o.po_number is null)`, type: 'boolean' },
    start_date: day(sql.ref('o.start_date')),
    end_date: day(sql.ref('o.end_date')),
    total: micros(seen(sql.ref('o.total'))),
    spent: micros(seen(orderSpent)),
    remaining: micros(seen(sql`(o.total - ${orderSpent})`)),
    remaining_percent: ratio(seen(sql`(o.total - ${orderSpent}) * 100.0 / o.total`)),
    pacing: ratio(seen(sql`case when ${today} > o.start_date then ${orderSpent} / (o.total * ${elapsed}) end`)),
    needs_me: { column: needsCallerSql(caller, config), type: 'boolean' },
    edited_at: { column: sql.ref('o.edited_at'), type: 'moment' },
  }
}

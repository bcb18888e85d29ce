import { expressionBuilder, type Expression, sql, type SqlBool } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import {
  type InsertionOrder,
  type InsertionOrderConfig,
  orderActions,
  type OrderLine,
  type OrderStatus,
  orderStatuses,
  type OrderVersion,
} from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { userName } from '../changes/read.ts'
import type { Context, Scope } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import { type ListQuery, listWhere } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'
import { anyOf, type SqlPiece } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'
import type { Tables } from '../tables/index.ts'
import { actionRefusal, missingSides, type OrderCaller, orderCaller, orderState } from './actions.ts'
import { orderConfig } from './config.ts'
import { needsCallerSql, orderFields } from './fields.ts'
import { type ListedOrder, personOf, toRow } from './rows.ts'
import { type OrderSums, orderSpent, orderSums } from './sums.ts'
import { linesOf, toLine } from './versions.ts'

/** A stored order. */
export interface OrderRecord {
  readonly member_group_id: number
  readonly insertion_order_id: number
  readonly advertiser_id: number | null
  readonly advertiser_name: string | null
  readonly name: string
  readonly number: string
  readonly status: OrderStatus
  readonly po_number: string | null
  readonly start_date: string
  readonly end_date: string
  readonly total: bigint
  readonly currency_code: string
  readonly currency_digits: number
  readonly notes: string
  readonly internal_notes: string
  readonly author_id: number | null
  /** The version in force, or the first one. */
  readonly version_id: number
  readonly proposed_version_id: number | null
  readonly continues_on_funds: boolean
  readonly edited_at: Date
  readonly closed_at: Date | null
  readonly close_reason: string
  readonly version: number
  /** The advertiser's; UTC for an order for all. */
  readonly time_zone: string
  /** False for a caller who sees only some of the advertisers that spend from the order. */
  readonly seesWhole: boolean
}

const order = expressionBuilder<Tables & { o: Tables['insertion_orders'] }, 'o'>()

/** SQL condition: the caller sees all of the order with the alias `o`. */
const seesWholeSql = ({ advertisers }: Scope) =>
  advertisers === 'all' ? sql<boolean>`true` : sql<boolean>`coalesce(${order('o.advertiser_id', '=', anyOf(advertisers))}, false)`

/** SQL condition: the caller sees the order with the alias `o`, or a campaign of theirs is linked to it. */
function isVisibleSql({ advertisers }: Scope): Expression<SqlBool> {
  if (advertisers === 'all') return order.lit(true)
  const linked = order
    .selectFrom('campaigns as c')
    .select('c.campaign_id')
    .whereRef('c.member_group_id', '=', 'o.member_group_id')
    .whereRef('c.insertion_order_id', '=', 'o.insertion_order_id')
    .where('c.advertiser_id', '=', anyOf(advertisers))
    .where('c.deleted_at', 'is', null)
  return order.or([
    order('o.advertiser_id', '=', anyOf(advertisers)),
    order.and([order('o.advertiser_id', 'is', null), order.exists(linked)]),
  ])
}

const ordersFrom = (context: Pick<Context, 'database' | 'scope'>) =>
  context.database.kysely
    .selectFrom('insertion_orders as o')
    .innerJoin('currencies as cu', 'cu.currency_code', 'o.currency_code')
    .leftJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'o.member_group_id').onRef('a.advertiser_id', '=', 'o.advertiser_id'),
    )
    .where('o.member_group_id', '=', tenant(context))
    .where(isVisibleSql(context.scope))

const withRecord = (from: ReturnType<typeof ordersFrom>, scope: Scope) =>
  from
    .select(['o.member_group_id', 'o.insertion_order_id', 'o.advertiser_id', 'o.name', 'o.number', 'o.status_id', 'o.po_number'])
    .select(['o.start_date', 'o.end_date', 'o.total', 'o.currency_code', 'o.notes', 'o.internal_notes', 'o.author_id', 'o.version_id'])
    .select(['o.proposed_version_id', 'o.continues_on_funds', 'o.edited_at', 'o.closed_at', 'o.close_reason', 'o.version'])
    .select(['a.name as advertiser_name', 'cu.digits as currency_digits', sql<string>`coalesce(a.time_zone, 'UTC')`.as('time_zone')])
    .select(seesWholeSql(scope).as('seesWhole'))

type StoredRow = Awaited<ReturnType<ReturnType<typeof withRecord>['execute']>>[number]

function toRecord({ status_id, total, ...row }: StoredRow): OrderRecord {
  const status = orderStatuses[status_id - 1]
  if (!status) throw new Error(`Unknown order status ${status_id}`)
  return { ...row, status, total: BigInt(total) }
}

/** One order that the caller sees; locked until the transaction ends if it is written. */
export async function requireOrder(
  context: Pick<Context, 'database' | 'scope'>,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<OrderRecord> {
  const query = withRecord(ordersFrom(context), context.scope).where('o.insertion_order_id', '=', id)
  const row = await (lock ? query.forUpdate('o') : query).executeTakeFirst()
  if (!row) throw notFound('Insertion order')
  return toRecord(row)
}

/** The lines with a campaign of the caller's advertisers. */
async function visibleLineIds(
  { database, scope }: Pick<Context, 'database' | 'scope'>,
  { member_group_id, insertion_order_id }: OrderRecord,
) {
  const rows = await database.kysely
    .selectFrom('campaigns')
    .select('insertion_order_line_id')
    .where('member_group_id', '=', member_group_id)
    .where('insertion_order_id', '=', insertion_order_id)
    .where('advertiser_id', '=', anyOf(scope.advertisers === 'all' ? [] : scope.advertisers))
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.insertion_order_line_id))
}

/** The lines of the version in force that the caller sees. */
export async function orderLines(context: Pick<Context, 'database' | 'scope'>, record: OrderRecord): Promise<OrderLine[]> {
  const rows = await linesOf(context, record)
  const lines = rows.filter(({ version_id }) => version_id === record.version_id).map(toLine)
  if (record.seesWhole) return lines
  const visible = await visibleLineIds(context, record)
  return lines.filter(({ line_id }) => visible.has(line_id))
}

/** The columns of a list, besides those of the record. */
function withRow(from: ReturnType<typeof ordersFrom>, scope: Scope, caller: OrderCaller, config: InsertionOrderConfig) {
  return withRecord(from, scope)
    .select(needsCallerSql(caller, config).as('needs_me'))
    .select(({ exists, selectFrom, fn }) => [
      selectFrom('insertion_order_lines as l')
        .select(sql<string>`coalesce(sum(l.amount), 0)::text`.as('allocated'))
        .whereRef('l.member_group_id', '=', 'o.member_group_id')
        .whereRef('l.insertion_order_id', '=', 'o.insertion_order_id')
        .whereRef('l.version_id', '=', 'o.version_id')
        .as('allocated'),
      jsonArrayFrom(
        selectFrom('insertion_order_approvals as p')
          .select('p.side')
          .whereRef('p.member_group_id', '=', 'o.member_group_id')
          .whereRef('p.insertion_order_id', '=', 'o.insertion_order_id')
          .where(({ eb, ref }) => eb('p.version_id', '=', fn.coalesce(ref('o.proposed_version_id'), ref('o.version_id')))),
      ).as('approvals'),
      exists(
        selectFrom('campaigns as c')
          .select('c.campaign_id')
          .whereRef('c.member_group_id', '=', 'o.member_group_id')
          .whereRef('c.insertion_order_id', '=', 'o.insertion_order_id')
          .where('c.deleted_at', 'is', null),
      ).as('has_campaigns'),
    ])
    .select(({ selectFrom }) => [
      jsonObjectFrom(
        selectFrom('users as u')
          .select(['u.user_id', userName.as('name')])
          .whereRef('u.user_id', '=', 'o.edited_by'),
      ).as('editor'),
      jsonObjectFrom(
        selectFrom('users as u')
          .select(['u.user_id', userName.as('name')])
          .whereRef('u.user_id', '=', 'o.author_id'),
      ).as('author'),
      selectFrom('users as u').select(userName.as('name')).whereRef('u.user_id', '=', 'o.closed_by').as('closed_by_name'),
    ])
}
type StoredListed = Awaited<ReturnType<ReturnType<typeof withRow>['execute']>>[number]

const toListed = ({
  allocated,
  approvals,
  has_campaigns,
  needs_me,
  editor,
  author: _,
  closed_by_name: __,
  ...row
}: StoredListed): ListedOrder => ({
  record: toRecord(row),
  allocated: BigInt(allocated ?? 0),
  approvals,
  hasCampaigns: Boolean(has_campaigns),
  needsCaller: needs_me,
  editor,
})

const noSums: OrderSums = { spent: 0n, committed: 0n }

interface OrderListQuery extends ListQuery {
  readonly advertiser_ids?: readonly number[] | undefined
}

/** A page of the orders that the caller sees, and the sums of all matching orders by currency. The newest order comes first. */
export async function ordersPage(context: Context, { advertiser_ids, ...query }: OrderListQuery) {
  const { scope, now } = context
  const from = advertiser_ids ? ordersFrom(context).where('o.advertiser_id', '=', anyOf(advertiser_ids)) : ordersFrom(context)
  const config = await orderConfig(context)
  const caller = await orderCaller(context)
  const seesWhole = seesWholeSql(scope)
  const fields = orderFields({ caller, config, seesWhole, now: now() })
  const { rows, total } = await pageOf({
    from,
    columns: (orders) => withRow(orders, scope, caller, config),
    fields,
    id: sql`o.insertion_order_id desc`,
    where: query,
    row: toListed,
  })
  const sums = await orderSums(
    context,
    rows.map(({ record }) => record.insertion_order_id),
  )
  const orders = rows.map((listed) => toRow(listed, sums.get(listed.record.insertion_order_id) ?? noSums, config, now()))
  return { insertion_orders: orders, total, totals: await totalsOf(from.where(listWhere(fields, query.filters)), seesWhole) }
}

/** Sums by currency. They leave out amounts that the caller does not see. */
async function totalsOf(from: ReturnType<typeof ordersFrom>, seesWhole: SqlPiece) {
  const rows = await from
    .select(['o.currency_code', 'cu.digits as currency_digits'])
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .select(sql<string>`coalesce(sum(o.total) filter (where ${seesWhole}), 0)::text`.as('total'))
    .select(sql<string>`coalesce(sum(${orderSpent}) filter (where ${seesWhole}), 0)::text`.as('spent'))
    .groupBy(['o.currency_code', 'cu.digits'])
    .orderBy('o.currency_code')
    .execute()
  return rows.map(({ total, spent, ...row }) => ({
    ...row,
    total: decimalOf(BigInt(total)),
    spent: decimalOf(BigInt(spent)),
    remaining: decimalOf(BigInt(total) - BigInt(spent)),
  }))
}

/** A version for a caller who sees only some of its lines; its total is the sum of these. */
function partOf({ terms, ...version }: OrderVersion, lines: readonly OrderLine[]): OrderVersion {
  const total = lines.reduce((sum, { amount }) => sum + microsOf(amount), 0n)
  return { ...version, terms: { ...terms, total: decimalOf(total), lines: [...lines] }, hash: '', approvals: [] }
}

/** One order with all that the caller sees of it. */
export async function orderById(context: Context, id: number): Promise<InsertionOrder> {
  const { scope, now } = context
  const record = await requireOrder(context, id)
  const state = await orderState(context, record)
  const { caller, config, current, proposed } = state
  const stored = await withRow(ordersFrom(context), scope, caller, config).where('o.insertion_order_id', '=', id).executeTakeFirstOrThrow()
  const listed = toListed(stored)
  const lines = await orderLines(context, record)
  const isWaiting = record.status === 'pending' || proposed !== null
  const refusals = Object.fromEntries(orderActions.map((action) => [action, actionRefusal(state, action)]))
  return {
    ...toRow(listed, state.sums, config, now()),
    notes: record.notes,
    internal_notes: scope.advertisers === 'all' ? record.internal_notes : null,
    lines,
    time_zone: record.time_zone,
    current: record.seesWhole ? current : partOf(current, lines),
    proposed: record.seesWhole ? proposed : null,
    author: personOf(stored.author),
    closed: record.closed_at && { at: record.closed_at.toISOString(), by: stored.closed_by_name, reason: record.close_reason },
    missing_approvals: isWaiting ? missingSides(record.advertiser_id, listed.approvals, config) : [],
    actions: refusals as InsertionOrder['actions'], // an entry for each action
  }
}

import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { elapsedShare, neededPerDay, pacingOf } from '../../../src/contract/insertion-orders/insertion-orders.rules.ts'
import {
  type InsertionOrder,
  type InsertionOrderConfig,
  orderActions,
  type OrderMoney,
  type OrderRow,
  type OrderSide,
} from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { decimalOf, roundMicros } from '../../../src/contract/money/money.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import { userName } from '../changes/read.ts'
import type { Context } from '../context/context.ts'
import { dayIn } from '../sql/days.ts'
import { type ListQuery, listWhere } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'
import { anyOf, type SqlPiece } from '../sql/pieces.ts'
import { actionRefusal, missingSides, needsBoth, type OrderCaller, orderCaller, orderState, seesInternalNotes } from './actions.ts'
import { orderConfig } from './config.ts'
import { needsCallerSql, orderFields } from './fields.ts'
import { attachmentsOf } from './attachments.ts'
import { endOf } from './history.ts'
import { orderLines, type OrderRecord, ordersFrom, requireOrder, seesWholeSql, toRecord, withRecord } from './read.ts'
import { type OrderSums, orderSpent, orderSums } from './sums.ts'
import { needsSignIn } from './sign-in.ts'
import { partOf, withoutAddresses } from './versions.ts'

interface StoredUser {
  readonly user_id: number
  readonly name: string | null
}

/** What a list shows of an order besides its record. */
interface ListedOrder {
  readonly record: OrderRecord
  /** Sum of the lines, in micros. */
  readonly allocated: bigint
  /** Approvals of the version that waits, or of the one in force. */
  readonly approvals: readonly { readonly side: OrderSide }[]
  readonly hasCampaigns: boolean
  readonly needsCaller: boolean
  readonly editor: StoredUser | null
}

const personOf = (user: StoredUser | null) => user && { user_id: user.user_id, name: user.name ?? '' }

function moneyOf({ record, allocated }: ListedOrder, { spent, committed }: OrderSums, today: string): OrderMoney {
  const { status, total, start_date, end_date, currency_digits } = record
  const remaining = total - spent
  const elapsed = elapsedShare(start_date, end_date, today)
  const needed = status === 'approved' ? neededPerDay(remaining, today, record) : null
  return {
    total: decimalOf(total),
    allocated: decimalOf(allocated),
    committed: decimalOf(committed),
    spent: decimalOf(spent),
    remaining: decimalOf(remaining),
    pacing: pacingOf(total, spent, elapsed),
    elapsed_share: elapsed,
    needed_per_day: needed === null ? null : decimalOf(roundMicros(needed, currency_digits)),
  }
}

/** Whether a version of the order waits for approval. */
const isWaiting = ({ status, proposed_version_id }: OrderRecord) =>
  status === 'pending' || (status === 'approved' && proposed_version_id !== null)

function waitsFor({ record, approvals, hasCampaigns }: ListedOrder, config: InsertionOrderConfig, today: string): OrderRow['waits_for'] {
  const { status, start_date } = record
  if (status === 'open') return 'submit'
  if (isWaiting(record)) {
    const missing = missingSides(record, approvals, config)
    return missing.length > 1 ? 'any_approval' : `${missing[0] ?? 'client'}_approval`
  }
  if (status !== 'approved') return 'nothing'
  if (!hasCampaigns) return 'campaigns'
  return today < start_date ? 'start' : 'nothing'
}

function toRow(listed: ListedOrder, sums: OrderSums, config: InsertionOrderConfig, now: Date): OrderRow {
  const { record } = listed
  const today = dayIn(now, record.time_zone)
  return {
    insertion_order_id: record.insertion_order_id,
    member_group_id: record.member_group_id,
    advertiser_id: record.advertiser_id,
    advertiser_name: record.advertiser_name,
    name: record.name,
    number: record.number,
    status: record.status,
    status_id: orderStatusIds[record.status],
    po_number: record.po_number,
    start_date: record.start_date,
    end_date: record.end_date,
    currency_code: record.currency_code,
    currency_digits: record.currency_digits,
    money: record.seesWhole ? moneyOf(listed, sums, today) : null,
    waits_for: waitsFor(listed, config, today),
    needs_me: listed.needsCaller,
    waiting_since: isWaiting(record) ? (record.submitted_at?.toISOString() ?? null) : null,
    version_id: record.version_id,
    proposed_version_id: record.proposed_version_id,
    edited_at: record.edited_at.toISOString(),
    edited_by: personOf(listed.editor),
    version: record.version,
  }
}

/** The columns of a list, besides those of the record. */
function withRow(from: ReturnType<typeof ordersFrom>, context: Context, caller: OrderCaller, config: InsertionOrderConfig) {
  return withRecord(from, context)
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
  const { now } = context
  const from = advertiser_ids ? ordersFrom(context).where('o.advertiser_id', '=', anyOf(advertiser_ids)) : ordersFrom(context)
  const config = await orderConfig(context)
  const caller = await orderCaller(context)
  const seesWhole = seesWholeSql(context)
  const fields = orderFields({ caller, config, seesWhole, now: now() })
  const { rows, total } = await pageOf({
    from,
    columns: (orders) => withRow(orders, context, caller, config),
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

/** One order with all that the caller sees of it. */
export async function orderById(context: Context, id: number): Promise<InsertionOrder> {
  const { now } = context
  const record = await requireOrder(context, id)
  const state = await orderState(context, record)
  const { caller, config, current, proposed } = state
  const stored = await withRow(ordersFrom(context), context, caller, config)
    .where('o.insertion_order_id', '=', id)
    .executeTakeFirstOrThrow()
  const listed = toListed(stored)
  const lines = await orderLines(context, record)
  const refusals = Object.fromEntries(orderActions.map((action) => [action, actionRefusal(state, action)]))
  const isOfClient = seesInternalNotes(context)
  const shown = isOfClient
    ? { current, proposed }
    : { current: withoutAddresses(current), proposed: proposed && withoutAddresses(proposed) }
  return {
    ...toRow(listed, state.sums, config, now()),
    notes: record.notes,
    internal_notes: isOfClient ? record.internal_notes : null,
    lines,
    time_zone: record.time_zone,
    current: record.seesWhole ? shown.current : partOf(current, lines),
    proposed: record.seesWhole ? shown.proposed : null,
    author: personOf(stored.author),
    closed: record.closed_at && { at: record.closed_at.toISOString(), by: stored.closed_by_name, reason: record.close_reason },
    ended_at: await endOf(context, record),
    continues_on_funds: record.continues_on_funds,
    needs_two_approvals: needsBoth(record, config),
    missing_approvals: isWaiting(record) ? missingSides(record, listed.approvals, config) : [],
    needs_sign_in: refusals.approve === null && (await needsSignIn(context, state)),
    attachments: record.seesWhole ? await attachmentsOf(context, record) : [],
    actions: refusals as InsertionOrder['actions'], // an entry for each action
  }
}

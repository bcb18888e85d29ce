import { type PendingSpendOrder, spendOrderStatuses } from '../../../src/contract/spend-limits/spend-limits.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { orderStatusIds } from '../../../src/contract/statuses.ts'
import { userName, userNameOf } from '../changes/read.ts'
import { recordChange } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import { refuseFunds } from '../money/refusals.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import { anyOf } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'
import { updateVersioned } from '../sql/versioned.ts'
import { bookCreditLine, bookingOf, lockLimit } from './credit-line.ts'
import { announceSpendOrder } from './news.ts'
import { requireCredit } from './write.ts'

/** Orders of the advertisers that the caller sees. */
const ordersFrom = ({ database: { kysely }, scope }: Pick<Context, 'database' | 'scope'>) =>
  kysely
    .selectFrom('pending_spend_orders as o')
    .innerJoin('advertisers as a', sameAdvertiser('a', 'o'))
    .innerJoin('currencies as cu', 'cu.currency_code', 'a.currency_code')
    .leftJoin('campaigns as c', (join) =>
      join.onRef('c.member_group_id', '=', 'o.member_group_id').onRef('c.campaign_id', '=', 'o.campaign_id'),
    )
    .leftJoin('users as u', 'u.user_id', 'o.closed_by')
    .leftJoin('users as asker', 'asker.user_id', 'o.asked_by')
    .select(['o.pending_spend_order_id', 'o.advertiser_id', 'a.name as advertiser_name', 'a.currency_code', 'cu.digits as currency_digits'])
    .select(['o.campaign_id', 'c.name as campaign_name', 'o.status_id', 'o.created_at', 'o.asked_at', 'o.closed_at', 'o.version'])
    .select(({ cast }) => [cast<string>('o.over', 'text').as('over'), userName.as('closer'), userNameOf('asker').as('asker')])
    .where('o.member_group_id', '=', tenant({ scope }))
    .$if(scope.advertisers !== 'all', (from) =>
      from.where('o.advertiser_id', '=', anyOf(scope.advertisers === 'all' ? [] : scope.advertisers)),
    )

type OrderRow = Awaited<ReturnType<ReturnType<typeof ordersFrom>['execute']>>[number]

const toOrder = (stored: OrderRow): PendingSpendOrder => {
  const { campaign_id, campaign_name, status_id, created_at, asked_at, asker, closed_at, closer, over, ...row } = stored
  return {
    ...row,
    campaign: campaign_name === null ? null : { campaign_id, name: campaign_name },
    over: decimalOf(BigInt(over)),
    status_id: status_id as PendingSpendOrder['status_id'], // the table checks the range
    status: spendOrderStatuses[status_id - 1] ?? 'closed',
    created_at: created_at.toISOString(),
    asked: asked_at === null ? null : { at: asked_at.toISOString(), by: asker },
    closed: closed_at === null ? null : { at: closed_at.toISOString(), by: closer },
  }
}

/** The newest orders of the client, or of one of its advertisers. */
export async function spendOrders(context: Context, advertiserId: number | undefined) {
  const rows = await ordersFrom(context)
    .$if(advertiserId !== undefined, (from) => from.where('o.advertiser_id', '=', advertiserId ?? 0))
    .orderBy('o.pending_spend_order_id', 'desc')
    .limit(1000)
    .execute()
  return { pending_spend_orders: rows.map(toOrder) }
}

async function requireSpendOrder(context: Context, id: number): Promise<PendingSpendOrder> {
  const row = await ordersFrom(context).where('o.pending_spend_order_id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Spend order')
  return toOrder(row)
}

/** Asks the client to approve an open order. */
export async function askForOrder(context: Context, id: number): Promise<PendingSpendOrder> {
  const order = await requireSpendOrder(context, id)
  if (order.version === context.version && order.status !== 'open')
    throw refuseFunds('Spend order', 'spend_order_decided', { status: order.status })
  await updateVersioned(context, 'pending_spend_orders', {
    key: { member_group_id: tenant(context), pending_spend_order_id: id },
    change: { status_id: orderStatusIds.pending, asked_at: context.now(), asked_by: context.caller.person?.user_id ?? null },
    subject: 'Spend order',
  })
  const change = { entity: 'pending_spend_order', entityId: id, kind: 'submitted' } as const
  await recordChange(context, { ...change, before: { status: order.status }, after: { status: 'pending', over: order.over } })
  await announceSpendOrder(context, id, 'asked')
  return requireSpendOrder(context, id)
}

/** Approves or closes an order that waits. An approved one raises the limit until it ends. */
export async function decideSpendOrder(context: Context, id: number, status: 'approved' | 'closed'): Promise<PendingSpendOrder> {
  const order = await requireSpendOrder(context, id)
  if (order.version === context.version && order.status !== 'open' && order.status !== 'pending')
    throw refuseFunds('Spend order', 'spend_order_decided', { status: order.status })
  if (status === 'approved') await requireCredit(context)
  const { kysely } = context.database
  const account = { member_group_id: tenant(context), advertiser_id: order.advertiser_id }
  // Before the order, so that the locks have one order.
  await lockLimit(kysely, account)
  await updateVersioned(context, 'pending_spend_orders', {
    key: { member_group_id: account.member_group_id, pending_spend_order_id: id },
    change: { status_id: orderStatusIds[status], closed_at: context.now(), closed_by: context.caller.person?.user_id ?? null },
    subject: 'Spend order',
  })
  await bookCreditLine(kysely, account, bookingOf(context))
  await recordChange(context, {
    entity: 'pending_spend_order',
    entityId: id,
    kind: status,
    before: { status: order.status },
    after: { status, over: order.over },
  })
  await announceSpendOrder(context, id, status)
  return requireSpendOrder(context, id)
}

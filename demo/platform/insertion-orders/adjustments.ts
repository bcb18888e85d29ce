import type { Kysely } from 'kysely'
import { adjustmentRule } from '../../../src/contract/insertion-orders/insertion-orders.rules.ts'
import type { AdjustmentKind, NewOrderAdjustment } from '../../../src/contract/insertion-orders/adjustments.ts'
import type { InsertionOrder } from '../../../src/contract/insertion-orders/insertion-orders.ts'
import { fundingTypes } from '../../../src/contract/money/funding-types.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import { recordChange } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { noPermission, refuseField } from '../context/refusal.ts'
import { lockBalance, writeEntries } from '../money/ledger.ts'
import { dayIn } from '../sql/days.ts'
import { bigint } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'
import { chargedOf, orderReference } from './money.ts'
import { linesOf, type OrderKey, type OrderRecord, requireWholeOrder } from './read.ts'
import { refuseAction, refuseTerm } from './refusals.ts'
import { toAmount } from './terms.ts'
import { orderById } from './view.ts'
import { lockOrder } from './write.ts'
import { requireWriterId, touchOrders } from './writer.ts'

interface WrittenAdjustment {
  readonly kind: AdjustmentKind
  readonly line_id: number | null
  readonly micros: bigint
  readonly reason: string
  readonly day: string
  readonly at: Date
  readonly user_id: number
  readonly request_id?: string
}

/** With a spend limit, what is given back returns to the credit line. Otherwise a credit is paid money, and a make-good promotional. */
async function fundingTypeOf(kysely: Kysely<Tables>, account: AdvertiserKey, kind: AdjustmentKind) {
  const limit = await kysely
    .selectFrom('spend_limits')
    .select('spend_limit_id')
    .where('member_group_id', '=', account.member_group_id)
    .where('advertiser_id', '=', account.advertiser_id)
    .executeTakeFirst()
  if (limit) return fundingTypes.creditLine
  return kind === 'make_good' ? fundingTypes.promotional : fundingTypes.card
}

/** Writes an adjustment and its entry in the ledger. A make-good also takes its amount from what the order and its line have spent. */
export async function writeAdjustment(
  kysely: Kysely<Tables>,
  { member_group_id, insertion_order_id, advertiser_id }: OrderKey & { readonly advertiser_id: number },
  { kind, line_id, micros, reason, day, at, user_id, request_id }: WrittenAdjustment,
): Promise<void> {
  const ofLine = { member_group_id, insertion_order_id, line_id: line_id ?? 0 }
  const { adjustment_id } = await kysely
    .insertInto('insertion_order_adjustments')
    .values({ ...ofLine, kind, micros: bigint(micros), reason, day, at, user_id })
    .returning('adjustment_id')
    .executeTakeFirstOrThrow()
  const account = { member_group_id, advertiser_id }
  await writeEntries(kysely, account, [
    {
      event: 'BalanceRefill',
      micros,
      day,
      at,
      user_id,
      ...(request_id !== undefined && { request_id }),
      reason,
      reference: orderReference(insertion_order_id, line_id),
      unique_key: `insertion-order adjustment ${adjustment_id}`,
      funding_type_id: await fundingTypeOf(kysely, account, kind),
    },
  ])
  if (kind === 'credit') return
  await kysely
    .updateTable('insertion_order_line_spend')
    .set(({ eb }) => ({ micros: eb('micros', '-', bigint(micros)) }))
    .where('member_group_id', '=', member_group_id)
    .where('insertion_order_id', '=', insertion_order_id)
    .where('line_id', '=', ofLine.line_id)
    .execute()
}

/** The line of an adjustment with its last name. A credit can be for a line that a later version removed. */
async function adjustedLine(context: Context, order: OrderRecord, { kind, line_id }: NewOrderAdjustment) {
  if (line_id === null) return null
  const versions = (await linesOf(context, order)).filter((line) => line.line_id === line_id && line.version_id <= order.version_id)
  const last = versions.toSorted((one, other) => one.version_id - other.version_id).at(-1)
  if (!last || (kind === 'make_good' && last.version_id !== order.version_id)) throw refuseField('line_id', 'Choose a line of this order')
  return last
}

/** Records a credit or a make-good. */
export async function adjustOrder(context: Context, id: number, adjustment: NewOrderAdjustment): Promise<InsertionOrder> {
  const { kysely } = context.database
  const { member_group_id, advertiser_id } = await requireWholeOrder(context, id)
  // Delivery locks the balance before the order, too.
  if (advertiser_id !== null) await lockBalance(kysely, { member_group_id, advertiser_id })
  const { order, caller, today } = await lockOrder(context, id)
  if (!caller.isPermitted('funds.correct', advertiser_id)) throw noPermission()
  const { kind, line_id, reason } = adjustment
  const amount = toAmount(adjustment.amount, order.currency_digits)
  const micros = microsOf(amount)
  const line = await adjustedLine(context, order, adjustment)
  const end_date = line?.end_date ?? order.end_date
  const charged = await chargedOf(context, order, line_id)
  const result = adjustmentRule(kind, { status: order.status, advertiser_id, end_date }, { amount: micros, charged, today })
  if (result !== true) throw result.code === 'above_charged' ? refuseTerm('amount', result) : refuseAction(result)
  if (advertiser_id === null) return orderById(context, id)
  const at = context.now()
  await writeAdjustment(
    kysely,
    { member_group_id, insertion_order_id: id, advertiser_id },
    {
      kind,
      line_id,
      micros,
      reason: reason.trim(),
      day: dayIn(at, order.time_zone),
      at,
      user_id: requireWriterId(context),
      request_id: context.requestId,
    },
  )
  await touchOrders(context, order, [id])
  await recordChange(context, {
    entity: 'insertion_order',
    entityId: id,
    kind: kind === 'credit' ? 'credited' : 'made_good',
    before: { amount: null, line: null },
    after: { amount: decimalOf(micros), line: line?.name ?? null },
    comment: reason,
  })
  return orderById(context, id)
}

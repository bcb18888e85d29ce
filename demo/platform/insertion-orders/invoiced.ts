import type { OrderInvoice } from '../../../src/contract/insertion-orders/reconciliation.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import type { Context } from '../context/context.ts'
import type { OrderKey } from './read.ts'

/** Invoices with charges of the order or reduced by its credits, the latest first, each with the order's part. Void ones have none. */
export async function invoicesOf({ database: { kysely } }: Context, order: OrderKey): Promise<OrderInvoice[]> {
  const { member_group_id, insertion_order_id } = order
  const charges = kysely
    .selectFrom('invoice_lines')
    .select(['member_group_id', 'invoice_id', 'micros'])
    .where('member_group_id', '=', member_group_id)
    .where('insertion_order_id', '=', insertion_order_id)
  const credits = kysely
    .selectFrom('invoice_credits as ic')
    .innerJoin('insertion_order_adjustments as j', (join) =>
      join.onRef('j.member_group_id', '=', 'ic.member_group_id').onRef('j.adjustment_id', '=', 'ic.adjustment_id'),
    )
    .select(({ neg, ref }) => ['ic.member_group_id', 'ic.invoice_id', neg(ref('ic.micros')).as('micros')])
    .where('j.member_group_id', '=', member_group_id)
    .where('j.insertion_order_id', '=', insertion_order_id)
  const rows = await kysely
    .selectFrom(charges.unionAll(credits).as('p'))
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.member_group_id', '=', 'p.member_group_id').onRef('i.invoice_id', '=', 'p.invoice_id'),
    )
    .select(({ cast, fn }) => [
      'i.invoice_id',
      'i.advertiser_id',
      'i.number',
      'i.issued_on',
      cast<string>(fn.sum('p.micros'), 'text').as('micros'),
    ])
    .where('i.status', '!=', 'void')
    .groupBy(['i.invoice_id', 'i.advertiser_id', 'i.number', 'i.issued_on'])
    .orderBy('i.issued_on', 'desc')
    .orderBy('i.invoice_id', 'desc')
    .execute()
  return rows.map(({ micros, ...invoice }) => ({ ...invoice, amount: decimalOf(BigInt(micros)) }))
}

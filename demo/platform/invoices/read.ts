import { sql } from 'kysely'
import type { Invoice, InvoiceRow } from '../../../src/contract/invoices/invoices.ts'
import { daysIn } from '../../../src/contract/dates/date-ranges.ts'
import { decimalOf, microsPerUnit } from '../../../src/contract/money/money.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import { dayIn } from '../sql/days.ts'
import { grouped } from '../collections/grouped.ts'
import { sameAdvertiser } from '../sql/joins.ts'
import type { ListFields, ListQuery } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'
import { anyOf, anyTextOf } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'
import { daysOverdueSql, payableStatuses } from './overdue.ts'

type Reader = Pick<Context, 'database' | 'scope' | 'now'>

/** SQL: the status of the invoice `i`, by the day of its advertiser `a`. */
const statusSql = (now: Date) => sql<InvoiceRow['status']>`case when i.status = ${anyTextOf(payableStatuses)}
  and ${daysOverdueSql(now)} > 0 then 'overdue' else i.status end`

const amount = (name: string) => ({ column: sql.ref(`i.${name}`), type: 'amount' as const, perUnit: microsPerUnit })
const day = (name: string) => ({ column: sql.ref(`i.${name}`), type: 'day' as const })

const fieldsAt = (now: Date): ListFields => ({
  invoice_id: { column: sql.ref('i.invoice_id'), type: 'integer' },
  number: { column: sql.ref('i.number'), type: 'text' },
  advertiser_id: { column: sql.ref('i.advertiser_id'), type: 'integer' },
  advertiser_name: { column: sql.ref('a.name'), type: 'text' },
  start_date: day('start_date'),
  end_date: day('end_date'),
  issued_on: day('issued_on'),
  due_on: day('due_on'),
  amount: amount('amount'),
  tax: amount('tax'),
  paid: amount('paid'),
  currency_code: { column: sql`a.currency_code::text`, type: 'text' },
  is_wire_transfer: { column: sql.ref('i.is_wire_transfer'), type: 'boolean' },
  status: { column: statusSql(now), type: 'text' },
})

/** The invoices of the advertisers that the caller sees, or of one of them. */
const invoicesFrom = ({ database: { kysely }, scope }: Reader, advertiserId?: number) =>
  kysely
    .selectFrom('invoices as i')
    .innerJoin('advertisers as a', sameAdvertiser('a', 'i'))
    .innerJoin('currencies as cu', 'cu.currency_code', 'a.currency_code')
    .where('i.member_group_id', '=', tenant({ scope }))
    .$if(advertiserId !== undefined, (from) => from.where('i.advertiser_id', '=', advertiserId ?? 0))
    .$if(scope.advertisers !== 'all', (from) =>
      from.where('i.advertiser_id', '=', anyOf(scope.advertisers === 'all' ? [] : scope.advertisers)),
    )

const withColumns = (now: Date) => (from: ReturnType<typeof invoicesFrom>) =>
  from
    .select(['i.invoice_id', 'i.number', 'i.advertiser_id', 'a.name as advertiser_name', 'a.time_zone', 'i.start_date', 'i.end_date'])
    .select(['i.issued_on', 'i.due_on', 'a.currency_code', 'cu.digits as currency_digits', 'i.is_wire_transfer', 'i.version'])
    .select(['i.billing_address', 'i.tax_id', 'i.paid_at', statusSql(now).as('status')])
    .select(({ cast }) => [
      cast<string>('i.amount', 'text').as('amount'),
      cast<string>('i.tax', 'text').as('tax'),
      cast<string>('i.paid', 'text').as('paid'),
      cast<string>('i.exact', 'text').as('exact'),
    ])

type StoredInvoice = Awaited<ReturnType<ReturnType<ReturnType<typeof withColumns>>['execute']>>[number]

const decimal = (micros: string) => decimalOf(BigInt(micros))

function toRow({ time_zone, billing_address: _, paid_at: __, exact: ___, tax_id: ____, ...row }: StoredInvoice, now: Date): InvoiceRow {
  const daysLate = row.status === 'overdue' ? daysIn({ start_date: row.due_on, end_date: dayIn(now, time_zone) }) - 1 : 0
  return { ...row, amount: decimal(row.amount), tax: decimal(row.tax), paid: decimal(row.paid), days_overdue: daysLate }
}

/** A page of invoices, by default newest first. */
export async function invoicesPage(context: Reader, where: ListQuery, advertiserId?: number) {
  const now = context.now()
  const { rows, total } = await pageOf({
    from: invoicesFrom(context, advertiserId),
    columns: withColumns(now),
    fields: fieldsAt(now),
    id: sql`i.end_date desc, i.invoice_id desc`,
    where,
    row: (row) => toRow(row, now),
  })
  return { invoices: rows, total }
}

const amountOf = (parts: readonly { readonly micros: string }[]) => decimalOf(parts.reduce((sum, { micros }) => sum + BigInt(micros), 0n))
const noOrder = { insertion_order_id: null, number: null, po_number: null }

/** The lines of an invoice by campaign, with their days and insertion orders. */
async function linesOf(
  { database: { kysely } }: Reader,
  member_group_id: number,
  { invoice_id: invoiceId, advertiser_id, currency_code, start_date, end_date }: StoredInvoice,
): Promise<Invoice['lines']> {
  const rows = await kysely
    .selectFrom('invoice_lines as l')
    .leftJoin('campaigns as c', (join) =>
      join.onRef('c.member_group_id', '=', 'l.member_group_id').onRef('c.campaign_id', '=', 'l.campaign_id'),
    )
    .leftJoin(
      (facts) =>
        facts
          .selectFrom('facts_daily')
          .select(['campaign_id', ({ cast, fn }) => cast<string>(fn.sum('cost'), 'text').as('cost')])
          .where('member_group_id', '=', member_group_id)
          .where('advertiser_id', '=', advertiser_id)
          .where('currency_code', '=', currency_code)
          .where('day', '>=', start_date)
          .where('day', '<=', end_date)
          .groupBy('campaign_id')
          .as('f'),
      (join) => join.onRef('f.campaign_id', '=', 'l.campaign_id'),
    )
    .leftJoin('insertion_orders as o', (join) =>
      join.onRef('o.member_group_id', '=', 'l.member_group_id').onRef('o.insertion_order_id', '=', 'l.insertion_order_id'),
    )
    // The number at the time of issue, not that of today.
    .leftJoin('invoice_po_numbers as p', (join) =>
      join
        .onRef('p.member_group_id', '=', 'l.member_group_id')
        .onRef('p.invoice_id', '=', 'l.invoice_id')
        .onRef('p.insertion_order_id', '=', 'l.insertion_order_id'),
    )
    .select(['l.campaign_id', 'c.name', 'l.day', 'f.cost', 'o.insertion_order_id', 'o.number', 'p.po_number'])
    .select(({ cast }) => cast<string>('l.micros', 'text').as('micros'))
    .where('l.member_group_id', '=', member_group_id)
    .where('l.invoice_id', '=', invoiceId)
    .orderBy('c.name')
    .orderBy('l.campaign_id')
    .orderBy('l.day')
    .orderBy('l.insertion_order_id')
    .execute()
  return [...grouped(rows, ({ campaign_id }) => campaign_id)].map(([campaign_id, parts]) => ({
    campaign_id,
    name: parts[0]?.name ?? '',
    amount: amountOf(parts),
    reported: decimal(parts[0]?.cost ?? '0'),
    days: [...grouped(parts, ({ day }) => day)].map(([day, ofDay]) => ({ day, amount: amountOf(ofDay) })),
    orders: [...grouped(parts, (part) => part.insertion_order_id).values()].flatMap((ofOrder) => {
      const [{ insertion_order_id, number, po_number } = noOrder] = ofOrder
      return insertion_order_id === null || number === null ? [] : [{ insertion_order_id, number, po_number, amount: amountOf(ofOrder) }]
    }),
  }))
}

/** The credits and make-goods of insertion orders that reduce an invoice. */
async function creditsOf({ database: { kysely } }: Reader, member_group_id: number, invoiceId: number): Promise<Invoice['credits']> {
  const rows = await kysely
    .selectFrom('invoice_credits as ic')
    .innerJoin('insertion_order_adjustments as j', (join) =>
      join.onRef('j.member_group_id', '=', 'ic.member_group_id').onRef('j.adjustment_id', '=', 'ic.adjustment_id'),
    )
    .innerJoin('insertion_orders as o', (join) =>
      join.onRef('o.member_group_id', '=', 'j.member_group_id').onRef('o.insertion_order_id', '=', 'j.insertion_order_id'),
    )
    .select(['ic.adjustment_id', 'j.kind', 'j.reason', 'j.day', 'o.insertion_order_id', 'o.number as order_number'])
    .select(({ cast }) => cast<string>('ic.micros', 'text').as('micros'))
    .where('ic.member_group_id', '=', member_group_id)
    .where('ic.invoice_id', '=', invoiceId)
    .orderBy('ic.adjustment_id')
    .execute()
  return rows.map(({ micros, ...credit }) => ({ ...credit, amount: decimal(micros) }))
}

export async function invoiceById(context: Reader, advertiserId: number, invoiceId: number): Promise<Invoice> {
  const row = await withColumns(context.now())(invoicesFrom(context, advertiserId)).where('i.invoice_id', '=', invoiceId).executeTakeFirst()
  if (!row) throw notFound('Invoice')
  return {
    ...toRow(row, context.now()),
    billing_address: row.billing_address,
    tax_id: row.tax_id,
    exact: decimal(row.exact),
    true_up: decimalOf(BigInt(row.exact) - BigInt(row.amount)),
    lines: await linesOf(context, tenant(context), row),
    credits: await creditsOf(context, tenant(context), invoiceId),
    paid_at: row.paid_at?.toISOString() ?? null,
  }
}
